"""Many points with a logarithmic upward axis: which of them nothing beats, which are near, how dense they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.exploration.pareto import frontier_of

Floats = NDArray[np.float64]
Places = NDArray[np.intp]

MOST_POINTS = 5_000
"""More of them are drawn as a density."""
ACROSS, UP = 128, 80
"""The cells of a density."""
ROOM = 0.03
"""The share of the range that is left free at each side."""
LEAST_SPAN = 0.3
"""In powers of ten: risks that are all equal do not fill the axis from top to bottom."""


class Window(NamedTuple):
    """A part of the plane: from `left` to `right`, and from `low` to `high` in powers of ten."""

    left: float
    right: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class Cloud:
    """Points float64[n], ascending in x and among equal ones in y; y is not negative.

    `up` float64[n] is the power of ten of y, `floor` the one at which 0 is drawn (-inf if no y is 0). `frontier`
    intp[m] are the places of the points that are not dominated (`exploration.pareto.frontier_of`).
    """

    x: Floats
    y: Floats
    up: Floats
    floor: float
    frontier: Places

    def __len__(self) -> int:
        return len(self.x)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """The drawing of a cloud within a window: `shown` single points, or the density of all of them.

    `density` float32[UP, ACROSS] is from 0 (none) to 1, logarithmic in the number of points, its first row the lowest;
    `marked` bool[n] are emphasized points (None: all are alike), `marked_density` their density.
    """

    cloud: Cloud
    window: Window
    shown: Places
    density: NDArray[np.float32] | None
    marked: NDArray[np.bool_] | None
    marked_density: NDArray[np.float32] | None


def cloud_of(x: Floats, y: Floats) -> tuple[Places, Cloud]:
    """The points in their order: the places they come from, and the cloud."""
    order = np.lexsort((y, x))
    x, y = x[order], y[order]
    return order, cloud_of_points(x, y, frontier_of(x, y))


def cloud_of_points(x: Floats, y: Floats, frontier: Places) -> Cloud:
    """The cloud of points that are in their order, with their frontier."""
    positive = y[y > 0]
    floor = -math.inf
    if len(positive) < len(y):
        floor = math.floor(math.log10(positive.min())) - 1.0 if len(positive) else -3.0
    up = np.full(len(y), floor)
    np.log10(y, out=up, where=y > 0)
    return Cloud(x, y, up, floor, frontier)


def whole_of(cloud: Cloud, across: float = ROOM, upward: float = 2 * ROOM) -> Window:
    """A window that holds all points, with these shares of the range left free around them."""
    if len(cloud) == 0:
        return Window(0.0, 1.0, -2.0, 0.0)
    left, right = float(cloud.x[0]), float(cloud.x[-1])
    low, high = float(cloud.up.min()), float(cloud.up.max())
    span = (right - left) or max(abs(left), 1e-9)
    missing = max(0.0, LEAST_SPAN * 2 - (high - low)) / 2
    low, high = (low, high + 2 * missing) if low == cloud.floor else (low - missing, high + missing)
    room = (high - low) * upward
    return Window(left - span * across, right + span * across, low - room, high + room)


def inside(cloud: Cloud, window: Window) -> Places:
    """The places of the points within a window, its edges included."""
    first, last = np.searchsorted(cloud.x, window.left, "left"), np.searchsorted(cloud.x, window.right, "right")
    up = cloud.up[first:last]
    return np.flatnonzero((up >= window.low) & (up <= window.high)) + first


def nearest(cloud: Cloud, x: float, up: float, across: float, upward: float) -> int:
    """The place of the point nearest to a place, at most so far away (`across` and `upward` count as one); else -1."""
    found = inside(cloud, Window(x - across, x + across, up - upward, up + upward))
    if len(found) == 0 or across <= 0 or upward <= 0:
        return -1
    far = ((cloud.x[found] - x) / across) ** 2 + ((cloud.up[found] - up) / upward) ** 2
    best = int(np.argmin(far))
    return int(found[best]) if far[best] <= 1.0 else -1


def draw(cloud: Cloud, window: Window, marked: NDArray[np.bool_] | None) -> Drawing:
    """The drawing of a cloud within a window."""
    found = inside(cloud, window)
    if len(found) <= MOST_POINTS:
        return Drawing(cloud, window, found, None, marked, None)
    counts = _counted(cloud, window, found)
    of_marked = None if marked is None else _shaded(_counted(cloud, window, found[marked[found]]), counts.max())
    return Drawing(cloud, window, np.empty(0, np.intp), _shaded(counts, counts.max()), marked, of_marked)


def _counted(cloud: Cloud, window: Window, places: Places) -> NDArray[np.int64]:
    across = (cloud.x[places] - window.left) / (window.right - window.left) * ACROSS
    up = (cloud.up[places] - window.low) / (window.high - window.low) * UP
    column, row = np.minimum(across.astype(np.int64), ACROSS - 1), np.minimum(up.astype(np.int64), UP - 1)
    return np.bincount(row * ACROSS + column, minlength=UP * ACROSS).reshape(UP, ACROSS)


def _shaded(counts: NDArray[np.int64], most: int) -> NDArray[np.float32]:
    shade: NDArray[np.float32] = (np.log1p(counts) / np.log1p(max(1, most))).astype(np.float32)
    return shade
