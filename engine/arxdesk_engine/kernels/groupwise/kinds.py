"""The kinds of rules that a group can be judged by, as `rules.holds` numbers them."""

DISTINCT, ENTROPY, RECURSIVE, SHARES, EQUAL, ORDERED, HIERARCHICAL = range(7)
"""At least `rank` values; an entropy of at least `limit` nats of at least `rank` values, with the logarithms in `real`;
a value rarer than `limit` times those from the `rank`-th on; shares between the two halves of `real`, every value
present where `rank` is 1; a distance of at most `limit` times the records to the distribution in `whole`, where all are
equally far apart, stand in a row, or are leaves of the tree in `parents`."""
