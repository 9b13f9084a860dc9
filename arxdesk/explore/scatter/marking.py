"""Marking transformations in the chart: by a drag, as the frontier, as better than the selection."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter.plotting import Plotting
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart
from arxdesk.ui.words import count
from arxdesk_engine.exploration.alternatives import Rows
from arxdesk_engine.foundation.language import marked, tr, tr_n

NOTHING_BETTER = marked("Nothing is better than the selection in both.")


class Marking(QWidget):
    """The line below the chart that counts the marks, empty without any; its actions are in the menu of the chart."""

    def __init__(self, exploration: Exploration, plotting: Plotting, chart: ScatterChart) -> None:
        super().__init__()
        self._exploration, self._plotting, self._chart = exploration, plotting, chart
        self.sentence, self.clear_button = label("", "dense", "2"), link_button(tr("Clear"))
        layouts.row(self.sentence, self.clear_button, layouts.STRETCH, spacing=8, margins=(12, 0, 12, 6), inside=self)
        self._show(visible=False)
        menu = chart.chart_menu.menu
        menu.addSeparator()
        self.mark_frontier = menu.addAction(tr("Mark what is on the frontier"), self._mark_frontier)
        self.mark_better = menu.addAction(tr("Mark better than the selection in both"), self._mark_better)
        self.clear_marks = menu.addAction(tr("Clear marks"), self.clear)
        menu.aboutToShow.connect(self._enable_actions)
        self.clear_button.clicked.connect(self.clear)
        chart.brushed.connect(self._mark)
        chart.clear_requested.connect(self.clear)

    def refresh(self) -> None:
        """Count the marks; without any there is nothing to see."""
        marked = self._exploration.emphasis.marked
        many = 0 if marked is None else int(marked.sum())
        self.sentence.setText(tr_n(many, "{n} transformation marked.", "{n} transformations marked.", n=count(many)))
        self._show(visible=many > 0)

    def clear(self) -> None:
        """Remove all marks."""
        self._exploration.emphasis.mark(None)

    def _show(self, *, visible: bool) -> None:
        for widget in (self.sentence, self.clear_button):
            widget.setVisible(visible)

    def _mark(self, places: Rows) -> None:
        points = self._plotting.points
        if points is not None:
            self._exploration.emphasis.mark(points.mask(places))

    def _mark_frontier(self) -> None:
        points = self._plotting.points
        if points is not None:
            self._mark(points.frontier)

    def _mark_better(self) -> None:
        points, place = self._plotting.points, self._plotting.selected_place
        if points is not None and place >= 0:
            better = points.better_than(place)
            self._mark(better)
            if len(better) == 0:
                self.sentence.setText(tr(NOTHING_BETTER))
                self.sentence.show()

    def _enable_actions(self) -> None:
        self.mark_frontier.setEnabled(self._plotting.points is not None)
        self.mark_better.setEnabled(self._plotting.selected_place >= 0)
        self.clear_marks.setEnabled(self._exploration.emphasis.marked is not None)
