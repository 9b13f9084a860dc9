"""How anybody reads the labels of a release: what they cover, where they begin and end."""
