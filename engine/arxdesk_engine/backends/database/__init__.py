"""Databases: their servers group the rows, release them in a table beside, and count it again."""
