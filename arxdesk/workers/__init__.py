"""Long work on threads: the only place that starts any, and that calls long engine functions."""
