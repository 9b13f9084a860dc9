"""Removed records recoded as a table of their own."""
