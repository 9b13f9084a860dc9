"""Quality: what was lost."""
