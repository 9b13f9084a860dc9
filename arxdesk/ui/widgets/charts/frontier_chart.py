"""A few named points, score across and risk upwards: the price of protection."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme
from arxdesk.ui.point_cloud import cloud_of, nearest, whole_of
from arxdesk.ui.widgets.charts.log_chart import LogChart

REACH = 10
"""Pixels around the pointer in which a point is meant."""
AWAY = 7.0
"""Pixels between a point and its name."""
RING = 10.0
"""From the middle of the chosen knot to the outside of its ring."""


@dataclass(frozen=True, slots=True)
class Knot:
    """A point: its name, where it is, and down to which score it could still be better (None: proven)."""

    name: str
    x: float
    y: float
    lowest: float | None = None
    is_present: bool = False


class FrontierChart(LogChart):
    """Draws knots and a step line along those that are not dominated; `chosen` carries the place of a knot."""

    chosen = Signal(int)

    def __init__(self, name: str, axis_title: str = "", parent: QWidget | None = None) -> None:
        self._knots: tuple[Knot, ...] = ()
        self._chosen = self._hovered = -1
        self._read_out: Callable[[int], Sequence[str]] | None = None
        self._numbers: Callable[[], str] = str
        self._holds = True
        super().__init__(name, axis_title, parent)
        self._line = pg.PlotCurveItem()
        self._whiskers = pg.PlotCurveItem()
        self._marks = pg.ScatterPlotItem(pxMode=True, symbol="o", size=8)
        self._present = pg.ScatterPlotItem(pxMode=True, symbol="o", size=11)
        self._ring = pg.ScatterPlotItem(pxMode=True, symbol="o", size=19)
        for depth, item in enumerate((self._line, self._whiskers, self._marks, self._present, self._ring)):
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
        self._names: list[pg.TextItem] = []
        self.window_changed.connect(self._place_names)
        self.restyle()

    @property
    def knots(self) -> tuple[Knot, ...]:
        """The points in their order."""
        return self._knots

    @property
    def chosen_knot(self) -> int:
        """The place of the knot that was chosen, -1 without one."""
        return self._chosen

    def set_knots(
        self,
        knots: Sequence[Knot],
        chosen: int,
        read_out: Callable[[int], Sequence[str]],
        numbers: Callable[[], str],
        *,
        holds: bool = True,
    ) -> None:
        """Draw knots, one of them chosen (-1: none); `read_out` describes each, with the first line in bold.

        Outdated knots (not `holds`) are grey.
        """
        before = {(knot.x, knot.y) for knot in self._knots}
        is_other, self._holds = holds != self._holds, holds
        self._knots, self._chosen, self._read_out, self._numbers = tuple(knots), chosen, read_out, numbers
        self._hovered = -1
        self.readout.hide()
        if {(knot.x, knot.y) for knot in knots} != before:
            self._fit()
        if is_other:
            self.restyle()
        else:
            self.redraw()

    def choose(self, place: int) -> None:
        """Mark a knot as chosen."""
        self._chosen = place
        self.redraw()

    def numbers(self) -> str:
        """Return the figures as tab-separated text."""
        return self._numbers()

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        super().restyle()
        if not hasattr(self, "_names"):
            return
        colors = theme.current()
        ink = "series.1" if self._holds else "series.before"
        self._line.setPen(self.pen(ink, 2))
        whisker = self.pen("series.2", 1.5)
        self._whiskers.setPen(whisker)
        self._marks.setPen(self.pen(ink, 1.5))
        self._marks.setBrush(pg.mkBrush(colors.color("bg.panel")))
        self._present.setPen(self.pen(ink, 1.5))
        self._present.setBrush(pg.mkBrush(colors.color(ink)))
        self._ring.setPen(self.pen("accent", 2))
        self._ring.setBrush(pg.mkBrush(None))
        self.redraw()

    def redraw(self) -> None:
        """Draw the chart."""
        knots = self._knots
        x, up = np.array([knot.x for knot in knots]), np.array([_power(knot.y) for knot in knots])
        order, cloud = cloud_of(x, np.array([knot.y for knot in knots]))
        kept = order[cloud.frontier]
        self._line.setData(np.repeat(x[kept], 2)[1:], np.repeat(up[kept], 2)[:-1])
        present = np.array([knot.is_present for knot in knots], np.bool_)
        self._marks.setData(x=x[~present], y=up[~present])
        self._present.setData(x=x[present], y=up[present])
        chosen = slice(self._chosen, self._chosen + 1) if self._chosen >= 0 else slice(0, 0)
        self._ring.setData(x=x[chosen], y=up[chosen])
        told = self._read_out(self._chosen) if self._read_out is not None and 0 <= self._chosen < len(knots) else ()
        self.setAccessibleDescription(", ".join(told))
        ends = [(knot.lowest, knot.x, _power(knot.y)) for knot in knots if knot.lowest is not None]
        lines = [(low, high, math.nan) for low, high, _up in ends]
        self._whiskers.setData(
            np.array(lines).ravel(), np.array([(at, at, at) for _low, _high, at in ends]).ravel(), connect="finite"
        )
        self._place_names()

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """Read out the nearest knot."""
        self._hovered = -1 if place is None else self._place_at(place)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if self._hovered >= 0 else Qt.CursorShape.ArrowCursor
        )
        if self._hovered < 0 or self._read_out is None:
            self.readout.hide()
            return
        self.readout.show_lines(self._read_out(self._hovered), at.toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the nearest knot."""
        is_move = event.button() != Qt.MouseButton.LeftButton or self._dragged_from is not None
        super().mouseReleaseEvent(event)
        place = self.data_at(event.position())
        found = -1 if place is None or is_move else self._place_at(place)
        if found >= 0:
            self.chosen.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right choose the knot before or after, in the order of the scores."""
        if event.key() not in (Qt.Key.Key_Left, Qt.Key.Key_Right) or not self._knots:
            super().keyPressEvent(event)
            return
        order = sorted(range(len(self._knots)), key=lambda place: self._knots[place].x)
        step = 1 if event.key() == Qt.Key.Key_Right else -1
        at = order.index(self._chosen) + step if self._chosen >= 0 else 0
        if 0 <= at < len(order):
            self.chosen.emit(order[at])

    def fit_to_room(self) -> None:
        """Put the names beside their knots again."""
        super().fit_to_room()
        if hasattr(self, "_names"):
            self._place_names()

    def _fit(self) -> None:
        knots = self._knots
        if not knots:
            return
        x, y = [knot.x for knot in knots], [knot.y for knot in knots]
        lows = [knot.lowest for knot in knots if knot.lowest is not None]
        _order, cloud = cloud_of(np.array([*x, *lows]), np.array([*y, *(max(y) for _low in lows)]))
        whole = whole_of(cloud)
        room = 0.1 * (whole.right - whole.left)  # for the names at the edge
        up = 0.08 * (whole.high - whole.low)
        whole = whole._replace(
            left=whole.left - room / 2, right=whole.right + room, low=whole.low - up, high=whole.high + up
        )
        self.set_whole(whole, keep=True)

    def _place_at(self, place: QPointF) -> int:
        across, upward = self.per_pixel()
        order, cloud = cloud_of(np.array([knot.x for knot in self._knots]), np.array([knot.y for knot in self._knots]))
        found = nearest(cloud, place.x(), place.y(), REACH * across, REACH * upward)
        return -1 if found < 0 else int(order[found])

    def _place_names(self) -> None:
        """Put the names beside their knots, where they cover neither another name nor a knot; else leave one out."""
        while len(self._names) < len(self._knots):
            text = pg.TextItem(anchor=(0, 0))
            text.textItem.setFont(theme.font("caption", 600))
            text.textItem.document().setDocumentMargin(0)
            text.setZValue(10)
            self._names.append(text)
            self.plotItem.addItem(text, ignoreBounds=True)
        metrics, (across, upward) = QFontMetricsF(theme.font("caption", 600)), self.per_pixel()
        window, room = self.window_shown, self.plotItem.vb.sceneBoundingRect()
        at = [QPointF((k.x - window.left) / across, (window.high - _power(k.y)) / upward) for k in self._knots]
        halves = [RING if place == self._chosen else 6.0 for place in range(len(at))]
        taken = [QRectF(p.x() - half, p.y() - half, 2 * half, 2 * half) for p, half in zip(at, halves, strict=True)]
        inner = QRectF(0, 0, room.width(), room.height())
        first = sorted(range(len(self._knots)), key=lambda place: not self._knots[place].is_present)
        for text in self._names:
            text.hide()
        for place in first:
            width, height = metrics.horizontalAdvance(self._knots[place].name) + 2, metrics.height()
            for box in _boxes(at[place], width, height, AWAY + halves[place] - 6):
                if inner.contains(box) and not any(box.intersects(other) for other in taken):
                    taken.append(box)
                    text = self._names[place]
                    text.setText(self._knots[place].name)
                    text.setColor(theme.current().color("text.1" if self._holds else "text.3"))
                    text.setPos(window.left + box.left() * across, window.high - box.top() * upward)
                    text.show()
                    break


def _boxes(at: QPointF, width: float, height: float, away: float) -> list[QRectF]:
    """Places for a name: right above, right below, left below, left above, above, below."""
    right, left, middle = at.x() + away, at.x() - away - width, at.x() - width / 2
    above, below = at.y() - away - height + 3, at.y() + away - 3
    places = ((right, above), (right, below), (left, below), (left, above))
    return [
        *(QRectF(x, y, width, height) for x, y in places),
        QRectF(middle, at.y() - away - height - 2, width, height),
        QRectF(middle, at.y() + away + 2, width, height),
    ]


def _power(value: float) -> float:
    return math.log10(value) if value > 0 else -9.0
