"""Predictions from the input and from the output, with their sentences."""
