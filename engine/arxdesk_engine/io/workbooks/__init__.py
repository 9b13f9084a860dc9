"""Workbooks: a guard, reading and writing."""
