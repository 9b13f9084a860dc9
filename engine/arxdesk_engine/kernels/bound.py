"""Bounds on the scores of intervals of transformations, and shrinking and splitting such intervals."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.aggregates import ARITHMETIC_MEAN, GEOMETRIC_MEAN, MAXIMUM
from arxdesk_engine.kernels.arrays import Float64s, Int16s, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb
from arxdesk_engine.kernels.prefix_tree import find_generalization

SIZE, IS_LOWER, LEAST_AT_HIGH = range(3)
"""Positions in the facts that `shrink` fills in."""

_LEAST_GAIN = 1e-6  # so that one gain of nothing does not hide the other


@nb.njit(nb.float64(nb.float64[::1], nb.int64), cache=True, nogil=True)
def aggregate(losses: Float64s, kind: int) -> float:
    """One number from weighted losses float64[attributes]; it never falls when any loss rises."""
    result = 1.0 if kind == GEOMETRIC_MEAN else 0.0
    for loss in losses:
        if kind == GEOMETRIC_MEAN:
            result *= 1.0 + loss
        elif kind == MAXIMUM:
            result = max(result, loss)
        else:
            result += loss
    if kind == GEOMETRIC_MEAN:
        return float(result ** (1.0 / losses.size) - 1.0)
    if kind == ARITHMETIC_MEAN:
        return float(result / losses.size)
    return float(result)


@nb.njit(nb.float64(nb.float64[:, ::1], nb.int16[::1], nb.int64, nb.float64[::1]), cache=True, nogil=True)
def bound_at(table: Float64s, levels: Int16s, kind: int, losses: Float64s) -> float:
    """The aggregate of one loss per attribute, looked up by level.

    table: float64[attributes, levels]; losses: float64[attributes], scratch, holds the losses afterwards.
    """
    for attribute in range(levels.size):
        losses[attribute] = table[attribute, levels[attribute]]
    return aggregate(losses, kind)


@nb.njit(
    nb.boolean(nb.int32[:, ::1], nb.int16[:, ::1], nb.int16[:, ::1], nb.int64, nb.int16[::1]), cache=True, nogil=True
)
def _is_excluded(nodes: Int32s, rows: Int16s, recent: Int16s, size: int, levels: Int16s) -> bool:
    """Whether `levels` is at or below an element of the prefix tree, or one of the first `size` rows of `recent`."""
    for row in range(size):
        below = True
        for attribute in range(levels.size):
            if levels[attribute] > recent[row, attribute]:
                below = False
                break
        if below:
            return True
    return find_generalization(nodes, rows, levels, True) != 0


@nb.njit(
    nb.float64(
        nb.int16[::1],
        nb.int16[::1],
        nb.float64[:, ::1],
        nb.float64[:, ::1],
        nb.int64,
        nb.float64,
        nb.int32[:, ::1],
        nb.int16[:, ::1],
        nb.int16[:, ::1],
        nb.int64,
        nb.float64[::1],
        nb.float64[::1],
    ),
    cache=True,
    nogil=True,
)
def shrink(
    low: Int16s,
    high: Int16s,
    table: Float64s,
    least_table: Float64s,
    kind: int,
    incumbent: float,
    nodes: Int32s,
    rows: Int16s,
    recent: Int16s,
    recent_size: int,
    losses: Float64s,
    facts: Float64s,
) -> float:
    """Drop the levels at both ends of the interval [low, high] that cannot hold anything better; in place.

    From above what the bound excludes, from below what lies in the closed set of the maximal elements in the prefix
    tree (`nodes`, `rows`) and in the first `recent_size` rows of `recent`. Returns the bound of what is left, infinite
    when nothing is. Out: facts float64[3] of what is left: how many transformations, whether `high` is lower than
    before (1 or 0), and the bound of `high` in `least_table`.
    """
    for attribute in range(low.size):
        while low[attribute] <= high[attribute]:
            level = high[attribute]
            high[attribute] = low[attribute]
            excluded = _is_excluded(nodes, rows, recent, recent_size, high)
            high[attribute] = level
            if not excluded:
                break
            low[attribute] += 1
        if low[attribute] > high[attribute]:
            return np.inf
    bound = bound_at(table, low, kind, losses)
    if bound >= incumbent:
        return np.inf
    facts[SIZE], facts[IS_LOWER] = 1.0, 0.0
    for attribute in range(low.size):
        least = losses[attribute]
        while high[attribute] > low[attribute]:
            losses[attribute] = table[attribute, high[attribute]]
            if aggregate(losses, kind) < incumbent:
                break
            high[attribute] -= 1
            facts[IS_LOWER] = 1.0
        losses[attribute] = least
        facts[SIZE] *= high[attribute] - low[attribute] + 1
    facts[LEAST_AT_HIGH] = bound_at(least_table, high, kind, losses)
    return bound


@nb.njit(
    nb.boolean(
        nb.int16[::1],
        nb.int16[::1],
        nb.float64[:, ::1],
        nb.int64,
        nb.float64[:, ::1],
        nb.int64,
        nb.float64[::1],
        nb.int64[::1],
        nb.float64[::1],
    ),
    cache=True,
    nogil=True,
)
def choose_split(
    low: Int16s,
    high: Int16s,
    table: Float64s,
    kind: int,
    gains: Float64s,
    times_above: int,
    losses: Float64s,
    split: Int64s,
    bounds: Float64s,
) -> bool:
    """Choose the division of [low, high] from which both halves are expected to gain most, as a product.

    The gain of the upper half is in the table, and a factor of the product `times_above` times; that of the lower one,
    whose upper end is still to be looked at, is expected as it was before: gains float64[attributes, levels], per split
    below level + 1. Out: split int64[2] (attribute, highest level of the lower half), bounds float64[2] of the lower
    and of the upper half. False when low equals high.
    """
    bound = bound_at(table, low, kind, losses)
    bounds[0] = bound
    best = -1.0
    for attribute in range(low.size):
        least = losses[attribute]
        for level in range(low[attribute], high[attribute]):
            losses[attribute] = table[attribute, level + 1]
            above = aggregate(losses, kind)
            merit = max(gains[attribute, level], _LEAST_GAIN)
            for _time in range(times_above):
                merit *= max(above - bound, _LEAST_GAIN)
            if merit > best:
                best = merit
                split[0], split[1] = attribute, level
                bounds[1] = above
        losses[attribute] = least
    return best >= 0.0
