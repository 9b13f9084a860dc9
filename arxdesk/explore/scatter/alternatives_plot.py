"""Every anonymous transformation as a point, score against risk, with the Pareto frontier."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter import words as plot_words
from arxdesk.explore.scatter.estimates import Estimates
from arxdesk.explore.scatter.work import Plotted, plot, redraw
from arxdesk.tasks.activity import Activity
from arxdesk.ui import layouts
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.words import counted
from arxdesk_engine.exploration.alternatives import Rows
from arxdesk_engine.exploration.points import Axes, Points, Risk
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.job.explore import Filters

PLOTTING = Activity("Plotting score against risk")

PAUSE = 120
"""Milliseconds after the last move before the density is recounted."""
NOTHING_BETTER = "Nothing is better than the selection in both."
LEGEND = "Nothing is better in both (Pareto frontier)"


class AlternativesPlot(QWidget):
    """Follows the exploration while visible; all counting is done by its jobs."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._axes = Axes()
        self._plotted: Plotted | None = None
        self._plot_of: tuple[Sifted, Axes, object] | None = None
        self._action = ""
        self._estimates = Estimates(exploration, self)
        self._chart = ScatterChart(plot_words.spoken(self._axes))
        self._legend = SeriesLegend([("knot", "text.1", LEGEND)])
        self._upward = label("", "caption", "2")
        self._foot, self._stop = paragraph("", "caption", "3"), link_button("Stop")
        self._marks, self._clear = label("", "dense", "2"), link_button("Clear")
        for widget in (self._stop, self._marks, self._clear):
            widget.hide()
        self._empty = EmptyState()
        self._later = Debounce(self._request, PAUSE, self)
        self._stack = self._lay_out()
        self._add_to_menu()
        self._connect()
        self._name_axes()
        self.refresh()

    @property
    def chart(self) -> ScatterChart:
        """The chart itself."""
        return self._chart

    @property
    def estimates(self) -> Estimates:
        """The uniqueness in the population."""
        return self._estimates

    @property
    def axes(self) -> Axes:
        """The axes of the chart."""
        return self._axes

    @property
    def points(self) -> Points | None:
        """The points that are drawn."""
        return None if self._plotted is None else self._plotted.points

    def set_axes(self, axes: Axes) -> None:
        """Draw other axes."""
        if axes != self._axes:
            self._axes = axes
            self._plotted = self._plot_of = None
            self._name_axes()
            self.refresh()

    def refresh(self) -> None:
        """Draw the filtered transformations, or the reason why there is nothing to draw."""
        if not self.isVisible():
            return  # until it is visible
        if self._axes.risk is Risk.POPULATION:
            self._estimates.ask()
        missing, action = self._what_is_missing()
        if missing:
            self._say(missing, action)
            return
        self._request()

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the estimates; finished ones are kept."""
        super().hideEvent(event)
        self._later.stop()

    def _lay_out(self) -> QStackedWidget:
        foot = layouts.row((self._foot, 1), self._stop, margins=(12, 2, 12, 0))
        marks = layouts.row(self._marks, self._clear, layouts.STRETCH, spacing=8, margins=(12, 0, 12, 6))
        drawn = QWidget()
        legend = layouts.row(self._upward, layouts.STRETCH, self._legend, margins=(12, 4, 12, 4))
        layouts.column(legend, (self._chart, 1), foot, marks, spacing=0, inside=drawn)
        stack = QStackedWidget()
        stack.addWidget(self._empty)
        stack.addWidget(drawn)
        layouts.column(stack, inside=self)
        return stack

    def _add_to_menu(self) -> None:
        menu = self._chart.chart_menu.menu
        menu.addSeparator()
        self.mark_frontier = menu.addAction("Mark what is on the frontier", self._mark_frontier)
        self.mark_better = menu.addAction("Mark better than the selection in both", self._mark_better)
        self.clear_marks = menu.addAction("Clear marks", self._clear_marks)
        menu.addSeparator()
        self.show_all = menu.addAction("Show all points", self._chart.show_whole)
        menu.aboutToShow.connect(self._show_what_can_be_done)

    def _connect(self) -> None:
        exploration, document = self._exploration, self._exploration.document
        exploration.sifted_changed.connect(self.refresh)
        exploration.emphasis.marked_changed.connect(self._show_marks)
        document.selection_changed.connect(self._show_selection)
        document.lock_changed.connect(self.refresh)
        document.population_changed.connect(self.refresh)
        self._estimates.changed.connect(self.refresh)
        self._chart.chosen.connect(self._select)
        self._chart.brushed.connect(self._mark)
        self._chart.clear_requested.connect(self._clear_marks)
        self._chart.window_changed.connect(self._look_closer_soon)
        self._clear.clicked.connect(self._clear_marks)
        self._stop.clicked.connect(self._stop_or_go_on)
        self._empty.action_triggered.connect(self._act)

    def _name_axes(self) -> None:
        across = self._axes.across
        self._chart.axis_title = plot_words.TITLES[across]
        self._chart.upward_title = dict(plot_words.RISKS)[self._axes.risk]
        self._upward.setText(self._chart.upward_title)  # above the numbers that it is the title of
        self._chart.write_across = partial(plot_words.across_text, across)
        self._chart.setAccessibleName(plot_words.spoken(self._axes))
        self._chart.set_whole(self._chart.window_shown)
        self._chart.restyle()

    def _what_is_missing(self) -> tuple[str, str]:
        """Why nothing can be drawn, with a remedy; "" otherwise."""
        exploration, sifted = self._exploration, self._exploration.sifted
        if sifted is None:
            searching = exploration.is_searching or exploration.document.locked
            return (plot_words.SEARCHING, "") if searching else (plot_words.NOTHING_YET, "Anonymize")
        if self._axes.risk is Risk.POPULATION:
            result = exploration.document.result
            if exploration.document.job.population is None:
                return plot_words.NO_POPULATION, "Open Configure"
            if result is not None and not result.policy.tells_alternatives:
                return plot_words.DRAWN_BY_CHANCE, ""
            if not exploration.may_look:
                return plot_words.WHEN_ENDED, ""
            if self._estimates.problem:
                return self._estimates.problem, "Open Configure"
        if not sifted.counts["anonymous"] + sifted.counts["optimum"]:
            return (plot_words.NONE_ANONYMOUS if exploration.is_settled else plot_words.SEARCHING), ""
        if not sifted.passing["anonymous"] + sifted.passing["optimum"]:
            return plot_words.NONE_PASSES, "Reset the filters"
        return "", ""

    def _say(self, sentence: str, action: str = "") -> None:
        self._exploration.jobs.abandon(PLOTTING)
        self._plotted = self._plot_of = None
        self._action = action
        self._empty.set_content(sentence, action)
        self._stack.setCurrentIndex(0)

    def _act(self) -> None:
        if self._action == "Reset the filters":
            self._exploration.document.set_filters(Filters())
        elif self._action == "Anonymize":
            self._exploration.document.wishes.anonymize()
        else:
            self._exploration.document.wishes.show_perspective("configure")

    def _request(self) -> None:
        """Start the drawing: all of it, or only the visible part if the points are the same."""
        exploration = self._exploration
        sifted, marked = exploration.sifted, exploration.emphasis.marked
        if sifted is None or not self.isVisible():
            return
        of = (sifted, self._axes, self._estimates.told if self._axes.risk is Risk.POPULATION else None)
        known = self._plot_of
        window = None if self._chart.is_whole else self._chart.window_shown
        if self._plotted is not None and known is not None and all(a is b for a, b in zip(of, known, strict=True)):
            work = partial(redraw, self._plotted, window, marked)
        else:
            work = partial(plot, sifted, self._axes, self._estimates.shares, window, marked)
        exploration.jobs.start(self, PLOTTING, work, partial(self._take, of), exploration.document.wishes.tell_failure)

    def _take(self, of: tuple[Sifted, Axes, object], found: Plotted) -> None:
        before, self._plotted, self._plot_of = self._plotted, found, of
        if len(found.points) == 0:
            running = self._estimates.is_running
            nothing = plot_words.ESTIMATING if running else plot_words.NO_ESTIMATE
            is_estimated = self._axes.risk is Risk.POPULATION
            self._empty.set_content(nothing if is_estimated else plot_words.NONE_KNOWN)
            self._stack.setCurrentIndex(0)
            return
        self._stack.setCurrentIndex(1)
        is_new = before is None or before.points is not found.points
        self._chart.set_drawing(found.drawing, found.points.best, self._selected_place(), self._lines, is_new=is_new)
        self._show_counts()

    def _lines(self, place: int) -> Sequence[str]:
        if self._plotted is None:
            return ()
        return plot_words.point_lines(self._plotted.points, place, is_selected=place == self._chart.selected)

    def _show_counts(self) -> None:
        assert self._plotted is not None  # noqa: S101 - something was drawn just now
        made, told = self._plotted.points, self._estimates.told
        is_estimated, running = made.axes.risk is Risk.POPULATION, self._estimates.is_running
        sentence = plot_words.drawn_sentence(made, as_density=self._plotted.drawing.density is not None)
        if is_estimated:
            sentence = plot_words.estimated_sentence(made, told.done, told.wanted, is_running=running)
        self._foot.setText(f"{sentence}.")
        self._stop.setText("Stop" if running else "Go on")
        self._stop.setVisible(is_estimated and (running or told.done < told.wanted))
        marked = self._exploration.emphasis.marked
        many = 0 if marked is None else int(marked.sum())
        self._marks.setText(f"{counted(many, 'transformation', 'transformations')} marked.")
        for widget in (self._marks, self._clear):
            widget.setVisible(many > 0)

    def _stop_or_go_on(self) -> None:
        if self._estimates.is_running:
            self._estimates.stop()
        else:
            self._estimates.go_on()

    def _selected_place(self) -> int:
        made, levels = self.points, self._exploration.document.selected
        if made is None or levels is None:
            return -1
        row = made.alternatives.row_of(levels)
        return -1 if row < 0 else made.place_of(row)

    def _show_selection(self) -> None:
        if self._plotted is not None:
            self._chart.select(self._selected_place())

    def _show_marks(self) -> None:
        if self._plotted is not None:
            self._request()

    def _look_closer_soon(self) -> None:
        """Redraw after zooming if the points were not all drawn singly."""
        if self._plotted is not None and len(self._plotted.drawing.shown) < len(self._plotted.points):
            self._later.start()

    def _select(self, place: int) -> None:
        made = self.points
        if made is not None:
            self._exploration.select(made.alternatives.levels_of(int(made.rows[place])))

    def _mark(self, places: Rows) -> None:
        made = self.points
        if made is not None:
            self._exploration.emphasis.mark(made.mask(places))

    def _clear_marks(self) -> None:
        self._exploration.emphasis.mark(None)

    def _mark_frontier(self) -> None:
        if self.points is not None:
            self._mark(self.points.frontier)

    def _mark_better(self) -> None:
        made, place = self.points, self._selected_place()
        if made is not None and place >= 0:
            better = made.better_than(place)
            self._mark(better)
            if len(better) == 0:
                self._marks.setText(NOTHING_BETTER)
                self._marks.show()

    def _show_what_can_be_done(self) -> None:
        self.mark_frontier.setEnabled(self.points is not None)
        self.mark_better.setEnabled(self._selected_place() >= 0)
        self.clear_marks.setEnabled(self._exploration.emphasis.marked is not None)
        self.show_all.setEnabled(not self._chart.is_whole)
