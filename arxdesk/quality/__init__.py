"""Quality: the detail that was lost."""
