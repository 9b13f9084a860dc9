"""The columns: type, role and treatment."""
