"""The way to a hierarchy: which kind, by which settings, and what becomes of the values."""
