"""The numbers of a column as bars over a part of their axis."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from arxdesk.ui import theme

Numbers = NDArray[np.float64]


class ValueBars:
    """Numbers in ascending order (`positions`, float64) and how many records have each (`counts`, float64)."""

    def __init__(self, positions: Numbers | None = None, counts: Numbers | None = None) -> None:
        self._positions = np.zeros(0) if positions is None else positions
        self._counts = np.zeros(0) if counts is None else counts

    @property
    def ends(self) -> tuple[float, float]:
        """The lowest and the highest number; 0 and 1 without numbers."""
        return (float(self._positions[0]), float(self._positions[-1])) if len(self._positions) else (0.0, 1.0)

    def between(self, low: float, high: float, width: float) -> tuple[Numbers, Numbers]:
        """The edges of the bars of a width over a part of the axis, and how many records are in each."""
        start = math.floor(low / width) * width
        number = max(1, math.ceil((high - start) / width))
        first, last = np.searchsorted(self._positions, (low, high + width))
        places = np.floor((self._positions[first:last] - start) / width + 1e-9).astype(np.int64)
        inside = (places >= 0) & (places < number)
        weights = self._counts[first:last][inside]
        heights = np.bincount(places[inside], weights=weights, minlength=number).astype(np.float64)
        return start + width * np.arange(number + 1, dtype=np.float64), heights


def paint_bars(
    painter: QPainter, edges: Numbers, heights: Numbers, x_of: Callable[[float], float], base: float, room: float
) -> None:
    """Draw bars that stand on a line at `base`, the highest of them `room` high."""
    highest = float(heights.max()) if len(heights) else 0.0
    if highest <= 0:
        return
    fill = theme.current().color("series.before.fill")
    for left, right, height in zip(edges[:-1], edges[1:], heights / highest, strict=True):
        if height > 0:
            x, end = x_of(float(left)), x_of(float(right))
            tall = max(1.0, float(height) * room)
            painter.fillRect(QRectF(x, base - tall, max(1.0, end - x - 1), tall), fill)
