"""Risk: who could be found, before and after."""
