"""The verdict over the risk, its figures and thresholds."""
