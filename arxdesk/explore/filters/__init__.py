"""Which transformations are shown."""
