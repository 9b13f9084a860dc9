"""Frames: panes, dialogs, pages, bars."""
