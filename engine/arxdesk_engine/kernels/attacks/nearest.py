"""The released tuples that are nearest to people: the mean of the distances in single columns (Gower 1971).

A label that covers a value is at no distance of it; otherwise the gap between them on the scale is divided by the range
of the column, and is 1 at most; without a scale labels that do not cover a value are at the distance 1. Tuples are left
as soon as they are farther than the second nearest record.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int32s, Int64s
from arxdesk_engine.kernels.jit import group_type, nb


class Gaps(NamedTuple):
    """Columns one behind the other.

    The labels that cover value v of column a are `covering[starts[firsts[a] + v]:starts[firsts[a] + v + 1]]`. Value v
    is at `positions[values[a] + v]` on its scale, label l reaches from `low[labels[a] + l]` to `high[labels[a] + l]`,
    NaN without a place. `ranges` float64[columns] are those of the scales.
    """

    covering: Int32s
    starts: Int64s
    firsts: Int64s
    values: Int64s
    labels: Int64s
    positions: Float64s
    low: Float64s
    high: Float64s
    ranges: Float64s


class NearestFigures(NamedTuple):
    """Of each target: the distance of the nearest and of the second nearest record, float64[targets] each; how many
    records are as near as the nearest, int64[targets]; and the distance of its own tuple, float64[targets]."""

    nearest: Float64s
    second: Float64s
    ties: Int64s
    own: Float64s


_GAPS = group_type(
    Gaps,
    *(nb.int32[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1]),
    *(nb.float64[::1], nb.float64[::1], nb.float64[::1], nb.float64[::1]),
)
_NEAREST = group_type(NearestFigures, nb.float64[::1], nb.float64[::1], nb.int64[::1], nb.float64[::1])


@nb.njit(nb.void(nb.int32[::1], _GAPS, nb.float64[::1]), cache=True, nogil=True)
def _of_labels(target: Int32s, given: Gaps, found: Float64s) -> None:
    """The distance of a target, int32[columns], to every label of every column, float64[labels]."""
    columns = target.size
    for column in range(columns):
        position = given.positions[given.values[column] + target[column]]
        for place in range(given.labels[column], given.labels[column + 1]):
            if np.isnan(position) or np.isnan(given.low[place]):
                found[place] = 1.0
                continue
            gap = max(given.low[place] - position, position - given.high[place], 0.0)
            found[place] = min(1.0, gap / given.ranges[column])
        first = given.firsts[column] + target[column]
        for pair in range(given.starts[first], given.starts[first + 1]):
            found[given.labels[column] + given.covering[pair]] = 0.0


@nb.njit(
    nb.void(nb.int32[:, ::1], nb.int64[::1], nb.int32[:, ::1], nb.int64[::1], nb.float64, _GAPS, _NEAREST),
    cache=True,
    nogil=True,
)
def find_nearest(
    targets: Int32s,
    own: Int64s,
    tuples: Int32s,
    records: Int64s,
    equal: float,
    given: Gaps,
    figures: NearestFigures,
) -> None:
    """Find the records nearest to targets int32[targets, columns] among tuples int32[tuples, columns], of which there
    are `records` int64[tuples] each; `own` int64[targets] is the tuple of a target, -1 for none. Sums that differ by
    less than `equal` are the same."""
    number, columns = targets.shape
    of_label = np.empty(given.labels[columns], np.float64)
    for target in range(number):
        _of_labels(targets[target], given, of_label)
        best, second, ties = np.inf, np.inf, 0
        for each in range(records.size):
            total = 0.0
            for column in range(columns):
                total += of_label[given.labels[column] + tuples[each, column]]
                if total > second + equal:
                    break
            if total < best - equal:
                second = best if records[each] == 1 else total
                best, ties = total, records[each]
            elif total <= best + equal:
                ties += records[each]
                second = min(second, total)
            elif total < second:
                second = total
        figures.nearest[target] = best / columns
        figures.second[target] = second / columns
        figures.ties[target] = ties
        total = np.inf
        if own[target] >= 0:
            total = 0.0
            for column in range(columns):
                total += of_label[given.labels[column] + tuples[own[target], column]]
        figures.own[target] = total / columns
