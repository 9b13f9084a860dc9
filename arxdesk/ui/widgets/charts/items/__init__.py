"""Items that charts draw."""
