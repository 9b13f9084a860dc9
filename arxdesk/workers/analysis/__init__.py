"""What Quality and Risk show, computed on workers: a file for each kind of analysis."""
