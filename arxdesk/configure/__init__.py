"""Configure: the meaning of each column, and the required safety."""
