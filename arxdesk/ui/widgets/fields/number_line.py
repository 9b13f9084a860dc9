"""The number line: data as grey bars, and below it one row of ranges per level, aligned so that merging reads down."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.value_bars import Numbers, ValueBars, paint_bars
from arxdesk.ui.widgets.fields.axis_window import AxisWindow
from arxdesk.ui.widgets.fields.range_rows import TOP as _FIRST_ROW
from arxdesk.ui.widgets.fields.range_rows import RangeRows, Span
from arxdesk_engine.foundation.language import tr, tr_n

SIZE = QSize(896, 230)
Side = Literal["low", "high"]

_LEFT, _RIGHT, _TOP, _BARS = 72, 12, 8, 48
_AXIS = _TOP + _BARS
_HANDLE, _NEAR = 10, 5
_BAR_WIDTH, _MOST_TICKS = 6, 10
_ZOOM = 1.25


@dataclass(frozen=True, slots=True)
class _Grip:
    """A handle: a limit of the axis, or an edge of the selected range."""

    what: Literal["limit", "edge"]
    side: Side
    at: float


class NumberLine(QWidget):
    """Draws ranges over the numbers of a column; ranges can be chosen, and their edges and the outer limits dragged.

    It changes nothing by itself: it emits requests, and the owner of the ranges sets new content.
    """

    spoken_role = Role.Chart

    chosen = Signal(int, int)
    """Level and place of the range that was chosen."""
    edge_moved = Signal(str, float)
    """The side of the selected range that was dragged, and where to."""
    limit_moved = Signal(str, float)
    stepped = Signal(int)
    """The upper edge of the selected range goes up (1) or down (-1)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Number line"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.axis = AxisWindow(_LEFT, lambda: self.width() - _LEFT - _RIGHT, self)
        self._rows = RangeRows(self.axis, _LEFT, self.height)
        self._values = ValueBars()
        self._text: Callable[[float], str] = "{:g}".format
        self._limits: tuple[float | None, float | None] = (None, None)
        self._drag: tuple[_Grip, float] | None = None
        self.axis.changed.connect(self.update)
        theme.watcher.changed.connect(self.update)

    @property
    def selected(self) -> tuple[int, int] | None:
        """Level and place of the range that is selected."""
        return self._rows.selected

    @property
    def levels(self) -> tuple[tuple[Span, ...] | None, ...]:
        """The ranges shown; None for a level that has too many to draw."""
        return self._rows.levels

    def set_data(self, positions: Numbers, counts: Numbers, text: Callable[[float], str], unit: float = 0.0) -> None:
        """Set the numbers, sorted; `unit` divides them all, 0 for numbers of any kind."""
        self._values, self._text = ValueBars(positions, counts), text
        self.axis.set_ends(*self._values.ends, unit)

    def set_content(
        self,
        levels: Sequence[Sequence[Span] | None],
        limits: tuple[float | None, float | None],
        selected: tuple[int, int] | None,
    ) -> None:
        """Set the ranges, with handles if the axis is limited."""
        self._rows.show(levels, selected)
        self._limits = limits
        span = self._rows.selected_span
        words = tr("No range is selected.") if span is None else self.described(span)
        self.setAccessibleDescription(words)
        self.updateGeometry()
        self.update()

    def described(self, span: Span) -> str:
        """A range in words."""
        people = tr_n(span.people, "{n} person", "{n} people")
        return f"{span.label}, {people}"

    def box_of(self, level: int, place: int) -> QRectF:
        """The rectangle of a range."""
        return self._rows.box_of(level, place)

    def sizeHint(self) -> QSize:
        """The size of the picture in the guide."""
        return SIZE

    def minimumSizeHint(self) -> QSize:
        """The least size, with the full height."""
        return QSize(320, SIZE.height())

    # Keys and mouse

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose with the arrows, move the upper limit with plus and minus, zoom with Ctrl."""
        key, control = event.key(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        plus = key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal)
        minus = key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore)
        if control and (plus or minus):
            self.axis.zoom(_ZOOM if plus else 1 / _ZOOM)
        elif control and key == Qt.Key.Key_0:
            self.axis.show_all()
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
        found = self._rows.at(event.position())
        if found is not None:
            self.chosen.emit(*found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a handle, or show the cursor of one."""
        if self._drag is None:
            grip, found = self._grip_at(event.position()), self._rows.at(event.position())
            self.setCursor(Qt.CursorShape.SizeHorCursor if grip else Qt.CursorShape.ArrowCursor)
            span = self._rows.span(found)
            self.setToolTip("" if span is None else self.described(span))
            return
        grip, last = self._drag
        at = self.axis.rounded_at(min(max(event.position().x(), _LEFT), self.width() - _RIGHT))
        if at != last:
            self._drag = (grip, at)
            (self.limit_moved if grip.what == "limit" else self.edge_moved).emit(grip.side, at)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End the drag."""
        self._drag = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show the whole axis."""
        if event.position().y() < _FIRST_ROW - _HANDLE:
            self.axis.show_all()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, pan with Shift; else the page scrolls."""
        turned = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            low, high = self.axis.shown
            at = self.axis.at(event.position().x())
            self.axis.zoom(_ZOOM if turned > 0 else 1 / _ZOOM, min(max(at, low), high))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.axis.pan(-0.1 if turned > 0 else 0.1)
        else:
            event.ignore()

    def _choose_by_key(self, key: int) -> bool:
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        step = steps.get(Qt.Key(key))
        if step is None or not self.levels:
            return False
        level, place = self.selected or (0, -1 if step[1] > 0 else 0)
        if step[0]:
            found = self._rows.beside(level + step[0])
            if found is not None:
                self.chosen.emit(*found)
            return True
        spans = self.levels[level]
        if spans is not None:
            place = min(max(place + step[1], 0), len(spans) - 1)
            self.axis.bring_into_view(spans[place].low, spans[place].high)
            self.chosen.emit(level, place)
        return True

    def _grip_at(self, point: QPointF) -> _Grip | None:
        near = [(abs(self.axis.x_of(grip.at) - point.x()), grip) for grip in self._grips() if self._is_at(grip, point)]
        return min(near, key=lambda each: each[0])[1] if near else None

    def _is_at(self, grip: _Grip, point: QPointF) -> bool:
        if abs(self.axis.x_of(grip.at) - point.x()) > _NEAR:
            return False
        if grip.what == "limit":
            return abs(point.y() - (_FIRST_ROW - _HANDLE)) <= _HANDLE
        box = self._rows.selected_box
        return box.top() <= point.y() <= box.bottom()

    def _grips(self) -> list[_Grip]:
        low, high = self.axis.shown
        sides: tuple[Side, Side] = ("low", "high")
        found = [_Grip("limit", side, at) for side, at in zip(sides, self._limits, strict=True) if at is not None]
        span = self._rows.selected_span
        if span is not None and span.kind == "range" and self.selected is not None and self.selected[0] == 0:
            found += [_Grip("edge", "low", span.low), _Grip("edge", "high", span.high)]
        return [grip for grip in found if low <= grip.at <= high]

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw data, axis, levels and handles."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_data(painter)
        self._paint_axis(painter)
        self._rows.paint(painter)
        self._paint_handles(painter)
        if self.hasFocus():
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def bars(self) -> tuple[Numbers, Numbers]:
        """The edges of the bars that are drawn, and how many people are in each."""
        return self._values.between(*self.axis.shown, self.axis.step(max(1, int(self.axis.room / _BAR_WIDTH))))

    def _paint_data(self, painter: QPainter) -> None:
        painter.setFont(theme.font("dense"))
        painter.setPen(theme.current().color("text.2"))
        painter.drawText(QRectF(8, _TOP, _LEFT - 12, _BARS), Qt.AlignmentFlag.AlignVCenter, tr("Data"))
        paint_bars(painter, *self.bars(), self.axis.x_of, _AXIS, _BARS - 4)

    def _paint_axis(self, painter: QPainter) -> None:
        colors, (low, high) = theme.current(), self.axis.shown
        painter.setPen(QPen(colors.color("chart.axis"), 1))
        painter.drawLine(QPointF(_LEFT, _AXIS), QPointF(_LEFT + self.axis.room, _AXIS))
        painter.setFont(theme.font("caption"))
        metrics = painter.fontMetrics()
        widest = max(metrics.horizontalAdvance(self._text(at)) for at in self.axis.shown) + 16
        step = self.axis.step(max(2, min(_MOST_TICKS, int(self.axis.room / widest))))
        for place in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1):
            x, text = self.axis.x_of(place * step), self._text(place * step)
            painter.setPen(QPen(colors.color("chart.axis"), 1))
            painter.drawLine(QPointF(x, _AXIS), QPointF(x, _AXIS + 4))
            painter.setPen(colors.color("text.2"))
            width = metrics.horizontalAdvance(text)
            left = min(max(x - width / 2, 0), self.width() - width)
            painter.drawText(QPointF(left, _AXIS + 6 + metrics.ascent()), text)

    def _paint_handles(self, painter: QPainter) -> None:
        colors, bottom = theme.current(), self._rows.bottom
        painter.setPen(QPen(colors.color("accent"), 1.6))
        painter.setBrush(colors.color("bg.panel"))
        for grip in self._grips():
            x = self.axis.x_of(grip.at)
            if grip.what == "limit":
                top = _FIRST_ROW - _HANDLE
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))
                painter.drawRoundedRect(QRectF(x - _HANDLE / 2, top - _HANDLE / 2, _HANDLE, _HANDLE), 2, 2)
            elif self.selected is not None:
                box = self._rows.selected_box
                painter.drawRoundedRect(QRectF(x - 2.5, box.top() + 5, 5, box.height() - 10), 2, 2)
