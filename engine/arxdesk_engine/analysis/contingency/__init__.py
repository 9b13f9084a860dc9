"""Pairs of values of two attributes, and their association."""
