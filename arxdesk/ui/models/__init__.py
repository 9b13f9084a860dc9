"""Item models of plain tables."""
