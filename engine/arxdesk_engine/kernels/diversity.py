"""Verdicts on the histogram of each class: entropy, recursion, and the frequency of each value against the table's."""

from __future__ import annotations

import math

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Float64s, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb

SLACK = 1e-12
"""Relative differences below this count as equal: rounding never decides."""


@nb.njit(nb.float64(nb.int64[::1], nb.float64[::1]), cache=True, nogil=True)
def _weighted_logarithms(counts: Int64s, logarithms: Float64s) -> float:
    """The sum of f log(f) over the counts f of one class."""
    total = 0.0
    for count in counts:
        total += count * logarithms[count]
    return total


@nb.njit(nb.boolean(nb.float64, nb.int64, nb.float64, nb.float64), cache=True, nogil=True)
def _is_below(total: float, size: int, least: float, slack: float) -> bool:
    """Whether the entropy of `size` records is below `least`; `total` is the sum of f log(f)."""
    of_size = math.log(size) if size > 0 else 0.0
    return total > size * (of_size - least) + slack * size * (1.0 + of_size)


@nb.njit(
    nb.void(nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.float64[::1], nb.float64, nb.float64, nb.boolean[::1]),
    cache=True,
    nogil=True,
)
def entropy_is_below(
    starts: Int64s, counts: Int64s, sizes: Int64s, logarithms: Float64s, least: float, slack: float, violating: Bools
) -> None:
    """Mark classes whose entropy is below `least`, in nats: sum of f log(f) > n (ln(n) - least).

    starts int64[classes + 1], counts int64[entries] f: histograms. sizes int64[classes] n. `logarithms` holds those of
    every count up to the largest class, or what an estimator puts in their place. The sums may differ by `slack`,
    relatively. Out: violating bool[classes], only set true.
    """
    for each in range(sizes.size):
        total = _weighted_logarithms(counts[starts[each] : starts[each + 1]], logarithms)
        if _is_below(total, sizes[each], least, slack):
            violating[each] = True


@nb.njit(
    nb.void(
        nb.int64[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.float64[::1],
        nb.float64,
        nb.int64,
        nb.float64,
        nb.float64,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def count_entropy_lacking(
    starts: Int64s,
    counts: Int64s,
    sizes: Int64s,
    logarithms: Float64s,
    least: float,
    fewest: int,
    slack: float,
    rounding: float,
    violating: Bools,
    lacking: Int64s,
) -> None:
    """n (1 - H / least), rounded up, where the entropy H of n records is too small by more than `slack`.

    Arguments as for `entropy_is_below`; `fewest` values are needed besides, `rounding` is the part of a record that
    sums may be wrong by. Only violating classes are looked at. Out: lacking int64[classes], 1 to n or 0.
    """
    for each in range(sizes.size):
        size = sizes[each]
        lacking[each] = 0
        if not violating[each] or size == 0:
            continue
        within = counts[starts[each] : starts[each + 1]]
        total = _weighted_logarithms(within, logarithms)
        if within.size < fewest or _is_below(total, size, least, slack):
            kept = (size * logarithms[size] - total) / least
            lacking[each] = min(max(np.int64(math.ceil(size - kept - rounding)), np.int64(1)), size)


@nb.njit(
    nb.void(nb.int64[::1], nb.int64[::1], nb.float64, nb.int64, nb.int64[::1]),
    cache=True,
    nogil=True,
)
def count_excess(starts: Int64s, counts: Int64s, factor: float, rank: int, excess: Int64s) -> None:
    """How many records are too many for every value to be rarer than `factor` times those from `rank` on together.

    starts int64[classes + 1], counts int64[entries]: histograms; `rank` from 1, the most frequent. Out: excess
    int64[classes], 0 where the class is as it should be; all records where there are fewer values than `rank`.
    """
    highest = np.empty(rank, np.int64)  # the `rank` - 1 largest counts, falling
    for each in range(starts.size - 1):
        first, end = starts[each], starts[each + 1]
        highest[:] = 0
        rest = np.int64(0)
        for entry in range(first, end):
            count = counts[entry]
            rest += count
            place = rank - 2
            if place >= 0 and count > highest[place]:
                while place > 0 and highest[place - 1] < count:
                    highest[place] = highest[place - 1]
                    place -= 1
                highest[place] = count
        if end - first < rank:
            excess[each] = rest
            continue
        for place in range(rank - 1):
            rest -= highest[place]
        most = np.int64(np.ceil(min(factor * rest * (1.0 - SLACK), 9e18))) - 1
        total = np.int64(0)
        for entry in range(first, end):
            total += max(np.int64(0), counts[entry] - most)
        excess[each] = total


@nb.njit(
    nb.void(
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.float64[::1],
        nb.float64[::1],
        nb.boolean,
        nb.boolean[::1],
    ),
    cache=True,
    nogil=True,
)
def share_is_outside(
    starts: Int64s,
    values: Int32s,
    counts: Int64s,
    sizes: Int64s,
    least: Float64s,
    most: Float64s,
    must_have_all: bool,
    violating: Bools,
) -> None:
    """Mark classes in which the share of a value that occurs is below `least` or above `most` of the value.

    starts int64[classes + 1], values int32[entries], counts int64[entries]: histograms; sizes int64[classes]. least
    and most float64[values]. With `must_have_all` a class that lacks a value with most > 0 violates, too. Out:
    violating bool[classes], only set true.
    """
    wanted = 0
    if must_have_all:
        for value in range(most.size):
            wanted += most[value] > 0.0
    for each in range(sizes.size):
        if must_have_all and sizes[each] > 0 and starts[each + 1] - starts[each] < wanted:
            violating[each] = True
            continue
        for entry in range(starts[each], starts[each + 1]):
            value = values[entry]
            if not least[value] * sizes[each] <= counts[entry] <= most[value] * sizes[each]:
                violating[each] = True
                break


@nb.njit(
    nb.void(
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.float64[::1],
        nb.float64,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def count_above_shares(
    starts: Int64s,
    values: Int32s,
    counts: Int64s,
    sizes: Int64s,
    most: Float64s,
    rounding: float,
    violating: Bools,
    least: Int64s,
) -> None:
    """X / (1 - M), rounded up: X records are above the limits of their values, which are M together.

    Arguments as for `share_is_outside`; `rounding` is the part of a record that sums may be wrong by. Only violating
    classes are looked at. Out: least int64[classes], 1 to all of them, only set where X > 0.
    """
    for each in range(sizes.size):
        if not violating[each]:
            continue
        size, too_many, limits = sizes[each], 0.0, 0.0
        for entry in range(starts[each], starts[each + 1]):
            limit = most[values[entry]]
            excess = counts[entry] - limit * size
            if excess > 0.0:
                too_many += excess
                limits += limit
        if too_many > 0.0:
            share = math.ceil(min(too_many / max(1.0 - limits, rounding) - rounding, 9e18))
            least[each] = min(max(np.int64(share), np.int64(1)), size)
