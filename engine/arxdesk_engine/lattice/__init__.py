"""The lattice of transformations, never held in memory as a whole."""
