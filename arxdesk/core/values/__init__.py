"""Immutable values that the document holds: results, and where the table came from."""
