"""Risk: chances of re-identification, before and after."""
