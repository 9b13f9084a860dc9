"""Export wizard: columns, place, format, and the result."""
