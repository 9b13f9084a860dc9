"""Delimited text: what can be wrong with it, found out before and while it is read."""
