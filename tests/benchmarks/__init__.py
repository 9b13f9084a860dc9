"""Measurements beside the published figures: one module for each table or figure, run with `python -m`."""
