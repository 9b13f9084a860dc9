"""The actions of a user on a project: open, search, apply, save, recover."""
