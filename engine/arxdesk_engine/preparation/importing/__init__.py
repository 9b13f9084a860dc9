"""The content of a table before its import: the columns of the file, and their possible types."""
