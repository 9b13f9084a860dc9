"""A table in memory: its columns as codes, their types, and how values are written."""
