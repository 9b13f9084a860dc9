"""Wizards: several pages that lead to one result."""
