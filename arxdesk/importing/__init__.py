"""The way from a file or a database to a project: what is read, as what, and which part each column plays."""
