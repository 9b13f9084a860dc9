"""Properties of input and output."""
