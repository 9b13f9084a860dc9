"""Hierarchies: how the values of an attribute become coarser, level by level."""
