"""A point of another kind in a chart with a logarithmic upward axis: a square with its name beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QObject, QPointF, QRectF, Signal

from arxdesk.ui import theme
from arxdesk.ui.point_cloud import Window

SIZE = 11.0
BESIDE = 8.0
"""Pixels from the middle of the square to its name."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """A point at `x` and at `y`, which is above 0, with its name and the lines that read it out."""

    name: str
    x: float
    y: float
    lines: Sequence[str]

    @property
    def up(self) -> float:
        """The power of ten of `y`."""
        return math.log10(self.y)

    def within(self, window: Window, across: float, upward: float) -> Window:
        """The window, as much larger as the point needs with these shares of it left free around it."""
        room = across * (max(window.right, self.x) - min(window.left, self.x))
        above = upward * (max(window.high, self.up) - min(window.low, self.up))
        return Window(
            min(window.left, self.x - room),
            max(window.right, self.x + room),
            min(window.low, self.up - above),
            max(window.high, self.up + above),
        )


class LandmarkItem(QObject):
    """Draws a landmark in a plot, or none."""

    changed = Signal()

    def __init__(self, plot: pg.PlotItem, parent: QObject) -> None:
        super().__init__(parent)
        self._landmark: Landmark | None = None
        self._square = pg.ScatterPlotItem(pxMode=True, symbol="s", size=SIZE)
        self._name = pg.TextItem(anchor=(-0.14, 0.5))
        for item in (self._square, self._name):
            item.setZValue(20)
            plot.addItem(item, ignoreBounds=True)
        self._view = plot.vb
        self._name.hide()
        self.restyle()

    @property
    def landmark(self) -> Landmark | None:
        """The landmark; None without one."""
        return self._landmark

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines that read it out; () without one."""
        return () if self._landmark is None else tuple(self._landmark.lines)

    def set_landmark(self, landmark: Landmark | None) -> None:
        """Show another landmark, or none."""
        if landmark != self._landmark:
            self._landmark = landmark
            self._draw()
            self.changed.emit()

    def is_at(self, place: QPointF, reach: int) -> bool:
        """Whether a place in the scales is at most so many pixels away."""
        if self._landmark is None:
            return False
        across, upward = self._view.viewPixelSize()
        far = (place.x() - self._landmark.x) / across, (place.y() - self._landmark.up) / upward
        return math.hypot(*far) <= reach

    def meets(self, box: QRectF, at: QPointF) -> bool:
        """Whether a box covers some of it where its middle is at a pixel."""
        return self._landmark is not None and box.intersects(
            QRectF(at.x() - SIZE, at.y() - SIZE, SIZE + BESIDE + self._name.boundingRect().width(), 2 * SIZE)
        )

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        colors = theme.current()
        self._square.setPen(pg.mkPen(colors.color("state.outline"), width=1.5))
        self._square.setBrush(pg.mkBrush(colors.color("series.2")))
        self._name.setColor(colors.color("text.1"))
        self._name.fill = pg.mkBrush(colors.color("bg.panel"))  # lines behind it would strike it out
        self._name.textItem.setFont(theme.font("caption", 600))
        self._name.textItem.document().setDocumentMargin(0)

    def _draw(self) -> None:
        found = self._landmark
        self._square.setData(x=[] if found is None else [found.x], y=[] if found is None else [found.up])
        self._name.setVisible(found is not None)
        if found is not None:
            self._name.setText(found.name)
            self._name.setPos(found.x, found.up)
