"""The people whom known records of theirs single out, and by which."""
