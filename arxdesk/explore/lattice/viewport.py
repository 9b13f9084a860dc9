"""The part of a Hasse diagram that is in sight: its scale, its middle, and the detail that nodes are drawn in."""

from __future__ import annotations

import math
from enum import IntEnum

CARD_WIDTH, CARD_HEIGHT = 92.0, 44.0
PITCH, ROW_PITCH = 108.0, 104.0
"""From one card to the next, and from one row to the next, at full size."""
ROOM_OF_ROW = 56.0
"""A row that is as high has room for cards of full size."""
SMALLEST_CARD, SMALLEST_MARK = 40.0, 8.0
"""Narrower nodes are marks only, and still narrower ones bars."""
LARGEST = 1.5
"""The largest card, as a multiple of its full size."""
MARGIN = 12.0


class Detail(IntEnum):
    """The detail in which nodes are drawn."""

    BARS = 0
    MARKS = 1
    CARDS = 2


class Viewport:
    """The visible part of a layout: zoom and centre. Rows and columns are scaled separately, so that
    the whole fits whatever its shape: at `zoom` 0 all of it is visible, at 1 cards have their full size.
    """

    def __init__(self) -> None:
        self.width, self.height = 1.0, 1.0
        self.zoom = 0.0
        self.x, self.y = 0.0, 0.0
        """The middle: nodes right of the middle of the rows, and height."""
        self._widest, self._heights = 1, 1

    # The scale

    @property
    def pitch(self) -> float:
        """Pixels from one node to the next."""
        return self._between(self._fit_pitch, PITCH)

    @property
    def row_pitch(self) -> float:
        """Pixels from one row to the next."""
        return self._between(self._fit_row_pitch, ROW_PITCH)

    @property
    def scale(self) -> float:
        """The size of a card as a part of its full size."""
        return min(self.pitch / PITCH, self.row_pitch / ROOM_OF_ROW, LARGEST)

    @property
    def detail(self) -> Detail:
        """The detail in which nodes are drawn."""
        node = CARD_WIDTH * self.scale
        if node >= SMALLEST_CARD:
            return Detail.CARDS
        return Detail.MARKS if node >= SMALLEST_MARK else Detail.BARS

    @property
    def largest_zoom(self) -> float:
        """The limit of zooming in."""
        return 1.0 + math.log(LARGEST) / self._span

    @property
    def doublings(self) -> float:
        """How many times the size doubles between the whole and full-size cards."""
        return self._span / math.log(2.0)

    # Moving about

    def show(self, widest: int, heights: int) -> None:
        """Fit a layout of this many nodes and rows into the view."""
        self._widest, self._heights = widest, heights
        self.fit()

    def resize(self, width: float, height: float) -> None:
        """Resize; a fitted view stays fitted."""
        self.width, self.height = max(1.0, width), max(1.0, height)
        self._clamp()

    def fit(self) -> None:
        """Fit the whole layout."""
        self.zoom, self.x, self.y = 0.0, 0.0, (self._heights - 1) / 2
        self._clamp()

    def zoom_by(self, factor: float, at_x: float, at_y: float) -> None:
        """Zoom by a factor around a point."""
        x, y = self.world(at_x, at_y)
        self.zoom = min(self.largest_zoom, max(0.0, self.zoom + math.log(factor) / self._span))
        self.x = x - (at_x - self.width / 2) / self.pitch
        self.y = y + (at_y - self.height / 2) / self.row_pitch
        self._clamp()

    def pan(self, right: float, down: float) -> None:
        """Pan by a number of pixels."""
        self.x -= right / self.pitch
        self.y += down / self.row_pitch
        self._clamp()

    def center_on(self, x: float, y: float) -> None:
        """Put a place in the middle, as far as the edges allow."""
        self.x, self.y = x, y
        self._clamp()

    def shows(self, x: float, y: float) -> bool:
        """Whether the node at a place is seen as a whole."""
        left, top = self.screen(x, y)
        side, above = CARD_WIDTH * self.scale / 2, CARD_HEIGHT * self.scale / 2
        return side <= left <= self.width - side and above <= top <= self.height - above

    # Places

    def screen(self, x: float, y: float) -> tuple[float, float]:
        """The point where a place of the layout is seen."""
        return self.width / 2 + (x - self.x) * self.pitch, self.height / 2 - (y - self.y) * self.row_pitch

    def world(self, x: float, y: float) -> tuple[float, float]:
        """The place of the layout at a point."""
        return self.x + (x - self.width / 2) / self.pitch, self.y - (y - self.height / 2) / self.row_pitch

    def seen_heights(self) -> range:
        """The rows that are visible, at least in part."""
        half = self.height / 2 / self.row_pitch + 0.5
        return range(max(0, math.ceil(self.y - half)), min(self._heights, math.floor(self.y + half) + 1))

    def seen_span(self, width: int) -> tuple[int, int]:
        """The visible indices of a row with this many nodes: the first, and one past the last."""
        middle, half = self.x + (width - 1) / 2, self.width / 2 / self.pitch + 0.5
        first = min(width, max(0, math.floor(middle - half)))
        return first, max(first, min(width, math.ceil(middle + half) + 1))

    # Inside

    @property
    def _fit_pitch(self) -> float:
        return min(PITCH, max(1.0, self.width - 2 * MARGIN) / self._widest)

    @property
    def _fit_row_pitch(self) -> float:
        return min(ROW_PITCH, max(1.0, self.height - 2 * MARGIN) / self._heights)

    @property
    def _span(self) -> float:
        """The logarithm of how many times larger things become from zoom 0 to 1."""
        return max(math.log(PITCH / self._fit_pitch), math.log(ROW_PITCH / self._fit_row_pitch), 0.05)

    def _between(self, fit: float, full: float) -> float:
        if self.zoom <= 1.0:
            return fit * math.exp(math.log(full / fit) * self.zoom)
        return full * math.exp((self.zoom - 1.0) * self._span)

    def _clamp(self) -> None:
        """Leave at most half of the view empty; centre a layout that fits."""
        self.zoom = min(self.zoom, self.largest_zoom)
        self.x = _clamped(self.x, (1 - self._widest) / 2, (self._widest - 1) / 2, self.width / self.pitch)
        self.y = _clamped(self.y, 0.0, self._heights - 1.0, self.height / self.row_pitch)


def _clamped(middle: float, low: float, high: float, seen: float) -> float:
    if high - low + 1.0 <= seen:
        return (low + high) / 2
    return min(high, max(low, middle))
