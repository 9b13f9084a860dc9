"""Reusable parts of the screens: they take plain values and know neither document nor engine."""
