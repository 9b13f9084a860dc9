"""Immutable values of the document: results, provenance, content of the table."""
