"""Data frames of other libraries: a table is read from one, and its result is one of the same kind."""
