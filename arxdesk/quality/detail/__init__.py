"""The detail kept of each quasi-identifier."""
