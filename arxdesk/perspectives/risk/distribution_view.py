"""How the people spread over groups of different sizes, and so over risks."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk import words
from arxdesk.perspectives.risk.figures import Figures
from arxdesk.widgets.bar_chart import BarCategory, BarChart
from arxdesk.widgets.buttons import icon_button
from arxdesk.widgets.label import paragraph
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.series_legend import SeriesLegend
from engine.risk.distribution import size_ranges

SHORT = 100
"""Ranges above these sizes are named by their smallest, where the labels stand close together."""


class DistributionView(Pane):
    """Shares of people by the number of their look-alikes, before and after; what is above the threshold is tinted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Distribution of risks", "share of people", parent)
        self._legend = SeriesLegend([("bar", "series.before", "Before"), ("bar", "series.1", "After")])
        self._copy = icon_button("copy", "Copy the chart as a picture")
        self.add_header_widget(self._legend)
        self.add_header_widget(self._copy)
        self._sentence = paragraph("", "dense", "2")
        self._chart = BarChart("Distribution of risks")
        self._copy.clicked.connect(self._chart.chart_menu.copy_picture)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 10, 16, 8)
        column.setSpacing(8)
        column.addWidget(self._sentence)
        column.addWidget(self._chart, 1)
        self.set_body(body)

    @property
    def chart(self) -> BarChart:
        """The bars."""
        return self._chart

    @property
    def sentence(self) -> str:
        """What the bars say."""
        return self._sentence.text()

    def show_figures(self, figures: Figures) -> None:
        """Show other figures."""
        self._chart.set_data(
            _categories(figures), "People who look the same (above), highest risk in that range (below)"
        )
        self.show_threshold(figures)

    def show_threshold(self, figures: Figures) -> None:
        """Draw the threshold elsewhere; the bars stay."""
        self._sentence.setText(words.unbroken(_sentence(figures)))
        threshold = figures.threshold
        place = next((at for at, sizes in enumerate(size_ranges()) if sizes.highest_risk <= threshold), None)
        if place is None:
            place = len(size_ranges())
        self._chart.set_threshold(place, f"threshold {words.percent(threshold)}", _region(place, threshold))


def _categories(figures: Figures) -> list[BarCategory]:
    """One category per range of sizes; sides without any people have no bars."""
    sides = (figures.applied.records_by_size_before, figures.applied.records_by_size_after)
    wholes = (figures.before.records, figures.after.records)
    made = []
    for at, sizes in enumerate(size_ranges()):
        people = tuple(int(side[at]) for side in sides)
        before, after = (part / whole if whole else None for part, whole in zip(people, wholes, strict=True))
        counted = f"{words.people(people[0])} before, {words.people(people[1])} after"
        label = words.size_range(sizes.smallest, None if sizes.smallest > SHORT else sizes.largest)
        made.append(BarCategory(label, words.percent(sizes.highest_risk), before, after, counted))
    return made


def _region(place: int, threshold: float) -> str:
    """What is left of the line: all of it is above the threshold, or only a part of the last range."""
    if place == 0:
        return ""
    largest = size_ranges()[place - 1].largest
    return "above" if largest is not None and 1 / largest > threshold else "above, the last in part"


def _sentence(figures: Figures) -> str:
    threshold = words.percent(figures.threshold)
    before = _part(figures.people_above_before, figures.before.records)
    after = _part(figures.people_above_after, figures.after.records)
    return (
        f"Before, {before} had a risk above {threshold}; now {after} has."
        if after in ("nobody", "everybody")
        else (f"Before, {before} had a risk above {threshold}; now {after} have.")
    )


def _part(people: int, whole: int) -> str:
    if people == 0:
        return "nobody"
    return "everybody" if people == whole else words.count_with_share(people, whole)
