"""Attributes ranked by how well they identify people."""
