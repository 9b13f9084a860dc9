"""Search algorithms from the literature, each in its own file."""
