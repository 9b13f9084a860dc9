"""Searches that find good transformations without a proof."""
