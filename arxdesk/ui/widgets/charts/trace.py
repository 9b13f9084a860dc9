"""The curves of another run in the same chart: its best score in a dash and colour of its own, its bound thinner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import TYPE_CHECKING

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt

from arxdesk.ui import theme

if TYPE_CHECKING:
    from arxdesk.ui.widgets.charts.chart import Chart
    from arxdesk.ui.widgets.charts.time_scale import TimeScale

Floats = NDArray[np.float64]
Point = tuple[float, float | None, float | None]
"""Seconds, best score, proven bound."""

_DASH, _DOT, _BOTH = (4.0, 1.5), (1.2, 1.2), (5.0, 1.5, 1.2, 1.5)
LOOKS: tuple[tuple[str, tuple[float, ...]], ...] = (
    *(("series.3", _DASH), ("series.4", _DOT), ("text.2", _BOTH)),
    *(("series.3", _DOT), ("series.4", _BOTH), ("text.2", _DASH)),
    *(("series.3", _BOTH), ("series.4", _DASH), ("text.2", _DOT)),
    *(("series.3", ()), ("series.4", ()), ("text.2", ())),
)
"""Colour tokens with dashes, in units of the width of the line; none is that of the two curves of the chart itself."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The results of a run over time, the short label at its end, and its place among LOOKS."""

    name: str
    label: str
    look: int
    points: tuple[Point, ...]

    @property
    def arrays(self) -> tuple[Floats, Floats, Floats]:
        """Seconds, scores and bounds; NaN for missing ones."""
        columns = np.array([[nan if each is None else each for each in point] for point in self.points], float)
        at, scores, bounds = columns.reshape(-1, 3).T
        return at, scores, bounds


class TraceItems:
    """One trace as items of a chart."""

    def __init__(self, chart: Chart, trace: Trace) -> None:
        self.trace = trace
        self._chart = chart
        self.end: tuple[float, float] | None = None
        """The end of the score curve; None without one."""
        self._score, self._bound = pg.PlotCurveItem(), pg.PlotCurveItem()
        self._text = pg.TextItem(anchor=(0.5, 1.1))
        self._text.textItem.setFont(theme.font("caption", 600))
        for depth, item in ((1.4, self._bound), (1.6, self._score), (9, self._text)):
            item.setZValue(depth)
            chart.plotItem.addItem(item, ignoreBounds=True)
        self.restyle()

    def remove(self) -> None:
        """Take the trace out of the chart."""
        for item in (self._score, self._bound, self._text):
            self._chart.plotItem.removeItem(item)

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        token, dashes = LOOKS[self.trace.look % len(LOOKS)]
        pen, thin = self._chart.pen(token, 1.8), self._chart.pen(token, 1.0)
        if dashes:
            pen.setDashPattern(list(dashes))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        thin.setDashPattern([1.0, 2.0])
        self._score.setPen(pen)
        self._bound.setPen(thin)
        self._text.setColor(theme.current().color(token))

    def draw(self, scale: TimeScale) -> None:
        """Draw the trace on this scale of time."""
        at, scores, bounds = self.trace.arrays
        places = scale.places(at)
        self._score.setData(*steps(places, scores), connect="finite")
        self._bound.setData(*steps(places, bounds), connect="finite")
        known = bool(len(scores)) and isfinite(scores[-1])
        self._text.setVisible(known)
        self.end = (float(places[-1]), float(scores[-1])) if known else None
        if known:
            self._text.setText(self.trace.label)
            self._text.setPos(places[-1], scores[-1])

    def raise_label(self, lines: int) -> None:
        """Raise the label by this many lines, above those of other traces."""
        self._text.setAnchor((0.5, 1.1 + 0.75 * lines))


def steps(at: Floats, values: Floats) -> tuple[Floats, Floats]:
    """Return the corners of a curve that keeps each value until the next one comes."""
    return np.repeat(at, 2)[1:], np.repeat(values, 2)[:-1]


def last_of(traces: Sequence[Trace]) -> float:
    """The latest time of all traces, 0 without any."""
    return max((trace.points[-1][0] for trace in traces if trace.points), default=0.0)
