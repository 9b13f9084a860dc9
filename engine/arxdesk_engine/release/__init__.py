"""The released table: how every column is treated, the problem to be solved, and the export."""
