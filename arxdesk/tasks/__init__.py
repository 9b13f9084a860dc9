"""Long work on threads of its own: the only place that starts any."""
