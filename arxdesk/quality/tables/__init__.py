"""Input and output side by side."""
