"""Distances between records before and after a perturbation."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Float64s, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(
    nb.float64(nb.float64[:, ::1], nb.float64[:, ::1], nb.int32[:, ::1], nb.int32[:, ::1], nb.int64, nb.int64),
    cache=True,
    nogil=True,
)
def _distance(
    before: Float64s, after: Float64s, codes_before: Int32s, codes_after: Int32s, own: int, other: int
) -> float:
    """The mean difference of two records in the columns in which both have a cell, 1 where there is none (Gower 1971).

    own is a record before, other one after; the arrays are those of `fill_distances`.
    """
    total, known = 0.0, 0
    for column in range(before.shape[1]):
        difference = abs(before[own, column] - after[other, column])
        if difference == difference:  # not NaN
            total += difference
            known += 1
    for column in range(codes_before.shape[1]):
        mine, theirs = codes_before[own, column], codes_after[other, column]
        if mine >= 0 and theirs >= 0:
            total += mine != theirs
            known += 1
    return total / known if known else 1.0


@nb.njit(
    nb.void(
        nb.float64[:, ::1],
        nb.float64[:, ::1],
        nb.int32[:, ::1],
        nb.int32[:, ::1],
        nb.int64[::1],
        nb.float64,
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def count_nearest(
    before: Float64s,
    after: Float64s,
    codes_before: Int32s,
    codes_after: Int32s,
    tried: Int64s,
    equal: float,
    ties: Int64s,
) -> None:
    """Count the records after that are nearest to some records before; distances that differ by `equal` are the same.

    tried: int64[n], the records before. ties: int64[n], written: how many are nearest to each where its own record is
    among them, otherwise 0. The other arrays are those of `fill_distances`.
    """
    for place in range(tried.size):
        own = tried[place]
        least = _distance(before, after, codes_before, codes_after, own, own)
        number = 0
        for other in range(after.shape[0]):
            distance = _distance(before, after, codes_before, codes_after, own, other)
            if distance < least - equal:
                number = 0
                break
            if distance <= least + equal:
                number += 1
        ties[place] = number


@nb.njit(
    nb.void(nb.float64[:, ::1], nb.float64[:, ::1], nb.int32[:, ::1], nb.int32[:, ::1], nb.float64[:, ::1]),
    cache=True,
    nogil=True,
)
def fill_distances(
    before: Float64s, after: Float64s, codes_before: Int32s, codes_after: Int32s, distances: Float64s
) -> None:
    """Write the distance of each record before to each after, float64[records, records].

    before, after: float64[records, numbers], numbers divided by the range of their column, NaN for a missing one.
    codes_before, codes_after: int32[records, categories], -1 for a missing one.
    """
    for own in range(before.shape[0]):
        for other in range(after.shape[0]):
            distances[own, other] = _distance(before, after, codes_before, codes_after, own, other)
