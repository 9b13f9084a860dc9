"""Reports on paper: blocks of a document laid out on pages, and drawn. Lengths are in tenths of a point."""
