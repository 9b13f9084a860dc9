"""Dialogs: each takes values and returns a value; none knows the document."""
