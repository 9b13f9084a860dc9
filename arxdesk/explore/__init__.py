"""Explore: all evaluated transformations, not only the best."""
