"""The transformations as a list or as tiles."""
