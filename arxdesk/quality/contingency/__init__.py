"""Contingency tables of two attributes."""
