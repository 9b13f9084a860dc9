"""The detail that is kept of quasi-identifiers, with its sentences."""
