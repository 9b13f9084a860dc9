"""The smallest keys to one person."""
