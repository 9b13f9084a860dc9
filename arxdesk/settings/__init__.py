"""The settings of the user."""
