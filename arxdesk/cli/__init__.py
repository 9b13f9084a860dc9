"""The command line: a file for each part, over the engine alone."""
