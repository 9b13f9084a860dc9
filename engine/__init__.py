"""The anonymization engine: a library without screen, prints or global state."""
