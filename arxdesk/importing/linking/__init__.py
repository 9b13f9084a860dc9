"""Linking a further table about the same people to the open one."""
