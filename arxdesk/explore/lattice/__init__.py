"""The lattice, drawn: as a strip of heights, as a whole, and around the selection."""
