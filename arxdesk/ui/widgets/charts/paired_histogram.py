"""Histograms of two sides, side by side on the same scales."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.ringed import Ringed
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk.ui.widgets.charts.ticks import nice_ticks
from arxdesk.ui.words import decimal, short_count

LEFT, TOP, RIGHT, BETWEEN, FOOT = 52, 20, 14, 36, 40
Ticks = Callable[[int], Sequence[tuple[float, str]]]


@dataclass(frozen=True, slots=True)
class HistogramBar:
    """From `low` to `end`, `height` high; `lines` read it out."""

    low: float
    end: float
    height: float
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """One side: its title, and its bars from left to right."""

    title: str
    bars: tuple[HistogramBar, ...]
    is_after: bool = False


@dataclass(frozen=True, slots=True)
class Axis:
    """The scale along the bottom, from `low` to `end`; `ticks` limits their number."""

    low: float
    end: float
    title: str
    ticks: Ticks


class PairedHistogram(Ringed):
    """One or two histograms; the outline of the first is drawn over the second. `clicked` carries side and bar."""

    spoken_role = Role.Chart

    clicked = Signal(int, int)

    def __init__(self, name: str, numbers: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: tuple[Histogram, ...] = ()
        self._axis = Axis(0.0, 1.0, "", lambda _most: ())
        self._outline: tuple[tuple[float, float, float], ...] = ()
        self._is_log = False
        self._current: tuple[int, int] | None = None
        self.readout = Readout(self)
        self.chart_menu = ChartMenu(self, numbers)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)

    @property
    def sides(self) -> tuple[Histogram, ...]:
        """The sides of the histogram."""
        return self._sides

    @property
    def current(self) -> tuple[int, int] | None:
        """Side and bar under the pointer or the keyboard."""
        return self._current

    def set_data(self, sides: Sequence[Histogram], axis: Axis, outline: Sequence[tuple[float, float, float]]) -> None:
        """Set the data; the outline is (low, end, height) of each of its steps, empty for one side."""
        self._sides, self._axis, self._outline = tuple(sides), axis, tuple(outline)
        self._point_at(None)
        spoken = (f"{side.title}: " + "; ".join(", ".join(bar.lines) for bar in side.bars[:30]) for side in sides)
        self.setAccessibleDescription(". ".join(spoken))
        self.update()

    def set_log(self, is_log: bool) -> None:
        """Measure heights by their magnitude, or evenly."""
        self._is_log = is_log
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(620, 240)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(240, 110)

    def bar_rect(self, side: int, bar: int) -> QRectF:
        """The rectangle of a bar; at least a pixel in both directions, so that each is visible."""
        plot, shown = self._plot(side), self._sides[side].bars[bar]
        left, right = self._x(plot, shown.low), self._x(plot, shown.end)
        top = min(self._y(plot, shown.height), plot.bottom() - 1.0)
        return QRectF(left, top, max(1.0, right - left), plot.bottom() - top)

    def bar_at(self, point: QPointF) -> tuple[int, int] | None:
        """The bar in whose range a point lies, also above it, since low bars are hard to hit."""
        for side, histogram in enumerate(self._sides):
            plot = self._plot(side)
            if plot.adjusted(0, 0, 0, 4).contains(point):
                for place in range(len(histogram.bars)):
                    rect = self.bar_rect(side, place)
                    if rect.left() <= point.x() < rect.right():
                        return side, place
        return None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the bar under the pointer."""
        found = self.bar_at(event.position())
        self.setCursor(Qt.CursorShape.ArrowCursor if found is None else Qt.CursorShape.PointingHandCursor)
        self._point_at(found, event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        self._point_at(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the clicked bar."""
        found = self.bar_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.clicked.emit(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the bars of both sides with the arrow keys, open one with Enter."""
        every = [(side, bar) for side, each in enumerate(self._sides) for bar in range(len(each.bars))]
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step and every:
            at = every.index(self._current) + step if self._current in every else 0
            self._point_at(every[max(0, min(len(every) - 1, at))])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current is not None:
            self.clicked.emit(*self._current)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw grid, bars, outline, scales and titles."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().color("bg.panel"))
        for side, histogram in enumerate(self._sides):
            plot = self._plot(side)
            self._paint_grid(painter, plot, with_numbers=side == 0)
            for place in range(len(histogram.bars)):
                self._paint_bar(painter, side, place)
            if histogram.is_after and self._outline:
                self._paint_outline(painter, plot)
            self._paint_scale(painter, plot)
            painter.setFont(theme.font("caption", 600))
            painter.setPen(theme.current().color("text.1"))
            cut = painter.fontMetrics().elidedText(histogram.title, Qt.TextElideMode.ElideRight, round(plot.width()))
            painter.drawText(QRectF(plot.left(), 0, plot.width(), 16), Qt.AlignmentFlag.AlignRight, cut)
        self.paint_ring(painter)

    def _plot(self, side: int) -> QRectF:
        number = max(1, len(self._sides))
        width = max(40.0, (self.width() - LEFT - RIGHT - BETWEEN * (number - 1)) / number)
        return QRectF(LEFT + side * (width + BETWEEN), TOP, width, max(30.0, self.height() - TOP - FOOT))

    def _x(self, plot: QRectF, position: float) -> float:
        span = self._axis.end - self._axis.low
        return plot.left() + (plot.width() * (position - self._axis.low) / span if span > 0 else 0.0)

    def _y(self, plot: QRectF, height: float) -> float:
        ticks = self._ticks()
        if not self._is_log:
            return plot.bottom() - plot.height() * height / ticks[-1]
        low, high = log10(self._log_floor()), log10(ticks[-1])
        share = (log10(height) - low) / (high - low) if height > 0 else 0.0
        return plot.bottom() - plot.height() * min(1.0, max(0.0, share))

    def _heights(self) -> list[float]:
        heights = [bar.height for side in self._sides for bar in side.bars]
        return [height for height in (*heights, *(step[2] for step in self._outline)) if height > 0] or [1.0]

    def _log_floor(self) -> float:
        least = min(self._heights())
        return 0.5 if least >= 1 else 10.0 ** floor(log10(least)) / 2

    def _ticks(self) -> list[float]:
        top = max(self._heights())
        if not self._is_log:
            most = max(2, min(6, self.height() // 36))
            ticks = nice_ticks(max(top, 1.0) * 1.02, most)
            if ticks[1] < 1:  # people are whole
                ticks = [float(number) for number in range(ceil(max(top, 1.0) * 1.02) + 1)]
            return ticks
        first, last = ceil(log10(self._log_floor())), max(1, ceil(log10(top) - 1e-9))
        return [10.0**power for power in range(first, last + 1)]

    def _paint_grid(self, painter: QPainter, plot: QRectF, *, with_numbers: bool) -> None:
        colors = theme.current()
        painter.setFont(theme.font("caption"))
        side = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for tick in self._ticks():
            y = round(self._y(plot, tick))
            painter.setPen(QPen(colors.color("line.grid"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            if with_numbers:
                painter.setPen(colors.color("text.2"))
                text = short_count(round(tick)) if tick >= 1 or tick == 0 else decimal(tick, -floor(log10(tick)))
                painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16), side, text)

    def _paint_bar(self, painter: QPainter, side: int, place: int) -> None:
        colors = theme.current()
        is_after, rect = self._sides[side].is_after, self.bar_rect(side, place)
        rect.setLeft(round(rect.left()))
        rect.setRight(max(rect.left() + 1, round(rect.right()) - (1 if rect.width() > 4 else 0)))
        if self._current == (side, place):
            plot = self._plot(side)
            band = QRectF(rect.left(), plot.top(), rect.width(), plot.height())
            painter.fillRect(band, colors.color("accent.soft"))
        painter.fillRect(rect, colors.color("series.1" if is_after else "series.before.fill"))
        if not is_after and rect.width() > 3:
            painter.setPen(QPen(colors.color("series.before"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, 0))

    def _paint_outline(self, painter: QPainter, plot: QRectF) -> None:
        pen = QPen(theme.current().color("text.1"), 1.2)
        pen.setDashPattern([2.5, 2])
        painter.setPen(pen)
        corners = [QPointF(self._x(plot, self._outline[0][0]), plot.bottom())]
        for low, end, height in self._outline:
            y = self._y(plot, height)
            corners += [QPointF(self._x(plot, low), y), QPointF(self._x(plot, end), y)]
        corners.append(QPointF(self._x(plot, self._outline[-1][1]), plot.bottom()))
        painter.drawPolyline(QPolygonF(corners))

    def _paint_scale(self, painter: QPainter, plot: QRectF) -> None:
        colors = theme.current()
        painter.setPen(QPen(colors.color("chart.axis"), 1))
        painter.drawLine(QPointF(plot.left(), plot.bottom()), QPointF(plot.right(), plot.bottom()))
        painter.setFont(theme.font("caption"))
        metrics = painter.fontMetrics()
        for most in (7, 5, 4, 3, 2):
            ticks = self._axis.ticks(most)
            room = [metrics.horizontalAdvance(text) + 10 for _, text in ticks]
            step = min((abs(b[0] - a[0]) for a, b in pairwise(ticks)), default=0.0)
            if len(ticks) < 2 or self._x(plot, self._axis.low + step) - plot.left() >= max(room):
                break
        for position, text in ticks:
            x = self._x(plot, position)
            painter.setPen(QPen(colors.color("chart.axis"), 1))
            painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + 3))
            painter.setPen(colors.color("text.2"))
            wide = metrics.horizontalAdvance(text) + 4.0
            left = min(max(x - wide / 2, plot.left() - BETWEEN / 2), plot.right() + RIGHT - wide)
            painter.drawText(QRectF(left, plot.bottom() + 4, wide, 15), Qt.AlignmentFlag.AlignCenter, text)
        painter.setPen(colors.color("text.2"))
        title = metrics.elidedText(self._axis.title, Qt.TextElideMode.ElideMiddle, round(plot.width()))
        painter.drawText(QRectF(plot.left(), plot.bottom() + 21, plot.width(), 16), Qt.AlignmentFlag.AlignCenter, title)

    def _point_at(self, bar: tuple[int, int] | None, at: QPoint | None = None) -> None:
        if bar != self._current:
            self._current = bar
            self.update()
        if bar is None:
            self.readout.hide()
            return
        rect = self.bar_rect(*bar)
        beside = QPointF(rect.center().x(), self._plot(bar[0]).center().y()).toPoint()
        self.readout.show_lines(self._sides[bar[0]].bars[bar[1]].lines, at or beside)
