"""The proven optimum, by intervals of the lattice: for quality models with losses and for those with classes."""
