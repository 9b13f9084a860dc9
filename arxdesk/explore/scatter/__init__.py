"""Score against risk, and what protection costs."""
