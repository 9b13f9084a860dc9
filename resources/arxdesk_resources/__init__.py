"""Data that ships with ArxDesk: icons, style, help pages, examples. Read through importlib.resources."""
