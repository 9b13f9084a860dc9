"""How large the groups are that look the same."""
