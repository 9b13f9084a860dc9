"""The main window: rail, command bar, menus, actions, status bar."""
