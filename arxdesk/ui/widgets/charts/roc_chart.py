"""ROC curves: the true positive rate against the false positive rate of a class."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk_engine.foundation.language import marked, tr

AXIS = marked("False positive rate: others who are taken for it")
STEP = 0.01
_KEYS = {Qt.Key.Key_Right: STEP, Qt.Key.Key_Left: -STEP, Qt.Key.Key_PageUp: 10 * STEP, Qt.Key.Key_PageDown: -10 * STEP}
_ROOM_FOR_TICKS = 240
"""Pixels from which on all numbers fit below the chart."""
_HALF_A_TICK = 24
"""Pixels that the last number may stand out."""

Rates = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RocCurves:
    """The curves of one class: false and true positive rates, float64[points, 2], from (0, 0) to (1, 1).

    `before` is the curve of the input, `after` that of the output; None for a missing one.
    """

    label: str
    before: Rates | None
    after: Rates | None


def true_positive_rate(rates: Rates, false_positive_rate: float) -> float:
    """The interpolated true positive rate at a false positive rate."""
    across, up = rates[:, 0], rates[:, 1]
    place = int(np.searchsorted(across, false_positive_rate, "right"))  # the highest of points above each other
    if place == len(across):
        return float(up[-1])
    if place == 0:
        return float(up[0])
    low, high = across[place - 1], across[place]
    return float(up[place - 1] + (up[place] - up[place - 1]) * (false_positive_rate - low) / (high - low))


class RocChart(Chart):
    """Input grey, output in the first colour, guessing as a thin diagonal; the pointer and the arrow keys read out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._curves = RocCurves("", None, None)
        self._at = -1.0
        super().__init__(tr("ROC curves"), tr(AXIS), parent)
        self.plotItem.getAxis("bottom").setStyle(hideOverlappingLabels=_HALF_A_TICK)
        self.plotItem.layout.setContentsMargins(4, 10, _HALF_A_TICK, 0)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._guessing = pg.PlotCurveItem([0.0, 1.0], [0.0, 1.0])
        self._before, self._after = pg.PlotCurveItem(), pg.PlotCurveItem()
        self._spots = pg.ScatterPlotItem(pxMode=True, size=7, useCache=False)
        for depth, item in enumerate((self._guessing, self._before, self._after, self._spots)):
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
        self.plotItem.setXRange(0.0, 1.0, padding=0)
        self.plotItem.setYRange(0.0, 1.0, padding=0)
        self.plotItem.vb.sigResized.connect(self._fit_to_room)
        self._fit_to_room()
        self.restyle()

    @property
    def curves(self) -> RocCurves:
        """The curves of the chart."""
        return self._curves

    def set_curves(self, curves: RocCurves) -> None:
        """Draw the curves of another class."""
        self._curves = curves
        self._read_at(-1.0)
        for item, rates in ((self._before, curves.before), (self._after, curves.after)):
            item.setVisible(rates is not None)
            if rates is not None:
                item.setData(rates[:, 0], rates[:, 1])
        self.setAccessibleDescription("; ".join(self._lines(0.1)) if curves.label else "")

    def numbers(self) -> FiguresText:
        """Return the points of the curves as tab-separated text."""
        rows: list[tuple[Cell, ...]] = [(tr("Side"), tr("False positive rate"), tr("True positive rate"))]
        for side, rates in ((tr("Input"), self._curves.before), (tr("Output"), self._curves.after)):
            points = [] if rates is None else rates.tolist()
            rows += [(side, false, true) for false, true in points]
        return FiguresText(rows)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(320, 260)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(180, 120)

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        super().restyle()
        if hasattr(self, "_spots"):
            diagonal = self.pen("chart.axis", 1.0)
            diagonal.setDashPattern([3, 3])
            self._guessing.setPen(diagonal)
            self._before.setPen(self.pen("series.before", 2.0))
            self._after.setPen(self.pen("series.1", 2.0))
            self._read_at(self._at)

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """Read out both curves above the pointer."""
        self._read_at(-1.0 if place is None else min(1.0, max(0.0, place.x())), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go along the curves; Escape takes the read-out away."""
        step = _KEYS.get(Qt.Key(event.key()))
        if event.key() == Qt.Key.Key_Escape and self._at >= 0:
            self._read_at(-1.0)
        elif step is not None and self._curves.label:
            self._read_at(min(1.0, max(0.0, round(max(0.0, self._at) + step, 4))))
        else:
            event.ignore()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        """Take the focus."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def _fit_to_room(self) -> None:
        """Show as many numbers as fit."""
        step = 0.2 if self.width() >= _ROOM_FOR_TICKS else 0.5
        ticks = [(step * place, words.percent(step * place)) for place in range(round(1 / step) + 1)]
        for side in ("left", "bottom"):
            self.plotItem.getAxis(side).setTicks([ticks, []])

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the read-out of the keyboard."""
        super().focusOutEvent(event)
        self._read_at(-1.0)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart, and the frame of the focus around it."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def event(self, event: QEvent) -> bool:
        """Arrow keys mean something here and are no shortcuts meanwhile."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _KEYS:
            event.accept()
            return True
        return bool(super().event(event))

    def _sides(self) -> list[tuple[str, str, Rates]]:
        sides = ((tr("Input"), "series.before", self._curves.before), (tr("Output"), "series.1", self._curves.after))
        return [(name, token, rates) for name, token, rates in sides if rates is not None]

    def _lines(self, rate: float) -> list[str]:
        taken = tr("Where {share} of the others are taken for it", share=words.percent_fixed(rate, 0))
        found = [
            tr(
                "{side}: {share} of it are found",
                side=name,
                share=words.percent_fixed(true_positive_rate(rates, rate), 0),
            )
            for name, _token, rates in self._sides()
        ]
        return [self._curves.label, taken, *found]

    def _read_at(self, rate: float, at: QPointF | None = None) -> None:
        sides = self._sides()
        self._at = rate if sides else -1.0
        if self._at < 0:
            self.hairline.hide()
            self._spots.setData([])
            self.readout.hide()
            return
        self.hairline.setPos(rate)
        self.hairline.show()
        colors = theme.current()
        heights = [true_positive_rate(rates, rate) for _name, _token, rates in sides]
        brushes = [colors.color(token) for _name, token, _rates in sides]
        self._spots.setData([rate] * len(sides), heights, brush=brushes, pen=None)
        place = self.pixel_at(rate, heights[-1]) if at is None else at
        self.readout.show_lines(self._lines(rate), place.toPoint())
