"""The format of scores."""

LARGE_SCORE = 10_000.0
"""From here on scores are shown as whole numbers."""
