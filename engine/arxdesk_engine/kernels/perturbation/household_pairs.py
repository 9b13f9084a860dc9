"""Pairs of households of different areas."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def pair_households(
    wanted: Int64s, quota: Int64s, bucket: Int64s, area: Int64s, order: Int64s, first: Int64s, partners: Int64s
) -> int:
    """Give households a partner: the first one in the order of their bucket that is free and of another area.

    wanted: int64[n], the households that are to get one, in this order. quota: int64[areas], changed: a household gets
    one while that of its area is above 0, and each pair takes 1 off those of both its areas. bucket, area:
    int64[households]. order: int64[households], the households bucket by bucket. first: int64[buckets + 1], where each
    bucket begins in it; changed. partners: int64[households], -1 for a free one; changed. Returns the number of pairs.
    """
    ends = first.copy()
    pairs = 0
    for place in range(wanted.size):
        own = wanted[place]
        if partners[own] >= 0 or quota[area[own]] <= 0:
            continue
        there = bucket[own]
        at = first[there]
        while at < ends[there + 1]:
            other = order[at]
            if partners[other] >= 0:
                if at == first[there]:
                    first[there] += 1
            elif area[other] != area[own]:
                partners[own], partners[other] = other, own
                quota[area[own]] -= 1
                quota[area[other]] -= 1
                pairs += 1
                break
            at += 1
    return pairs
