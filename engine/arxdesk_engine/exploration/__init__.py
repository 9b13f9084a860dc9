"""Alternatives to a result: other thresholds, and limits that could be released."""
