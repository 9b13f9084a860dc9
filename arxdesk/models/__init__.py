"""Qt item models over engine objects. They know no widgets, and `data` never computes anything."""
