"""The help: pages, search, and window."""
