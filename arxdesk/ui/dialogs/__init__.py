"""Dialogs that every feature uses."""
