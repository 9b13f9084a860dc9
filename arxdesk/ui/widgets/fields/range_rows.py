"""Ranges of numbers in one row per level below an axis: where each is drawn, and drawing them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from arxdesk.ui import theme
from arxdesk.ui.widgets.fields.axis_window import AxisWindow
from arxdesk_engine.foundation.language import tr

TOP = 96
"""The top of the first row."""
_PITCH, _BOX = 33, 26


@dataclass(frozen=True, slots=True)
class Span:
    """A range drawn: from `low` to below `high` (infinite: without end), its label, and how many people it holds."""

    low: float
    high: float
    label: str
    people: int = 0
    kind: Literal["range", "open", "all"] = "range"


class RangeRows:
    """The ranges of all levels, None for a level that has too many to draw, and which of them is selected."""

    def __init__(self, axis: AxisWindow, left: int, height: Callable[[], float]) -> None:
        self._axis, self._left, self._height = axis, left, height
        self.levels: tuple[tuple[Span, ...] | None, ...] = ()
        self.selected: tuple[int, int] | None = None

    def show(self, levels: Sequence[Sequence[Span] | None], selected: tuple[int, int] | None) -> None:
        """Replace the ranges."""
        self.levels = tuple(None if spans is None else tuple(spans) for spans in levels)
        self.selected = selected

    def span(self, chosen: tuple[int, int] | None) -> Span | None:
        """The range of a level at a place."""
        if chosen is None or chosen[0] >= len(self.levels):
            return None
        spans = self.levels[chosen[0]]
        return spans[chosen[1]] if spans is not None and chosen[1] < len(spans) else None

    @property
    def selected_span(self) -> Span | None:
        """The range that is selected."""
        return self.span(self.selected)

    def box_of(self, level: int, place: int) -> QRectF:
        """The rectangle of a range."""
        spans = self.levels[level]
        span = spans[place] if spans is not None else Span(*self._axis.shown, "")
        left, right = self._axis.x_of(span.low), self._axis.x_of(span.high)
        return QRectF(left, TOP + level * self._pitch, max(1.0, right - left), min(_BOX, self._pitch - 4))

    @property
    def selected_box(self) -> QRectF:
        """The rectangle of the selected range; an empty one without a selection."""
        return self.box_of(*self.selected) if self.selected else QRectF()

    @property
    def bottom(self) -> float:
        """The bottom of the last row."""
        return TOP + self._pitch * max(1, len(self.levels)) - 4

    def at(self, point: QPointF) -> tuple[int, int] | None:
        """Level and place of the range at a point."""
        for level, spans in enumerate(self.levels):
            for place in range(len(spans or ())):
                if self.box_of(level, place).contains(point):
                    return level, place
        return None

    def beside(self, level: int) -> tuple[int, int] | None:
        """Level and place of the range above or below the middle of the selected one."""
        if not 0 <= level < len(self.levels) or not self.levels[level]:
            return None
        low, high = self._axis.shown
        span = self.selected_span
        middle = (low + high) / 2 if span is None else (max(span.low, low) + min(span.high, high)) / 2
        spans = self.levels[level] or ()
        return level, next((place for place, each in enumerate(spans) if each.low <= middle < each.high), 0)

    @property
    def _pitch(self) -> float:
        return min(_PITCH, (self._height() - TOP) / max(1, len(self.levels)))

    def paint(self, painter: QPainter) -> None:
        """Draw all levels."""
        for level in range(len(self.levels)):
            self._paint_level(painter, level)

    def _paint_level(self, painter: QPainter, level: int) -> None:
        colors, spans, pitch = theme.current(), self.levels[level], self._pitch
        top, height = TOP + level * pitch, min(_BOX, pitch - 4)
        painter.setFont(theme.font("dense", 600))
        painter.setPen(colors.color("text.1"))
        painter.drawText(
            QRectF(8, top, self._left - 12, height), Qt.AlignmentFlag.AlignVCenter, tr("Level {level}", level=level + 1)
        )
        if spans is None:
            painter.setFont(theme.font("caption"))
            painter.setPen(QPen(colors.color("line.pane"), 1))
            painter.setBrush(colors.color("bg.sunken"))
            box = QRectF(self._left, top, self._axis.room, height)
            painter.drawRoundedRect(box, 3, 3)
            painter.setPen(colors.color("text.2"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, tr("Too many ranges to draw: zoom in (Ctrl+plus)"))
            return
        low, high = self._axis.shown
        for place, span in enumerate(spans):
            if span.high > low and span.low < high:
                _paint_span(painter, span, self.box_of(level, place), selected=self.selected == (level, place))


def _paint_span(painter: QPainter, span: Span, box: QRectF, *, selected: bool) -> None:
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
