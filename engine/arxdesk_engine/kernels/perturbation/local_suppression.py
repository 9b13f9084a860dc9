"""Cells to suppress so that every tuple is compatible with k records."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Int32s, Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.void(nb.int32[:, ::1], nb.int64[::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def _count_differing(codes: Int32s, counts: Int64s, own: int, reach: Int64s) -> None:
    """Count the records that differ from a tuple in exactly each set of keys: reach int64[2^keys]."""
    tuples, keys = codes.shape
    reach[:] = 0
    for other in range(tuples):
        differing = 0
        for key in range(keys):
            mine, theirs = codes[own, key], codes[other, key]
            if mine != theirs and mine >= 0 and theirs >= 0:
                differing |= 1 << key
        reach[differing] += counts[other]


@nb.njit(nb.int64(nb.int64[::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def _cheapest(reach: Int64s, k: int, costs: Int64s) -> int:
    """The set of keys of the least cost whose suppression reaches k, the one that reaches most of several; -1: none.

    reach: int64[2^keys], the records that differ in exactly each set; added up in place over all parts of a set.
    """
    bit, sets = 1, reach.size
    while bit < sets:
        for each in range(sets):
            if each & bit:
                reach[each] += reach[each ^ bit]
        bit *= 2
    best = -1
    for each in range(1, sets):
        if reach[each] < k:
            continue
        if best < 0 or costs[each] < costs[best] or (costs[each] == costs[best] and reach[each] > reach[best]):
            best = each
    return best


@nb.njit(
    nb.void(nb.int32[:, ::1], nb.int64[::1], nb.int64[::1], nb.int64, nb.int64[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def suppress_cells(codes: Int32s, counts: Int64s, order: Int64s, k: int, costs: Int64s, reach: Int64s) -> None:
    """Suppress the cells of some tuples whose importance is least in sum, until k records are compatible with each.

    Two tuples are compatible where they agree in every key that neither suppresses. codes: int32[tuples, keys], -1 for
    a suppressed cell, changed in place. counts: int64[tuples], the records of each. order: int64[n], the tuples to look
    at, one after the other. costs: int64[2^keys], the importance of every set of keys in sum, a set being a number with
    a bit for each key. reach: int64[2^keys], scratch. A tuple that cannot reach k stays as it is.
    """
    for place in range(order.size):
        own = order[place]
        _count_differing(codes, counts, own, reach)
        if reach[0] >= k:
            continue
        best = _cheapest(reach, k, costs)
        for key in range(codes.shape[1]):
            if best > 0 and best & (1 << key):
                codes[own, key] = -1
