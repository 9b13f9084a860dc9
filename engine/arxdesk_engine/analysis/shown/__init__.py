"""What tables of records show: cells, records behind a figure, their order."""
