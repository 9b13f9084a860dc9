"""Bars or steps over neighbouring classes, with a scale that can be logarithmic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from arxdesk.ui import theme, words
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart

Style = Literal["bars", "steps"]
FEWEST_POWERS = 2


class ClassChart(BarChart):
    """A bar chart of shares whose sides can be drawn as steps from class to class instead, for cumulative sums.

    On a logarithmic scale the ticks are powers of ten, and zero has no height.
    """

    _style: Style = "bars"
    _is_log = False

    @property
    def style_shown(self) -> Style:
        """The style of the values."""
        return self._style

    @property
    def is_log(self) -> bool:
        """Whether the scale is logarithmic."""
        return self._is_log

    def set_look(self, style: Style, *, is_log: bool) -> None:
        """Choose bars or steps, and the scale."""
        self._style, self._is_log = style, is_log
        self.update()

    def _ticks(self) -> list[float]:
        if not self._is_log:
            return super()._ticks()
        values = [value for each in self._categories for value in (each.before, each.after) if value]
        low = math.floor(math.log10(min(values, default=0.1)) - 1e-9)
        low = min(low, -FEWEST_POWERS)
        every = math.ceil(-low / 6)
        return [10.0**power for power in range(-(every * math.ceil(-low / every)), 1, every)]

    def _rise(self, value: float, ticks: list[float]) -> float:
        if not self._is_log:
            return super()._rise(value, ticks)
        if value <= 0:
            return 0.0
        return max(0.0, 1 - math.log10(value) / math.log10(ticks[0]))

    def _tick_words(self, tick: float, ticks: list[float]) -> str:
        return words.percent(tick) if self._is_log else super()._tick_words(tick, ticks)

    def _paint_bars(
        self, painter: QPainter, plot: QRectF, place: int, category: BarCategory, ticks: list[float]
    ) -> None:
        if self._style == "bars":
            super()._paint_bars(painter, plot, place, category, ticks)
        elif place == len(self._categories) - 1:  # once, over everything
            for token, width, values in (
                ("series.before", 2.0, [each.before for each in self._categories]),
                ("series.1", 2.0, [each.after for each in self._categories]),
            ):
                self._paint_steps(painter, plot, values, ticks, QPen(theme.current().color(token), width))

    def _paint_steps(
        self, painter: QPainter, plot: QRectF, values: Sequence[float | None], ticks: list[float], pen: QPen
    ) -> None:
        if any(value is None for value in values):
            return
        slot, corners = self._slot(), []
        for place, value in enumerate(values):
            height = plot.bottom() - plot.height() * self._rise(value or 0.0, ticks)
            left = plot.left() + place * slot
            corners += [QPointF(left, height), QPointF(left + slot, height)]
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(corners))
