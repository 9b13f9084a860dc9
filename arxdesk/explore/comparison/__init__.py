"""Two transformations side by side."""
