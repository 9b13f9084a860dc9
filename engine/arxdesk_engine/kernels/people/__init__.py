"""Kernels for tables in which a person may have several records."""
