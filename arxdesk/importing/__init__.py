"""Import of a file or a database into a project: reading, types, and roles of columns."""
