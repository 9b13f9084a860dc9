"""Verdicts over a result, in plain sentences."""
