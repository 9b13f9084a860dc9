"""The anonymization engine: a library without screen, prints or global state."""

__version__ = "0.1.0"
