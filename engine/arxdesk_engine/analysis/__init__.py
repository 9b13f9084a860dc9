"""Figures about a table before and after."""
