"""Tables of records: visible cells, the records behind a figure, their order."""
