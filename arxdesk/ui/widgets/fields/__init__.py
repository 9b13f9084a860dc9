"""Fields: numbers, choices, ranges, expressions."""
