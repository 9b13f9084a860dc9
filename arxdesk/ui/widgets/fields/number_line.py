"""The number line: data as grey bars, and below it one row of ranges per level, aligned so that merging reads down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.ticks import nice_step

SIZE = QSize(896, 230)
Side = Literal["low", "high"]
Numbers = NDArray[np.float64]

_LEFT, _RIGHT, _TOP, _BARS = 72, 12, 8, 48
_AXIS = _TOP + _BARS
_FIRST_ROW, _PITCH, _BOX = 96, 33, 26
_HANDLE, _NEAR = 10, 5
_BAR_WIDTH, _MOST_TICKS = 6, 10
_ZOOM = 1.25


@dataclass(frozen=True, slots=True)
class Span:
    """A range drawn: from `low` to below `high` (infinite: without end), its label, and how many people it holds."""

    low: float
    high: float
    label: str
    people: int = 0
    kind: Literal["range", "open", "all"] = "range"


@dataclass(frozen=True, slots=True)
class _Grip:
    """Something that can be dragged: a limit of the axis, or an edge of the selected range."""

    what: Literal["limit", "edge"]
    side: Side
    at: float


class NumberLine(QWidget):
    """Draws ranges over the numbers of a column; ranges are chosen, and their edges and the outer limits dragged.

    It changes nothing by itself: it says what was asked for, and whoever holds the ranges sets new content.
    """

    spoken_role = Role.Chart

    chosen = Signal(int, int)
    """Level and place of the range that was chosen."""
    edge_moved = Signal(str, float)
    """The side of the selected range that was dragged, and where to."""
    limit_moved = Signal(str, float)
    stepped = Signal(int)
    """The upper edge of the selected range goes up (1) or down (-1)."""
    window_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Number line")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._positions: Numbers = np.zeros(0)
        self._counts: Numbers = np.zeros(0)
        self._whole, self._unit = False, 1.0
        self._text: Callable[[float], str] = "{:g}".format
        self._full = (0.0, 1.0)
        self._window = (0.0, 1.0)
        self._levels: tuple[tuple[Span, ...] | None, ...] = ()
        self._limits: tuple[float | None, float | None] = (None, None)
        self._selected: tuple[int, int] | None = None
        self._drag: tuple[_Grip, float] | None = None
        theme.watcher.changed.connect(self.update)

    @property
    def shown_part(self) -> tuple[float, float]:
        """The part of the axis that is shown."""
        return self._window

    @property
    def selected(self) -> tuple[int, int] | None:
        """Level and place of the range that is selected."""
        return self._selected

    @property
    def levels(self) -> tuple[tuple[Span, ...] | None, ...]:
        """The ranges shown; None for a level that has too many to draw."""
        return self._levels

    def set_data(self, positions: Numbers, counts: Numbers, text: Callable[[float], str], unit: float = 0.0) -> None:
        """Show other numbers, sorted; `unit` is what they are multiples of, 0 for numbers of any size."""
        self._positions, self._counts, self._text = positions, counts, text
        self._whole, self._unit = unit > 0, unit
        low, high = (float(positions[0]), float(positions[-1])) if len(positions) else (0.0, 1.0)
        step = nice_step(max(high - low, unit or abs(high) * 1e-6 or 1.0), 10)
        margin = step if unit <= 1 else max(unit, (high - low) * 0.08)
        self._full = (math.floor((low - margin / 2) / step) * step, math.ceil((high + margin) / step) * step)
        self.show_all()

    def set_content(
        self,
        levels: Sequence[Sequence[Span] | None],
        limits: tuple[float | None, float | None],
        selected: tuple[int, int] | None,
    ) -> None:
        """Show other ranges, with handles where the axis is limited."""
        self._levels = tuple(None if spans is None else tuple(spans) for spans in levels)
        self._limits, self._selected = limits, selected
        span = self._span(selected)
        words = "No range is selected." if span is None else self.described(span)
        self.setAccessibleDescription(words)
        self.updateGeometry()
        self.update()

    def described(self, span: Span) -> str:
        """A range in words."""
        people = "1 person" if span.people == 1 else f"{span.people:,} people"
        return f"{span.label}, {people}"

    def show_all(self) -> None:
        """Show the whole axis."""
        self._show_window(*self._full)

    def zoom(self, factor: float, around: float | None = None) -> None:
        """Show a smaller (factor above 1) or larger part of the axis."""
        low, high = self._window
        middle = (low + high) / 2 if around is None else around
        smallest = max((self._full[1] - self._full[0]) * 1e-7, self._unit)
        width = min(max((high - low) / factor, smallest), self._full[1] - self._full[0])
        first = middle - (middle - low) * width / (high - low)
        self._show_window(first, first + width)

    def pan(self, share: float) -> None:
        """Move along the axis by a share of what is shown."""
        low, high = self._window
        self._show_window(low + share * (high - low), high + share * (high - low))

    def x_of(self, at: float) -> float:
        """Where a position is drawn."""
        low, high = self._window
        return _LEFT + (min(max(at, low), high) - low) / (high - low) * self._room

    def position_at(self, x: float) -> float:
        """The position that is drawn at a place, rounded to what a pixel can tell."""
        low, high = self._window
        at = low + (x - _LEFT) / self._room * (high - low)
        grain = nice_step((high - low) / self._room, 1)
        grain = max(grain, self._unit) if self._whole else grain
        if self._whole:
            grain = math.ceil(grain / self._unit - 1e-9) * self._unit
        return round(at / grain) * grain

    def box_of(self, level: int, place: int) -> QRectF:
        """Where a range is drawn."""
        spans = self._levels[level]
        span = spans[place] if spans is not None else Span(*self._window, "")
        pitch = self._pitch
        left, right = self.x_of(span.low), self.x_of(span.high)
        return QRectF(left, _FIRST_ROW + level * pitch, max(1.0, right - left), min(_BOX, pitch - 4))

    def sizeHint(self) -> QSize:
        """The size of the picture in the guide."""
        return SIZE

    def minimumSizeHint(self) -> QSize:
        """As high as it is meant to be."""
        return QSize(320, SIZE.height())

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrows, move the upper limit with plus and minus, zoom with Ctrl."""
        key, control = event.key(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        plus = key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal)
        minus = key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore)
        if control and (plus or minus):
            self.zoom(_ZOOM if plus else 1 / _ZOOM)
        elif control and key == Qt.Key.Key_0:
            self.show_all()
        elif plus or minus:
            self.stepped.emit(1 if plus else -1)
        elif not self._choose_by_key(key):
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take a handle, or choose a range."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        grip = self._grip_at(event.position())
        if grip is not None:
            self._drag = (grip, grip.at)
            return
        found = self._range_at(event.position())
        if found is not None:
            self.chosen.emit(*found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or show what can be dragged."""
        if self._drag is None:
            grip, found = self._grip_at(event.position()), self._range_at(event.position())
            self.setCursor(Qt.CursorShape.SizeHorCursor if grip else Qt.CursorShape.ArrowCursor)
            span = self._span(found)
            self.setToolTip("" if span is None else self.described(span))
            return
        grip, last = self._drag
        at = self.position_at(min(max(event.position().x(), _LEFT), self.width() - _RIGHT))
        if at != last:
            self._drag = (grip, at)
            (self.limit_moved if grip.what == "limit" else self.edge_moved).emit(grip.side, at)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole axis."""
        if event.position().y() < _FIRST_ROW - _HANDLE:
            self.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, pan with Shift; else the page scrolls."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            low, high = self._window
            at = low + (event.position().x() - _LEFT) / self._room * (high - low)
            self.zoom(_ZOOM if turned > 0 else 1 / _ZOOM, min(max(at, low), high))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-0.1 if turned > 0 else 0.1)
        else:
            event.ignore()

    def _choose_by_key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        step = steps.get(Qt.Key(key))
        if step is None or not self._levels:
            return False
        level, place = self._selected or (0, -1 if step[1] > 0 else 0)
        if step[0]:
            self._choose_level(level + step[0])
            return True
        spans = self._levels[level]
        if spans is not None:
            place = min(max(place + step[1], 0), len(spans) - 1)
            self._bring_into_view(spans[place])
            self.chosen.emit(level, place)
        return True

    def _choose_level(self, level: int) -> None:
        """Choose what lies above or below the middle of the selected range."""
        span = self._span(self._selected)
        if not 0 <= level < len(self._levels) or self._levels[level] is None:
            return
        low, high = self._window
        middle = (low + high) / 2 if span is None else (max(span.low, low) + min(span.high, high)) / 2
        spans = self._levels[level] or ()
        place = next((place for place, each in enumerate(spans) if each.low <= middle < each.high), 0)
        if spans:
            self.chosen.emit(level, place)

    def _bring_into_view(self, span: Span) -> None:
        low, high = self._window
        if span.high <= low or span.low >= high:
            width = high - low
            first = span.low if math.isfinite(span.low) else span.high - width
            self._show_window(first - width / 4, first + width * 3 / 4)

    def _grip_at(self, point: QPointF) -> _Grip | None:
        near = [(abs(self.x_of(grip.at) - point.x()), grip) for grip in self._grips() if self._is_at(grip, point)]
        return min(near, key=lambda each: each[0])[1] if near else None

    def _is_at(self, grip: _Grip, point: QPointF) -> bool:
        if abs(self.x_of(grip.at) - point.x()) > _NEAR:
            return False
        if grip.what == "limit":
            return abs(point.y() - (_FIRST_ROW - _HANDLE)) <= _HANDLE
        box = self.box_of(*self._selected) if self._selected else QRectF()
        return box.top() <= point.y() <= box.bottom()

    def _grips(self) -> list[_Grip]:
        low, high = self._window
        sides: tuple[Side, Side] = ("low", "high")
        found = [_Grip("limit", side, at) for side, at in zip(sides, self._limits, strict=True) if at is not None]
        span = self._span(self._selected)
        if span is not None and span.kind == "range" and self._selected is not None and self._selected[0] == 0:
            found += [_Grip("edge", "low", span.low), _Grip("edge", "high", span.high)]
        return [grip for grip in found if low <= grip.at <= high]

    def _range_at(self, point: QPointF) -> tuple[int, int] | None:
        for level, spans in enumerate(self._levels):
            for place in range(len(spans or ())):
                if self.box_of(level, place).contains(point):
                    return level, place
        return None

    def _span(self, selected: tuple[int, int] | None) -> Span | None:
        if selected is None or selected[0] >= len(self._levels):
            return None
        spans = self._levels[selected[0]]
        return spans[selected[1]] if spans is not None and selected[1] < len(spans) else None

    def _show_window(self, low: float, high: float) -> None:
        width = high - low
        low = min(max(low, self._full[0]), self._full[1] - width)
        if (low, low + width) != self._window:
            self._window = (low, low + width)
            self.window_changed.emit()
            self.update()

    @property
    def _room(self) -> float:
        return max(1.0, self.width() - _LEFT - _RIGHT)

    @property
    def _pitch(self) -> float:
        rows = max(1, len(self._levels))
        return min(_PITCH, (self.height() - _FIRST_ROW) / rows)

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw data, axis, levels and handles."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_data(painter)
        self._paint_axis(painter)
        for level in range(len(self._levels)):
            self._paint_level(painter, level)
        self._paint_handles(painter)
        if self.hasFocus():
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def _paint_data(self, painter: QPainter) -> None:
        colors = theme.current()
        painter.setFont(theme.font("dense"))
        painter.setPen(colors.color("text.2"))
        painter.drawText(QRectF(8, _TOP, _LEFT - 12, _BARS), Qt.AlignmentFlag.AlignVCenter, "Data")
        edges, heights = self.bars()
        highest = float(heights.max()) if len(heights) else 0.0
        if highest <= 0:
            return
        for left, right, height in zip(edges[:-1], edges[1:], heights / highest, strict=True):
            if height > 0:
                x, end = self.x_of(float(left)), self.x_of(float(right))
                tall = max(1.0, float(height) * (_BARS - 4))
                painter.fillRect(
                    QRectF(x, _AXIS - tall, max(1.0, end - x - 1), tall), colors.color("series.before.fill")
                )

    def bars(self) -> tuple[Numbers, Numbers]:
        """The edges of the bars that are drawn, and how many people are in each."""
        low, high = self._window
        width = nice_step(high - low, max(1, int(self._room / _BAR_WIDTH)))
        if self._whole:
            width = max(1, math.ceil(width / self._unit - 1e-9)) * self._unit
        start = math.floor(low / width) * width
        number = max(1, math.ceil((high - start) / width))
        first, last = np.searchsorted(self._positions, (low, high + width))
        places = np.floor((self._positions[first:last] - start) / width + 1e-9).astype(np.int64)
        inside = (places >= 0) & (places < number)
        heights = np.bincount(places[inside], weights=self._counts[first:last][inside], minlength=number).astype(
            np.float64
        )
        return start + width * np.arange(number + 1, dtype=np.float64), heights

    def _paint_axis(self, painter: QPainter) -> None:
        colors, (low, high) = theme.current(), self._window
        painter.setPen(QPen(colors.color("chart.axis"), 1))
        painter.drawLine(QPointF(_LEFT, _AXIS), QPointF(_LEFT + self._room, _AXIS))
        painter.setFont(theme.font("caption"))
        metrics = painter.fontMetrics()
        widest = max(metrics.horizontalAdvance(self._text(at)) for at in self._window) + 16
        step = nice_step(high - low, max(2, min(_MOST_TICKS, int(self._room / widest))))
        if self._whole:
            step = max(1, math.ceil(step / self._unit - 1e-9)) * self._unit
        for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
            x, text = self.x_of(place * step), self._text(place * step)
            painter.setPen(QPen(colors.color("chart.axis"), 1))
            painter.drawLine(QPointF(x, _AXIS), QPointF(x, _AXIS + 4))
            painter.setPen(colors.color("text.2"))
            width = metrics.horizontalAdvance(text)
            left = min(max(x - width / 2, 0), self.width() - width)
            painter.drawText(QPointF(left, _AXIS + 6 + metrics.ascent()), text)

    def _paint_level(self, painter: QPainter, level: int) -> None:
        colors, spans, pitch = theme.current(), self._levels[level], self._pitch
        top, height = _FIRST_ROW + level * pitch, min(_BOX, pitch - 4)
        painter.setFont(theme.font("dense", 600))
        painter.setPen(colors.color("text.1"))
        painter.drawText(QRectF(8, top, _LEFT - 12, height), Qt.AlignmentFlag.AlignVCenter, f"Level {level + 1}")
        if spans is None:
            painter.setFont(theme.font("caption"))
            painter.setPen(QPen(colors.color("line.pane"), 1))
            painter.setBrush(colors.color("bg.sunken"))
            box = QRectF(_LEFT, top, self._room, height)
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(colors.color("text.2"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "Too many ranges to draw: zoom in (Ctrl+plus)")
            return
        low, high = self._window
        for place, span in enumerate(spans):
            if span.high > low and span.low < high:
                self._paint_span(painter, span, self.box_of(level, place), selected=self._selected == (level, place))

    def _paint_span(self, painter: QPainter, span: Span, box: QRectF, *, selected: bool) -> None:
        colors = theme.current()
        coded = span.kind == "open" and span.people > 0
        fill, line, ink = {
            "range": ("accent.soft", "accent.line", "text.1"),
            "open": ("warn.soft", "warn", "warn") if coded else ("bg.sunken", "line.control", "text.2"),
            "all": ("bg.sunken", "line.control", "text.1"),
        }[span.kind]
        if selected:
            fill, line, ink = "accent", "accent", "accent.text"
        pen = QPen(colors.color(line), 1)
        if span.kind == "open":
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(colors.color(fill))
        inner = box.adjusted(0.5, 0.5, -0.5, -0.5)
        if inner.width() < 3:
            painter.fillRect(box, colors.color(line if box.width() < 2 else fill))
            return
        painter.drawRoundedRect(inner, 3, 3)
        painter.setFont(theme.font("caption"))
        room = box.width() - 4
        if painter.fontMetrics().horizontalAdvance(span.label) > room:
            label = painter.fontMetrics().elidedText(span.label, Qt.TextElideMode.ElideRight, int(room))
            if len(label) < 4:
                return
        else:
            label = span.label
        painter.setPen(colors.color(ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, label)

    def _paint_handles(self, painter: QPainter) -> None:
        colors, pitch = theme.current(), self._pitch
        bottom = _FIRST_ROW + pitch * max(1, len(self._levels)) - 4
        painter.setPen(QPen(colors.color("accent"), 1.6))
        painter.setBrush(colors.color("bg.panel"))
        for grip in self._grips():
            x = self.x_of(grip.at)
            if grip.what == "limit":
                top = _FIRST_ROW - _HANDLE
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
                painter.drawRoundedRect(QRectF(x - _HANDLE / 2, top - _HANDLE / 2, _HANDLE, _HANDLE), 2, 2)
            elif self._selected is not None:
                box = self.box_of(*self._selected)
                painter.drawRoundedRect(QRectF(x - 2.5, box.top() + 5, 5, box.height() - 10), 2, 2)
