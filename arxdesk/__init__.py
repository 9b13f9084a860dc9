"""The desktop application and the command line over `engine`."""

__version__ = "0.1.0"
