"""How often values of two attributes occur together."""
