"""Equivalence classes: records that share the generalized values of their quasi-identifiers."""
