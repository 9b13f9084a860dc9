"""The points of the filtered transformations and their drawing, made by the jobs of the exploration."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter.estimates import Estimates
from arxdesk.explore.scatter.work import Plotted, plot, redraw
from arxdesk.tasks.activity import Activity
from arxdesk.ui.point_cloud import Window
from arxdesk_engine.exploration.points import Axes, Points, Risk
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.language import marked

PLOTTING = Activity(marked("Plotting score against risk"))


class Plotting(QObject):
    """Keeps the points while transformations, axes and estimates stay, and only draws them anew.

    `drawn` announces a drawing, and whether its points are others than before.
    """

    drawn = Signal(bool)

    def __init__(self, exploration: Exploration, estimates: Estimates, parent: QObject) -> None:
        super().__init__(parent)
        self._exploration, self._estimates = exploration, estimates
        self._axes = Axes()
        self._plotted: Plotted | None = None
        self._plotted_of: tuple[Sifted, Axes, object] | None = None

    @property
    def axes(self) -> Axes:
        """What is plotted against what."""
        return self._axes

    @property
    def plotted(self) -> Plotted | None:
        """The points with their drawing; None before the first one."""
        return self._plotted

    @property
    def points(self) -> Points | None:
        """The points that are drawn."""
        return None if self._plotted is None else self._plotted.points

    @property
    def selected_place(self) -> int:
        """The point of the selected transformation; -1 where it has none."""
        points, levels = self.points, self._exploration.document.selected
        row = -1 if points is None or levels is None else points.alternatives.row_of(levels)
        return -1 if points is None or row < 0 else points.place_of(row)

    def set_axes(self, axes: Axes) -> None:
        """Plot something else from the next request on."""
        self._axes = axes
        self._plotted = self._plotted_of = None

    def request(self, window: Window | None) -> None:
        """Start the drawing within a window (None: all); only the drawing if the points are the same."""
        exploration = self._exploration
        sifted, marked = exploration.sifted, exploration.emphasis.marked
        if sifted is None:
            return
        of = (sifted, self._axes, self._estimates.told if self._axes.risk is Risk.POPULATION else None)
        known = self._plotted_of
        if self._plotted is not None and known is not None and all(a is b for a, b in zip(of, known, strict=True)):
            work = partial(redraw, self._plotted, window, marked)
        else:
            work = partial(plot, sifted, self._axes, self._estimates.shares, window, marked)
        exploration.jobs.start(self, PLOTTING, work, partial(self._take, of), exploration.document.wishes.tell_failure)

    def forget(self) -> None:
        """Drop the points, and those that are on their way."""
        self._exploration.jobs.abandon(PLOTTING)
        self._plotted = self._plotted_of = None

    def _take(self, of: tuple[Sifted, Axes, object], found: Plotted) -> None:
        before, self._plotted, self._plotted_of = self._plotted, found, of
        self.drawn.emit(before is None or before.points is not found.points)
