"""Bounds on the scores of intervals of transformations, and shrinking and splitting such intervals."""

from __future__ import annotations

import numba as nb
import numpy as np

from engine.kernels.aggregates import ARITHMETIC_MEAN, GEOMETRIC_MEAN, MAXIMUM
from engine.kernels.arrays import Float64s, Int16s


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


@nb.njit(nb.boolean(nb.int16[:, ::1], nb.int64, nb.int16[::1]), cache=True, nogil=True)
def is_covered(maximal: Int16s, size: int, levels: Int16s) -> bool:
    """Whether `levels` is at or below one of the first `size` rows of `maximal`, int16[>= size, attributes]."""
    for row in range(size):
        below = True
        for attribute in range(levels.size):
            if levels[attribute] > maximal[row, attribute]:
                below = False
                break
        if below:
            return True
    return False


@nb.njit(
    nb.float64(
        nb.int16[::1],
        nb.int16[::1],
        nb.float64[:, ::1],
        nb.int64,
        nb.float64,
        nb.int16[:, ::1],
        nb.int64,
        nb.float64[::1],
    ),
    cache=True,
    nogil=True,
)
def shrink(
    low: Int16s,
    high: Int16s,
    table: Float64s,
    kind: int,
    incumbent: float,
    excluded: Int16s,
    size: int,
    losses: Float64s,
) -> float:
    """Drop the levels at both ends of the interval [low, high] that cannot hold anything better; in place.

    From above what the bound excludes, from below what lies in the closed set of the `size` maximal elements in
    `excluded`. Returns the bound of what is left, infinite when nothing is.
    """
    for attribute in range(low.size):
        while low[attribute] <= high[attribute]:
            level = high[attribute]
            high[attribute] = low[attribute]
            covered = is_covered(excluded, size, high)
            high[attribute] = level
            if not covered:
                break
            low[attribute] += 1
        if low[attribute] > high[attribute]:
            return np.inf
    bound = bound_at(table, low, kind, losses)
    if bound >= incumbent:
        return np.inf
    for attribute in range(low.size):
        least = losses[attribute]
        while high[attribute] > low[attribute]:
            losses[attribute] = table[attribute, high[attribute]]
            if aggregate(losses, kind) < incumbent:
                break
            high[attribute] -= 1
        losses[attribute] = least
    return bound


@nb.njit(nb.int64(nb.int16[::1], nb.int16[::1], nb.float64[:, ::1]), cache=True, nogil=True)
def costliest_split(low: Int16s, high: Int16s, table: Float64s) -> int:
    """The attribute whose upper half of levels loses most more than its lowest level; -1 when low equals high."""
    best, most = -1, -1.0
    for attribute in range(low.size):
        if low[attribute] < high[attribute]:
            middle = (low[attribute] + high[attribute]) // 2
            cost = table[attribute, middle + 1] - table[attribute, low[attribute]]
            if cost > most:
                best, most = attribute, cost
    return best
