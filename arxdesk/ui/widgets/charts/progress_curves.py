"""The live picture of a search: the best score falls, the proven bound rises, and where they meet it is proven."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from math import isfinite, nan

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPolygonF
from PySide6.QtWidgets import QGraphicsPolygonItem, QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.durations import duration
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.timing import Throttle
from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk.ui.widgets.charts.ticks import nice_step
from arxdesk.ui.widgets.charts.time_scale import Kind, TimeScale, even_ticks
from arxdesk.ui.widgets.charts.trace import Floats, Point, Trace, TraceItems, last_of, steps
from arxdesk_engine.foundation.language import marked, tr

DRAWN = 800  # steps; more cannot be distinguished on any screen
PAUSE = 100  # ms between two drawings
LABEL_ROOM = 24  # px above the highest value, for its label
TICK_ROOM = 32  # px, the least distance of two values on the left
NEAR = 14  # px, the distance of two ends from which on their labels do not overlap
LEAST = QSize(280, 160)
HALF_A_TICK = 24  # px that the words of the first tick may stand out
TITLES: dict[Kind, str] = {"linear": marked("Seconds"), "log": marked("Time")}


class ProgressCurves(Chart):
    """Two step curves over time with the gap between them filled and the last values at their ends.

    Traces of other runs can be drawn behind them. Time is linear or logarithmic.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(name or tr("Best score and proven bound over time"), tr("Seconds"), parent)
        self.plotItem.getAxis("bottom").setStyle(hideOverlappingLabels=HALF_A_TICK)
        self.update_count = 0
        self._seconds = array("d")
        self._scores = array("d")
        self._bounds = array("d")
        self._now = 0.0
        self._kind: Kind = "linear"
        self._time = TimeScale.over("linear", 0.0, 0.0)
        self._traces: list[TraceItems] = []
        self._gap = QGraphicsPolygonItem()
        self._gap.setZValue(1)
        self.plotItem.addItem(self._gap, ignoreBounds=True)
        self._score = pg.PlotCurveItem()
        self._bound = pg.PlotCurveItem()
        self._ends = pg.ScatterPlotItem(size=8, pxMode=True, useCache=False)
        self._marks = pg.ScatterPlotItem(size=9, pxMode=True, useCache=False)
        for depth, item in enumerate((self._score, self._bound, self._ends, self._marks), 2):
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
        self._score_text = pg.TextItem(anchor=(0.5, 1.1))
        self._bound_text = pg.TextItem(anchor=(0.5, -0.1))
        for text in (self._score_text, self._bound_text):
            text.textItem.setFont(theme.font("caption", 600))
            text.setZValue(10)
            self.plotItem.addItem(text, ignoreBounds=True)
        self._timer = Throttle(self.redraw, PAUSE, self)
        self.restyle()

    def close(self) -> bool:
        """Stop drawing."""
        self._timer.stop()
        return super().close()

    @property
    def time_kind(self) -> Kind:
        """The scale of time."""
        return self._kind

    def set_time_kind(self, kind: Kind) -> None:
        """Let time go evenly, or by its logarithm."""
        self._kind = kind
        self.axis_title = tr(TITLES[kind])
        self.restyle()

    @property
    def traces(self) -> tuple[Trace, ...]:
        """The traces of other runs."""
        return tuple(each.trace for each in self._traces)

    def set_traces(self, traces: Sequence[Trace]) -> None:
        """Draw other runs behind the two curves."""
        for each in self._traces:
            each.remove()
        self._traces = [TraceItems(self, trace) for trace in traces]
        self.redraw()

    def sizeHint(self) -> QSize:
        """Return as much as it takes to read the curves; more is better."""
        return LEAST

    def reset(self) -> None:
        """Clear everything but other runs, for a new search."""
        self._timer.stop()
        self._seconds, self._scores, self._bounds, self._now = array("d"), array("d"), array("d"), 0.0
        self.redraw()

    def add(self, seconds: float, score: float | None, bound: float | None) -> None:
        """Note the state at a time; None means none known yet. Drawn at most ten times a second."""
        pair = (nan if score is None else score, nan if bound is None else bound)
        self._now = max(self._now, seconds)
        if not self._seconds or _differs(pair, (self._scores[-1], self._bounds[-1])):
            self._seconds.append(self._now)
            self._scores.append(pair[0])
            self._bounds.append(pair[1])
        self._timer.request()

    def set_history(self, changes: Sequence[tuple[float, float, float]]) -> None:
        """Merge these (seconds, score, bound) into the notes: a search reports its best scores only now and then.

        Notes without a score are kept; the bound never falls.
        """
        noted = np.array([self._seconds, self._scores, self._bounds], float)
        found = np.array(changes, float).reshape(-1, 3).T
        rows = np.concatenate((noted, found), axis=1)
        rows = rows[:, np.argsort(rows[0], kind="stable")]
        best, proven = np.fmin.accumulate(rows[1]), np.fmax.accumulate(rows[2])
        kept = np.append(True, _changes(best) | _changes(proven))[: len(best)]
        self._seconds, self._scores, self._bounds = (
            array("d", each[kept].tobytes()) for each in (rows[0], best, proven)
        )
        self._now = max([self._now, *self._seconds[-1:]])

    def finish(self, seconds: float | None = None) -> None:
        """Draw the final state at once; the curves end at that time if one is given."""
        self._timer.stop()
        self._now = max(self._now, seconds or 0.0)
        self.redraw()

    def points(self) -> list[Point]:
        """Return every change noted, in order; equal neighbours are one."""
        rows = zip(self._seconds, self._scores, self._bounds, strict=True)
        return [
            (at, score if isfinite(score) else None, bound if isfinite(bound) else None) for at, score, bound in rows
        ]

    def numbers(self) -> FiguresText:
        """Return the curves as tab-separated text."""
        rows: list[tuple[Cell, ...]] = [(tr("Seconds"), tr("Best score"), tr("Proven bound")), *self.points()]
        for trace in self.traces:
            rows += [(), (trace.name,), *trace.points]
        return FiguresText(rows)

    def redraw(self) -> None:
        """Draw the notes."""
        self.update_count += 1
        self._time = self._spanning()
        places, score, bound = self._drawn()
        self._score.setData(*steps(places, score), connect="finite")
        self._bound.setData(*steps(places, bound), connect="finite")
        both = np.isfinite(score) & np.isfinite(bound)
        self._fill(places[both], score[both], bound[both])
        for each in self._traces:
            each.draw(self._time)
        self._scale(score, bound)
        self._label_ends(places, score, bound)
        self._part_labels()

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        super().restyle()
        colors = theme.current()
        self._score.setPen(self.pen("series.1", 2))
        dashed = self.pen("series.2", 1.8)
        dashed.setDashPattern([3.0, 1.6])
        dashed.setCapStyle(Qt.PenCapStyle.FlatCap)
        self._bound.setPen(dashed)
        self._gap.setPen(pg.mkPen(None))
        self._gap.setBrush(pg.mkBrush(colors.color("series.before.fill", 0.35)))
        self._score_text.setColor(colors.color("series.1"))
        self._bound_text.setColor(colors.color("series.2"))
        self._marks.setPen(pg.mkPen(colors.color("bg.panel"), width=1))
        self._marks.setBrush(pg.mkBrush(colors.color("text.1")))
        for each in self._traces:
            each.restyle()
        self.redraw()

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """Read out both curves at a time."""
        seconds = 0.0 if place is None else self._time.seconds(place.x())
        known = place is not None and bool(self._seconds) and self._is_drawn_at(seconds)
        self.hairline.setVisible(known)
        self._marks.setVisible(known)
        if not known or place is None:
            self.readout.hide()
            return
        row = max(0, bisect_right(self._seconds, seconds) - 1)
        score, bound = self._scores[row], self._bounds[row]
        self.hairline.setValue(place.x())
        self._marks.setData([place.x()] * 2, [score, bound])
        lines = [tr("After {duration}", duration=duration(seconds))]
        lines += [tr("Best score {score}", score=words.score(score))] if isfinite(score) else [tr("No result yet")]
        lines += [tr("Proven bound {bound}", bound=words.score(bound))] if isfinite(bound) else []
        if isfinite(score) and isfinite(bound) and score > 0:
            lines.append(
                tr("At most {share} % from the best possible", share=f"{max(0.0, (score - bound) / score) * 100:.2g}")
            )
        self.readout.show_lines(lines, at.toPoint())

    def _is_drawn_at(self, seconds: float) -> bool:
        """Whether the two curves have a value there; values before a logarithmic scale are at its start."""
        return max(self._seconds[0], self._time.start) <= seconds <= max(self._now, self._time.start)

    def _spanning(self) -> TimeScale:
        """The scale that holds both curves and all traces."""
        times = [self._seconds, *([each[0] for each in trace.points] for trace in self.traces)]
        first = min((next((at for at in own if at > 0), self._now) for own in times if len(own)), default=0.0)
        return TimeScale.over(self._kind, first, max(self._now, last_of(self.traces)))

    def _drawn(self) -> tuple[Floats, Floats, Floats]:
        """Return the changes to draw, ended by the present, thinned to the last of each equal span of the scale."""
        if not self._seconds:
            empty = np.empty(0)
            return empty, empty, empty
        at = self._time.places(np.append(np.array(self._seconds), self._now))
        score = np.append(np.array(self._scores), self._scores[-1])
        bound = np.append(np.array(self._bounds), self._bounds[-1])
        if len(at) > DRAWN and at[-1] > at[0]:
            span = ((at - at[0]) / (at[-1] - at[0]) * DRAWN).astype(np.int64)
            kept = np.flatnonzero(np.append(np.diff(span) > 0, True))
            kept = np.unique(np.concatenate(([0], kept)))
            at, score, bound = at[kept], score[kept], bound[kept]
        return at, score, bound

    def _fill(self, at: Floats, score: Floats, bound: Floats) -> None:
        upper, lower = steps(at, score), steps(at, bound)
        corners = [*zip(*upper, strict=True), *reversed(list(zip(*lower, strict=True)))]
        self._gap.setPolygon(QPolygonF([QPointF(float(x), float(y)) for x, y in corners]))

    def _scale(self, score: Floats, bound: Floats) -> None:
        others = [values for trace in self.traces for values in trace.arrays[1:]]
        values = np.concatenate((score, bound, *others))
        values = values[np.isfinite(values)]
        headroom = 1.0 + LABEL_ROOM / max(LABEL_ROOM, self.height() - 2 * LABEL_ROOM)
        top = float(values.max()) * headroom if len(values) and values.max() > 0 else 1.0
        up = nice_step(top, max(3, min(6, self.height() // TICK_ROOM)))
        top = np.ceil(top / up - 1e-9) * up
        self.plotItem.setYRange(0, top, padding=0)
        self.plotItem.getAxis("left").setTicks([even_ticks(float(top), up)])
        self.plotItem.setXRange(*self._time.span, padding=0)
        self.plotItem.getAxis("bottom").setTicks([self._time.ticks])

    def _part_labels(self) -> None:
        """Stack the labels of runs that end at about the same place."""
        taken: list[QPointF] = []
        for each in self._traces:
            if each.end is not None:
                at = self.pixel_at(*each.end)
                near = [one for one in taken if abs(one.x() - at.x()) < NEAR and abs(one.y() - at.y()) < NEAR]
                each.raise_label(len(near))
                taken.append(at)

    def _label_ends(self, at: Floats, score: Floats, bound: Floats) -> None:
        colors = theme.current()
        spots = []
        (start, end), (_, top) = self.plotItem.viewRange()
        for text, values, token, above in (
            (self._score_text, score, "series.1", True),
            (self._bound_text, bound, "series.2", False),
        ):
            known = bool(len(values)) and isfinite(values[-1])
            met = not above and known and values[-1] == score[-1]  # the label of the score includes it
            text.setVisible(known and not met)
            if known:
                low = not above and values[-1] / top * self.plotItem.vb.height() < LABEL_ROOM
                share = (at[-1] - start) / (end - start)
                side = 0.85 if share > 0.86 else 0.1 if share < 0.1 else 0.5
                text.setAnchor((side, 1.15 if above or low else -0.15))
                text.setText(words.score(values[-1]))
                reach = side * text.boundingRect().width() * (end - start) / max(1.0, self.plotItem.vb.width())
                text.setPos(at[-1], _highest_since(at[-1] - reach, at, values) if above else values[-1])
                brush = pg.mkBrush(colors.color(token))
                spots.append({"pos": (at[-1], values[-1]), "brush": brush, "pen": pg.mkPen(None)})
        self._ends.setData(spots)


def _highest_since(time: float, at: Floats, values: Floats) -> float:
    """The highest value from a time on, of values that hold until the next one: there a label is above their line."""
    first = max(0, int(np.searchsorted(at, time, side="right")) - 1)
    return float(np.nanmax(values[first:]))


def _changes(values: Floats) -> NDArray[np.bool_]:
    """Whether each value but the first differs from the previous one; NaN equals NaN."""
    before, after = values[:-1], values[1:]
    return np.asarray((before != after) & ~(np.isnan(before) & np.isnan(after)))


def _differs(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return any(a != b and (isfinite(a) or isfinite(b)) for a, b in zip(one, other, strict=True))
