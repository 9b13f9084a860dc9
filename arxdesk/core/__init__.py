"""The open project as observable state: its document, its configuration, and the undoable changes."""
