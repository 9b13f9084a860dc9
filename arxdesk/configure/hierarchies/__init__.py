"""Hierarchies: shown, edited, read and written."""
