"""Filters of transformations."""
