"""Values drawn for the labels of a released table, from what it shows alone."""
