"""Every anonymous transformation as a point, score against risk, with the Pareto frontier."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter import words as plot_words
from arxdesk.explore.scatter.estimates import Estimates
from arxdesk.explore.scatter.marking import Marking
from arxdesk.explore.scatter.no_points import NoPoints
from arxdesk.explore.scatter.plotting import Plotting
from arxdesk.explore.scatter.work import Plotted
from arxdesk.ui import layouts
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.items.landmark import Landmark
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk_engine.exploration.points import Axes, Points, Risk
from arxdesk_engine.exploration.recoded_point import recoded_point
from arxdesk_engine.foundation.language import marked, tr

PAUSE = 120
"""Milliseconds after the last move before the density is recounted."""
LEGEND, SHORT_LEGEND = marked("Nothing is better in both (Pareto frontier)"), marked("Pareto frontier")
_BESIDE_LEGEND = 36
"""Margins of the legend, and what parts it from the title of the axis."""


class AlternativesPlot(QWidget):
    """Follows the exploration while visible; all counting is done by its jobs."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._estimates = Estimates(exploration, self)
        self.plotting = Plotting(exploration, self._estimates, self)
        self._chart = ScatterChart(plot_words.spoken(self.axes))
        self._legend = SeriesLegend([("knot", "text.1", tr(LEGEND))])
        self._upward = label("", "caption", "2")
        self._foot, self._stop = paragraph("", "caption", "3"), link_button(tr("Stop"))
        self._stop.hide()
        self.marking = Marking(exploration, self.plotting, self._chart)
        self.no_points = NoPoints(exploration, self._estimates)
        self._later = Debounce(self._request, PAUSE, self)
        self._stack = self._lay_out()
        menu = self._chart.chart_menu.menu
        menu.addSeparator()
        self._show_all = menu.addAction(tr("Show all points"), self._chart.show_whole)
        menu.aboutToShow.connect(self._enable_show_all)
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
        return self.plotting.axes

    @property
    def points(self) -> Points | None:
        """The points that are drawn."""
        return self.plotting.points

    def set_axes(self, axes: Axes) -> None:
        """Draw other axes."""
        if axes != self.axes:
            self.plotting.set_axes(axes)
            self._name_axes()
            self.refresh()

    def refresh(self) -> None:
        """Draw the filtered transformations, or the reason why there is nothing to draw."""
        if not self.isVisible():
            return  # until it is visible
        if self.axes.risk is Risk.POPULATION:
            self._estimates.ask()
        if self.no_points.explain(self.axes):
            self.plotting.forget()
            self._stack.setCurrentWidget(self.no_points)
            return
        self._request()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the legend where the title of the axis leaves no room for it."""
        super().resizeEvent(event)
        self._fit_legend()

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
        drawn = QWidget()
        legend = layouts.row(self._upward, layouts.STRETCH, self._legend, spacing=12, margins=(12, 4, 12, 4))
        layouts.column(legend, (self._chart, 1), foot, self.marking, spacing=0, inside=drawn)
        stack = QStackedWidget()
        stack.addWidget(self.no_points)
        stack.addWidget(drawn)
        layouts.column(stack, inside=self)
        return stack

    def _connect(self) -> None:
        exploration, document = self._exploration, self._exploration.document
        exploration.sifted_changed.connect(self.refresh)
        exploration.emphasis.marked_changed.connect(self._show_marks)
        document.selection_changed.connect(self._show_selection)
        document.lock_changed.connect(self.refresh)
        document.population_changed.connect(self.refresh)
        document.applied_changed.connect(self._show_recoded)
        self._estimates.changed.connect(self.refresh)
        self.plotting.drawn.connect(self._show_drawing)
        self._chart.chosen.connect(self._select)
        self._chart.window_changed.connect(self._look_closer_soon)
        self._stop.clicked.connect(self._stop_or_go_on)

    def _fit_legend(self) -> None:
        words, room = tr(LEGEND), self.width() - self._upward.sizeHint().width() - _BESIDE_LEGEND
        self._legend.set_entries([("knot", "text.1", words)])
        if self._legend.sizeHint().width() > room:
            self._legend.set_entries([("knot", "text.1", tr(SHORT_LEGEND))])

    def _name_axes(self) -> None:
        across = self.axes.across
        self._chart.axis_title = tr(plot_words.TITLES[across])
        self._chart.upward_title = tr(dict(plot_words.RISKS)[self.axes.risk])
        self._upward.setText(self._chart.upward_title)  # above the numbers that it is the title of
        self._fit_legend()
        self._chart.write_across = partial(plot_words.across_text, across)
        self._chart.setAccessibleName(plot_words.spoken(self.axes))
        self._chart.set_whole(self._chart.window_shown)
        self._chart.restyle()
        self._show_recoded()

    def _request(self) -> None:
        if self.isVisible():
            self.plotting.request(None if self._chart.is_whole else self._chart.window_shown)

    def _show_drawing(self, is_new: bool) -> None:
        found = self.plotting.plotted
        if found is None or len(found.points) == 0:
            self.no_points.explain_unknown(self.axes)
            self._stack.setCurrentWidget(self.no_points)
            return
        self._stack.setCurrentIndex(1)
        place = self.plotting.selected_place
        self._chart.set_drawing(found.drawing, found.points.best, place, self._lines, is_new=is_new)
        self._show_counts(found)
        self.marking.refresh()

    def _lines(self, place: int) -> Sequence[str]:
        points = self.points
        return (
            () if points is None else plot_words.point_lines(points, place, is_selected=place == self._chart.selected)
        )

    def _show_counts(self, found: Plotted) -> None:
        made, told = found.points, self._estimates.told
        is_estimated, running = made.axes.risk is Risk.POPULATION, self._estimates.is_running
        sentence = plot_words.drawn_sentence(made, as_density=found.drawing.density is not None)
        if is_estimated:
            sentence = plot_words.estimated_sentence(made, told.done, told.wanted, is_running=running)
        self._foot.setText(f"{sentence}.")
        self._stop.setText(tr("Stop") if running else tr("Go on"))
        self._stop.setVisible(is_estimated and (running or told.done < told.wanted))

    def _stop_or_go_on(self) -> None:
        if self._estimates.is_running:
            self._estimates.stop()
        else:
            self._estimates.go_on()

    def _show_selection(self) -> None:
        if self.points is not None:
            self._chart.select(self.plotting.selected_place)

    def _show_recoded(self) -> None:
        """Show the applied table as a point of its own if it was recoded group by group."""
        applied = self._exploration.document.applied
        point = None if applied is None else recoded_point(applied, self.axes)
        lines = () if point is None else plot_words.recoded_lines(point)
        mark = None if point is None else Landmark(tr(plot_words.BY_GROUPS), point.x, point.y, lines)
        self._chart.landmark.set_landmark(mark)

    def _show_marks(self) -> None:
        if self.points is not None:
            self._request()

    def _look_closer_soon(self) -> None:
        """Redraw after zooming if the points were not all drawn singly."""
        found = self.plotting.plotted
        if found is not None and len(found.drawing.shown) < len(found.points):
            self._later.start()

    def _select(self, place: int) -> None:
        points = self.points
        if points is not None:
            self._exploration.select(points.alternatives.levels_of(int(points.rows[place])))

    def _enable_show_all(self) -> None:
        self._show_all.setEnabled(not self._chart.is_whole)
