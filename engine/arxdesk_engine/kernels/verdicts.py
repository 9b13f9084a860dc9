"""Sums over the classes of one transformation that are suppressed, and over those that are kept."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int64s
from arxdesk_engine.kernels.jit import nb

KEPT, SMALLEST_KEPT, LARGEST_KEPT, KEPT_FACTS = range(4)
"""Positions in the `facts` int64 of `describe_kept`, and their number."""


@nb.njit(nb.int64(nb.int64[::1], nb.boolean[::1]), cache=True, nogil=True)
def records_of(counts: Int64s, chosen: Bools) -> int:
    """The records of the chosen classes: counts int64[classes], chosen bool[classes]."""
    total = np.int64(0)
    for each in range(counts.size):
        total += counts[each] if chosen[each] else np.int64(0)
    return int(total)


@nb.njit(nb.void(nb.int64[::1], nb.boolean[::1], nb.int64[::1]), cache=True, nogil=True)
def describe_kept(counts: Int64s, violating: Bools, facts: Int64s) -> None:
    """How many classes with a record are kept, and the sizes of the smallest and the largest, 0 without any.

    counts int64[classes], violating bool[classes]. Out: facts int64[KEPT_FACTS].
    """
    kept, smallest, largest = 0, np.int64(0), np.int64(0)
    for each in range(counts.size):
        size = counts[each]
        if size > 0 and not violating[each]:
            smallest = size if kept == 0 else min(smallest, size)
            largest = max(largest, size)
            kept += 1
    facts[KEPT], facts[SMALLEST_KEPT], facts[LARGEST_KEPT] = kept, smallest, largest
