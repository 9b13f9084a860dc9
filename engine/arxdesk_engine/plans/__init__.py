"""Plans: what a finished run did to its table, done the same way to other rows."""
