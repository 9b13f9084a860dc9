"""Shared parts of the forms of Configure."""
