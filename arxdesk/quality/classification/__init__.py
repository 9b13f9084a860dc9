"""Predictions from input and output."""
