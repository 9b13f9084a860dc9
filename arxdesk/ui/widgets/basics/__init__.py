"""Labels, buttons, messages and marks."""
