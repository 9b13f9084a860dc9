"""The loops of perturbation: pairs of ranks and of households, cells to leave out, groups of near records."""
