"""Earth mover's distances between the distribution of a sensitive attribute in each class and in the table.

All of them in whole numbers: with P records of a value in the table of N records and f in the class of n, the
differences f N - P n are compared, so that no rounding decides whether a distance is within its limit.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb

_VALUES_PER_PRESENT = 8
"""Up to so many values for each that occurs all of them are gone through: that needs no order and no search."""
_MOST_MOVES_PER_VALUE = 16
"""Sorting that would move values farther than that is left to a method for many."""


@nb.njit(
    nb.void(nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.float64[::1]),
    cache=True,
    nogil=True,
)
def equal_distance(
    starts: Int64s, values: Int32s, counts: Int64s, sizes: Int64s, overall: Int64s, distances: Float64s
) -> None:
    """The distance where every value is equally far from every other: the sum of all surpluses.

    starts int64[classes + 1], values int32[entries], counts int64[entries]: histograms; sizes int64[classes]; overall
    int64[values]. Out: distances float64[classes], times N n, exact below 2^53.
    """
    records = overall.sum()
    for each in range(sizes.size):
        size, total = sizes[each], np.int64(0)
        for entry in range(starts[each], starts[each + 1]):
            total += max(np.int64(0), counts[entry] * records - overall[values[entry]] * size)
        distances[each] = total


@nb.njit(nb.int64(nb.int64[::1], nb.int64, nb.int64, nb.int64), cache=True, nogil=True)
def _first_above(sums: Int64s, low: int, high: int, limit: int) -> int:
    """The first place from `low` on, before `high`, where rising sums are above `limit`; `high` where none is."""
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > limit:
            high = middle
        else:
            low = middle + 1
    return low


@nb.njit(nb.void(nb.int64[::1]), cache=True, nogil=True)
def _sort(values: Int64s) -> None:
    """Sort in place; few values, or such in order, by insertion."""
    moves = np.int64(0)
    for each in range(1, values.size):
        value, place = values[each], each
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
            moves += 1
        values[place] = value
        if moves > _MOST_MOVES_PER_VALUE * values.size:
            values.sort()
            return


@nb.njit(
    nb.void(nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.float64[::1]),
    cache=True,
    nogil=True,
)
def ordered_distance(
    starts: Int64s, values: Int32s, counts: Int64s, sizes: Int64s, overall: Int64s, distances: Float64s
) -> None:
    """The distance where values stand in a row, each one step from the next: the sum of all cumulated differences.

    Arguments as for `equal_distance`, codes in the order of the values. Between two values that occur in the class the
    cumulated difference only falls, so that its absolute values add up in two parts; where most values occur they are
    added one by one. Out: distances float64[classes], times N n (values - 1), exact below 2^53.
    """
    length = overall.size
    sums = np.cumsum(overall)
    sums_of_sums = np.cumsum(sums)
    records = sums[length - 1]
    present = np.empty(length, np.int64)
    amounts = np.zeros(length, np.int64)
    for each in range(sizes.size):
        size, first = sizes[each], starts[each]
        number = starts[each + 1] - first
        for entry in range(number):
            value = np.int64(values[first + entry])
            amounts[value] = counts[first + entry]
            present[entry] = value
        total, seen, place = np.int64(0), np.int64(0), np.int64(0)
        if length <= _VALUES_PER_PRESENT * number:
            for code in range(length):
                seen += amounts[code]
                total += abs(seen * records - sums[code] * size)
                amounts[code] = 0
            distances[each] = total
            continue
        _sort(present[:number])
        for entry in range(number + 1):
            end = present[entry] if entry < number else np.int64(length)
            if end > place and size > 0:
                before = sums_of_sums[place - 1] if place > 0 else np.int64(0)
                until = sums_of_sums[end - 1]
                if seen * records >= sums[end - 1] * size:  # none of the differences is negative
                    total += (end - place) * seen * records - size * (until - before)
                elif seen * records <= sums[place] * size:  # none is positive
                    total += size * (until - before) - (end - place) * seen * records
                else:
                    middle = _first_above(sums, int(place), int(end), int(seen * records // size))
                    between = sums_of_sums[middle - 1] if middle > 0 else np.int64(0)
                    total += (middle - place) * seen * records - size * (between - before)
                    total += size * (until - between) - (end - middle) * seen * records
            if entry < number:
                seen += amounts[end]
                amounts[end] = 0
                place = end
        distances[each] = total


@nb.njit(
    nb.void(
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.int32[:, ::1],
        nb.int64[:, ::1],
        nb.float64[::1],
    ),
    cache=True,
    nogil=True,
)
def hierarchical_distance(
    starts: Int64s,
    values: Int32s,
    counts: Int64s,
    sizes: Int64s,
    parents: Int32s,
    overall: Int64s,
    distances: Float64s,
) -> None:
    """The distance where values are leaves of a tree of height H: h / H where their first common node has height h.

    Histograms as for `equal_distance`. parents int32[H, nodes]: parents[h, v] is the node at height h + 1 above node v
    at height h, leaves at 0. overall int64[H + 1, nodes]: records below each node. A node moves the smaller of the
    surplus and the deficit of its children at its height; only nodes above values that occur in the class have a
    surplus below them. Out: distances float64[classes], times N n H, exact below 2^53.
    """
    height, width = parents.shape
    records = overall[0].sum()
    nodes = np.empty((2, width), np.int64)
    here, above = np.zeros(width, np.int64), np.zeros(width, np.int64)
    surplus = np.zeros(width, np.int64)
    is_listed = np.zeros(width, np.bool_)
    for each in range(sizes.size):
        size = sizes[each]
        number = starts[each + 1] - starts[each]
        for entry in range(number):
            value = np.int64(values[starts[each] + entry])
            nodes[0, entry] = value
            here[value] = counts[starts[each] + entry]
        total = np.int64(0)
        for level in range(height):
            now, then = level % 2, 1 - level % 2
            listed = 0
            for entry in range(number):
                node = nodes[now, entry]
                parent = np.int64(parents[level, node])
                if not is_listed[parent]:
                    is_listed[parent] = True
                    nodes[then, listed] = parent
                    listed += 1
                above[parent] += here[node]
                surplus[parent] += max(np.int64(0), here[node] * records - overall[level, node] * size)
                here[node] = 0
            for entry in range(listed):
                node = nodes[then, entry]
                difference = above[node] * records - overall[level + 1, node] * size
                total += (level + 1) * min(surplus[node], surplus[node] - difference)
                surplus[node] = 0
                is_listed[node] = False
                here[node] = above[node]
                above[node] = 0
            number = listed
        for entry in range(number):
            here[nodes[height % 2, entry]] = 0
        distances[each] = total
