"""Tables that stay where they are: an engine groups them, applies a transformation to them, and counts the result."""
