"""The Pareto frontier of points for which less is better in both directions."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.exploration.alternatives import Floats, Rows


def frontier_of(x: Floats, y: Floats) -> Rows:
    """The places of the points for which no other one is at most as large in both and smaller in one, intp[m].

    The points, float64[n], ascend in x, and among equal x in y.
    """
    if len(x) == 0:
        return np.empty(0, np.intp)
    begins = np.append(True, x[1:] != x[:-1])
    starts = np.flatnonzero(begins)
    least = y[starts]  # of each x, the least y comes first
    before = np.append(np.inf, np.minimum.accumulate(least)[:-1])
    of_point = np.cumsum(begins) - 1
    return np.flatnonzero((least < before)[of_point] & (y == least[of_point]))
