"""Explore: all the transformations that were looked at, not only the best."""
