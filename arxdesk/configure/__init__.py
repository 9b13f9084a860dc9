"""Configure: what each column is, and how safe the table must be."""
