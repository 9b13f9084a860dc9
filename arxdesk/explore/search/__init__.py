"""A search on screen: its progress, its improvements, and a comparison with earlier ones."""
