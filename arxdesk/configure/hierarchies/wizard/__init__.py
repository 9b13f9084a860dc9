"""The hierarchy wizard: kind, settings, and the resulting generalizations."""
