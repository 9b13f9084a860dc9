"""The loops of perturbation: pairs of ranks and of households, cells to leave out, near records, days of events."""
