"""Risk estimates: the chance of finding somebody in a table."""
