"""What a user can do with a project: open, search, apply, save, recover."""
