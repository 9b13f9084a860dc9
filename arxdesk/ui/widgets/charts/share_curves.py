"""Curves of shares over a logarithmic share, with labels at a mark and a read-out of all of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_ticks

LINE = 14.0
"""Pixels between two labels."""
BESIDE = 8.0
"""Pixels between the mark and its labels."""
NARROWEST = 58.0
"""Pixels between two numbers across."""
TICK_ROOM = 30.0
HALF_A_TICK = 24
"""Pixels that the last number may stand out."""
GROUND = 200
"""Of 255, how much of a curve the ground of a label covers."""
BELOW = 4.0
"""Pixels between a curve at the top and its label, which has no room above."""
ABOVE = 9.0
"""Pixels between a curve and the middle of its label above it."""
LEAST_TOP = 0.01
UNMARKED = 0.12
"""The place of labels without a mark, as a part of the width."""
TURNS = 0.55
"""Marks beyond this part of the width have their labels at the left."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A share for each place across; None where it is unknown. `dashes` are in units of the line width."""

    name: str
    token: str
    dashes: tuple[float, ...]
    shares: tuple[float | None, ...]
    width: float = 2.0


@dataclass(frozen=True, slots=True)
class CurveLabel:
    """A label beside the mark at the height of a share."""

    text: str
    token: str
    share: float


@dataclass(frozen=True, slots=True)
class CurvesDrawing:
    """Curves over the ascending places `across`, above 0 up to 1; `mark` is any place, or None.

    `note` is the label of curves along the bottom. Places left of `shown_from` are hidden.
    """

    across: tuple[float, ...] = ()
    curves: tuple[Curve, ...] = ()
    mark: float | None = None
    mark_text: str = ""
    labels: tuple[CurveLabel, ...] = ()
    note: str = ""
    shown_from: float = 0.0

    @property
    def first_shown(self) -> int:
        """The first visible place."""
        return next((place for place, each in enumerate(self.across) if each >= self.shown_from * (1 - 1e-9)), 0)


class ShareCurves(Chart):
    """Draws a `CurvesDrawing`. The pointer and the arrow keys read out places; a click and Enter open the records."""

    clicked = Signal()

    def __init__(self, name: str, axis_title: str, parent: QWidget | None = None) -> None:
        self._drawing = CurvesDrawing()
        self._read_out: Callable[[int], Sequence[str]] = lambda _place: ()
        self._current = -1
        self._ring = False
        super().__init__(name, axis_title, parent)
        self.plotItem.getAxis("bottom").setStyle(hideOverlappingLabels=HALF_A_TICK)
        self.plotItem.layout.setContentsMargins(4, 6, HALF_A_TICK, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._items: list[pg.PlotCurveItem] = []
        self._texts: list[pg.TextItem] = []
        self._mark = pg.InfiniteLine(angle=90, movable=False)
        self._mark.setZValue(1)
        self._spots = pg.ScatterPlotItem(pxMode=True, size=7, useCache=False)
        self._read = pg.ScatterPlotItem(pxMode=True, size=8, useCache=False)
        for depth, item in ((1, self._mark), (8, self._spots), (9, self._read)):
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
        self.plotItem.vb.sigResized.connect(self._fit_to_room)
        self.restyle()

    @property
    def drawing(self) -> CurvesDrawing:
        """The drawing of the curves."""
        return self._drawing

    @property
    def current(self) -> int:
        """The place that is read out, -1 for none."""
        return self._current

    def set_drawing(self, drawing: CurvesDrawing, read_out: Callable[[int], Sequence[str]]) -> None:
        """Draw other curves; `read_out` describes a place in lines, with the first one in bold."""
        self._drawing, self._read_out = drawing, read_out
        self._point_at(-1)
        self._draw()

    def numbers(self) -> FiguresText:
        """Return the curves as tab-separated text."""
        drawing = self._drawing
        rows: list[tuple[Cell, ...]] = [(self.axis_title, *(curve.name for curve in drawing.curves))]
        for place, across in enumerate(drawing.across):
            rows.append((across, *(curve.shares[place] for curve in drawing.curves)))
        return FiguresText(rows)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(420, 220)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(200, 110)

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        super().restyle()
        if hasattr(self, "_read"):
            pen = self.pen("text.2", 1.2)
            pen.setDashPattern([2, 2])
            self._mark.setPen(pen)
            self._draw()

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """Read out the place across that is nearest to the pointer."""
        if place is None or not self._drawing.across:
            self._point_at(-1)
            return
        logs = np.log10(self._drawing.across)
        self._point_at(int(np.argmin(np.abs(logs - place.x()))), at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Emit a click on the curves."""
        if event.button() == Qt.MouseButton.LeftButton and self.data_at(event.position()) is not None:
            self.clicked.emit()
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk across with the arrow keys; Enter is a click."""
        last = len(self._drawing.across) - 1
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        lowest = self._drawing.first_shown
        ends = {Qt.Key.Key_Home: lowest, Qt.Key.Key_End: last}
        key = Qt.Key(event.key())
        if key in steps and last >= 0:
            start = self._nearest_to_mark() if self._current < 0 else self._current + steps[key]
            self._point_at(min(max(start, lowest), last))
        elif key in ends and last >= 0:
            self._point_at(ends[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.clicked.emit()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here, where it was the keyboard that came."""
        self._ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard has gone."""
        self._ring = False
        super().focusOutEvent(event)
        self._point_at(-1)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart, and the frame of the focus around it."""
        super().paintEvent(event)
        if self._ring:
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def _nearest_to_mark(self) -> int:
        mark, across = self._drawing.mark, self._drawing.across
        return (
            self._drawing.first_shown if mark is None else int(np.argmin(np.abs(np.log10(across) - math.log10(mark))))
        )

    def _draw(self) -> None:
        drawing = self._drawing
        for item in (*self._items, *self._texts):
            self.plotItem.removeItem(item)
        self._items, self._texts = [], []
        self._mark.setVisible(drawing.mark is not None)
        self._spots.setData([])
        if not drawing.across:
            return
        logs: NDArray[np.float64] = np.log10(drawing.across)
        for depth, curve in enumerate(drawing.curves, 2):
            pen = self.pen(curve.token, curve.width)
            if curve.dashes:
                pen.setDashPattern(curve.dashes)
                pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            shares = np.array([math.nan if share is None else share for share in curve.shares], np.float64)
            item = pg.PlotCurveItem(logs, shares, pen=pen, connect="finite")
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
            self._items.append(item)
        if drawing.mark is not None:
            at = math.log10(drawing.mark)
            self._mark.setPos(at)
            brushes = [(label.share, pg.mkBrush(theme.current().color(label.token))) for label in drawing.labels]
            self._spots.setData([{"pos": (at, share), "brush": brush, "pen": None} for share, brush in brushes])
        self._fit_to_room()

    def _fit_to_room(self) -> None:
        """Choose the scales and their numbers, and place the labels without overlap."""
        drawing = self._drawing
        if not drawing.across:
            return
        box = self.plotItem.vb.sceneBoundingRect()
        known = [share for curve in drawing.curves for share in curve.shares if share is not None]
        highest = max([LEAST_TOP, *known])
        ticks = [tick for tick in nice_ticks(highest * 1.02, max(2, int(box.height() / TICK_ROOM))) if tick <= 1.0]
        self.plotItem.setYRange(0.0, ticks[-1], padding=0)
        decimals = decimals_of((ticks[1] if len(ticks) > 1 else ticks[0]) * 100)
        written = [(tick, words.percent_fixed(tick, decimals) if tick else "0 %") for tick in ticks]
        self.plotItem.getAxis("left").setTicks([written, []])
        first, last = math.log10(drawing.across[drawing.first_shown]), math.log10(drawing.across[-1])
        self.plotItem.setXRange(first, last, padding=0)
        decades = range(math.ceil(first - 1e-9), math.floor(last + 1e-9) + 1)
        each = max(1, math.ceil(NARROWEST * (last - first) / max(1.0, box.width())))
        shown = [decade for decade in decades if (decades[-1] - decade) % each == 0] if decades else []
        self.plotItem.getAxis("bottom").setTicks(
            [[(d, words.percent_fixed(10.0**d, max(0, -2 - d))) for d in shown], []]
        )
        self._write(box.width(), box.height(), first, last, ticks[-1])

    def _write(self, width: float, height: float, first: float, last: float, top: float) -> None:
        for text in self._texts:
            self.plotItem.removeItem(text)
        self._texts = []
        drawing = self._drawing
        if width <= 0 or height <= 0:
            return
        lines = int(height / LINE)
        labels = _above_each_other(drawing.labels) if lines >= len(drawing.labels) else []
        has_mark_text = bool(drawing.mark_text) and lines > len(labels)
        has_note = bool(drawing.note) and lines > len(labels) + has_mark_text
        at = first + UNMARKED * (last - first) if drawing.mark is None else math.log10(drawing.mark)
        at_left = (at - first) / max(1e-9, last - first) > TURNS
        beside = (-BESIDE if at_left else BESIDE) * (last - first) / width
        if has_mark_text:
            self._put(drawing.mark_text, "text.1", at + beside, top - (LINE / 2 + BELOW) / height * top, at_left)
        foot = height - ABOVE
        if has_note:
            self._put(drawing.note, "text.2", last - 4 * (last - first) / width, ABOVE / height * top, True)
            foot -= LINE
        wanted = [(1 - label.share / top) * height - ABOVE for label in labels]
        places = _parted(wanted, LINE, LINE * (1.5 if has_mark_text else 0.5) + BELOW, foot)
        for place, label in zip(places, labels, strict=True):
            self._put(label.text, label.token, at + beside, (height - place) / height * top, at_left)

    def _put(self, text: str, token: str, x: float, y: float, at_left: bool) -> None:
        colors = theme.current()
        ground = colors.color("bg.panel")
        ground.setAlpha(GROUND)  # so that no curve strikes the words through
        anchor = (1.0 if at_left else 0.0, 0.5)
        item = pg.TextItem(text, color=colors.color(token), anchor=anchor, fill=pg.mkBrush(ground))
        item.textItem.setFont(theme.font("caption", 600 if token.startswith("series") else None))
        item.textItem.document().setDocumentMargin(1)
        item.setZValue(12)
        item.setPos(x, y)
        self.plotItem.addItem(item, ignoreBounds=True)
        self._texts.append(item)

    def _point_at(self, place: int, at: QPointF | None = None) -> None:
        self._current = place
        drawing = self._drawing
        if place < 0:
            self.hairline.hide()
            self._read.setData([])
            self.readout.hide()
            return
        x = math.log10(drawing.across[place])
        self.hairline.setPos(x)
        self.hairline.show()
        spots = []
        for curve in drawing.curves:
            share = curve.shares[place]
            if share is not None:
                brush = pg.mkBrush(theme.current().color(curve.token))
                spots.append({"pos": (x, share), "brush": brush, "pen": None})
        self._read.setData(spots)
        beside = at if at is not None else self.pixel_at(x, self.plotItem.viewRange()[1][1] / 2)
        self.readout.show_lines(tuple(self._read_out(place)), beside.toPoint())


def _above_each_other(labels: Sequence[CurveLabel]) -> list[CurveLabel]:
    return sorted(labels, key=lambda label: (-label.share, label.text))


def _parted(wanted: Sequence[float], apart: float, first: float, last: float) -> list[float]:
    """The places nearest to the wanted ascending ones that are `apart` and between `first` and `last`."""
    places: list[float] = []
    for each in wanted:
        places.append(max(each, first, places[-1] + apart if places else first))
    limit = last
    for place in range(len(places) - 1, -1, -1):
        places[place] = min(places[place], limit)
        limit = places[place] - apart
    return places
