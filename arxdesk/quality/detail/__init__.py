"""How much of its detail each quasi-identifier kept."""
