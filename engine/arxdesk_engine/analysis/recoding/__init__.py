"""Local recoding in words."""
