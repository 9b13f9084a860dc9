"""Pinned transformations, and the selected one."""
