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
        self._sentence.setText(_sentence(figures))
        threshold = figures.threshold
        place = next((at for at, sizes in enumerate(size_ranges()) if sizes.highest_risk <= threshold), None)
        if place is None:
            place = len(size_ranges())
        self._chart.set_threshold(place, f"threshold {words.percent(threshold)}", _region(place, threshold))


def _categories(figures: Figures) -> list[BarCategory]:
    applied = figures.applied
    made = []
    for at, sizes in enumerate(size_ranges()):
        before, after = int(applied.records_by_size_before[at]), int(applied.records_by_size_after[at])
        text = words.size_range(sizes.smallest, sizes.largest)
        highest = words.percent(sizes.highest_risk)
        made.append(
            BarCategory(
                text,
                highest,
                before / figures.before.records if figures.before.records else None,
                after / figures.after.records if figures.after.records else None,
                f"{words.people(before)} before, {words.people(after)} after",
            )
        )
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
