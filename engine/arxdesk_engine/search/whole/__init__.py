"""All transformations of a lattice: walked through, classified, listed."""
