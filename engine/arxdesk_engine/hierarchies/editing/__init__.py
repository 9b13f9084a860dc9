"""Changes of a hierarchy by hand, and what mends a table that is no hierarchy yet."""
