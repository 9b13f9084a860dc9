"""Local recoding as people say it."""
