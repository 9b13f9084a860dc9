"""The visible part of an axis of numbers: zoom, panning, and the pixels of positions."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from arxdesk.ui.widgets.charts.ticks import nice_step


class AxisWindow(QObject):
    """Shows the whole axis at first. It is drawn from `left` on, as wide as `width` returns.

    `unit` divides all numbers, 0 for numbers of any kind.
    """

    changed = Signal()

    def __init__(self, left: float, width: Callable[[], float], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._left, self._width = left, width
        self.unit = 0.0
        self._full = (0.0, 1.0)
        self._shown = (0.0, 1.0)

    @property
    def shown(self) -> tuple[float, float]:
        """The visible part."""
        return self._shown

    @property
    def room(self) -> float:
        """Its width in pixels."""
        return max(1.0, self._width())

    def set_ends(self, low: float, high: float, unit: float) -> None:
        """Show an axis on which all from `low` to `high` lies, with room at both ends."""
        self.unit = unit
        step = nice_step(max(high - low, unit or abs(high) * 1e-6 or 1.0), 10)
        margin = step if unit <= 1 else max(unit, (high - low) * 0.08)
        self._full = (math.floor((low - margin / 2) / step) * step, math.ceil((high + margin) / step) * step)
        self.show_all()

    def show_all(self) -> None:
        """Show the whole axis."""
        self._show(*self._full)

    def zoom(self, factor: float, around: float | None = None) -> None:
        """Show a smaller (factor above 1) or larger part of the axis."""
        low, high = self._shown
        middle = (low + high) / 2 if around is None else around
        smallest = max((self._full[1] - self._full[0]) * 1e-7, self.unit)
        width = min(max((high - low) / factor, smallest), self._full[1] - self._full[0])
        first = middle - (middle - low) * width / (high - low)
        self._show(first, first + width)

    def pan(self, share: float) -> None:
        """Move along the axis by a share of the visible part."""
        low, high = self._shown
        self._show(low + share * (high - low), high + share * (high - low))

    def bring_into_view(self, first: float, last: float) -> None:
        """Move to a part of the axis, whose ends may be infinite, unless some of it is visible."""
        low, high = self._shown
        if last <= low or first >= high:
            width = high - low
            start = first if math.isfinite(first) else last - width
            self._show(start - width / 4, start + width * 3 / 4)

    def x_of(self, at: float) -> float:
        """The pixel of a position."""
        low, high = self._shown
        return self._left + (min(max(at, low), high) - low) / (high - low) * self.room

    def at(self, x: float) -> float:
        """The position that is drawn at a place."""
        low, high = self._shown
        return low + (x - self._left) / self.room * (high - low)

    def rounded_at(self, x: float) -> float:
        """The position of a pixel, rounded to the precision of pixels."""
        low, high = self._shown
        grain = nice_step((high - low) / self.room, 1)
        grain = self.in_units(max(grain, self.unit)) if self.unit else grain
        return round(self.at(x) / grain) * grain

    def step(self, most: int) -> float:
        """A round step that divides the visible part into at most this many."""
        low, high = self._shown
        step = nice_step(high - low, most)
        return self.in_units(step) if self.unit else step

    def in_units(self, width: float) -> float:
        """A width as a multiple of the unit, no smaller than it was."""
        return max(1, math.ceil(width / self.unit - 1e-9)) * self.unit

    def _show(self, low: float, high: float) -> None:
        width = high - low
        low = min(max(low, self._full[0]), self._full[1] - width)
        if (low, low + width) != self._shown:
            self._shown = (low, low + width)
            self.changed.emit()
