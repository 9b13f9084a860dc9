"""The columns: type, role, what becomes of each."""
