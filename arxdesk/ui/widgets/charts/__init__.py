"""Charts, their axes, legends and menus."""
