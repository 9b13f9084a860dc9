"""Making a transformation real: from codes and levels to an output table."""
