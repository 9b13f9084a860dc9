"""Limits and weights of a search: suppression, quality, population, costs."""
