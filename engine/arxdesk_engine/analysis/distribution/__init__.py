"""Distributions and summaries of an attribute, with their sentences."""
