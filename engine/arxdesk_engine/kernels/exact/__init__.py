"""The exact search in one piece, where arrays can state the problem: the queue of intervals, and dives into them."""
