"""The verdict over what was lost."""
