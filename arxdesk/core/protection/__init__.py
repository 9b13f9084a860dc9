"""Presets, series of parameters, and the population in words."""
