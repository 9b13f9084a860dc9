"""Edits of a hierarchy, and the repair of faulty tables."""
