"""Pairs of records that are near in rank."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Float64s, Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.void(nb.int64[::1], nb.int64), cache=True, nogil=True)
def _take(free: Int64s, rank: int) -> None:
    """Count a rank as free no more."""
    place = rank + 1
    while place < free.size:
        free[place] -= 1
        place += place & -place


@nb.njit(nb.void(nb.int64, nb.float64[::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True)
def pair_ranks(window: int, draws: Float64s, free: Int64s, partners: Int64s) -> None:
    """Give every rank a partner at most `window` ranks away, each that is left drawn with the same probability.

    Ranks are gone through from the lowest; one without a free rank in its window keeps its value. `draws` float64[n] in
    [0, 1) decide. `free` int64[n + 1], scratch, counts free ranks in a tree of partial sums (Fenwick 1994). Out:
    partners int64[n], the rank itself for one without a partner.
    """
    ranks = partners.size
    for place in range(1, ranks + 1):
        free[place] = place & -place
    top = 1
    while top * 2 <= ranks:
        top *= 2
    for rank in range(ranks):
        partners[rank] = -1
    for rank in range(ranks):
        if partners[rank] >= 0:
            continue
        partners[rank] = rank
        _take(free, rank)
        end, count = min(ranks, rank + window + 1), 0
        while end > 0:
            count += free[end]
            end -= end & -end
        if count == 0:
            continue
        wanted = min(int(draws[rank] * count), count - 1) + 1
        place, step = 0, top
        while step > 0:
            if place + step <= ranks and free[place + step] < wanted:
                place += step
                wanted -= free[place]
            step //= 2
        partners[rank], partners[place] = place, rank
        _take(free, place)
