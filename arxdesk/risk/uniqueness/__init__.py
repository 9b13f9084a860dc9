"""Uniqueness in the population."""
