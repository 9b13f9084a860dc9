"""Columns that look like identifiers."""
