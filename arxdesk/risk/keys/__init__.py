"""The smallest keys that single out one person."""
