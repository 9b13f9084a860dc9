"""A search as it is seen: how it goes on, what it found when, and how it compares to others."""
