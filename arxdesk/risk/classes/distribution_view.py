"""The distribution of people over group sizes, and so over risks."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.sides import beside, legend
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.risk.figures.sides import share_of
from arxdesk.risk.figures.view import RiskView
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend, Shape
from arxdesk_engine.analysis.risk.figures import SIDES, RiskFigures
from arxdesk_engine.analysis.risk.group_sizes import above_sentence, in_groups
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.risk.distribution import affected_by_size, size_ranges

SHORT = 100
"""Ranges above these sizes are named by their smallest, where the labels stand close together."""
_INKS = {"before": "series.before", "after": "series.1"}


def legend_of(side: str, shape: Shape = "bar") -> Entry:
    """How the bars or the line of a side are explained."""
    return shape, _INKS[side], legend(side)


class RiskDistributionView(RiskView):
    """Shares of people by group size, before and after; bars above the threshold are tinted."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._sentence = paragraph("", "dense", "2")
        self._chart = BarChart(tr("Distribution of risks"))
        body = QWidget()
        layouts.column(
            self._sentence,
            (self._chart, 1),
            label(tr("Click a bar to see its records."), "caption", "3"),
            spacing=8,
            margins=(16, 10, 16, 8),
            inside=body,
        )
        super().__init__(analysis, tr("Distribution of risks"), "", "risk-distribution#Look-alikes", body, parent)
        self._legend = SeriesLegend()
        self.add_header_widget(self._legend)
        self.add_export(self._chart, self._chart.numbers)
        self._chart.bar_clicked.connect(self._open)

    @property
    def chart(self) -> BarChart:
        """The bar chart."""
        return self._chart

    @property
    def legend(self) -> SeriesLegend:
        """The legend of the colours."""
        return self._legend

    @property
    def sentence(self) -> str:
        """The chart in a sentence."""
        return self._sentence.text()

    def show_figures(self, shown: RiskFigures) -> None:
        """Show the distribution of a table."""
        self._legend.set_entries([legend_of(side) for side in shown.sides])
        self.set_caption(share_of(shown.unit))
        self._chart.set_data(
            _categories(shown),
            tr("People who look the same (above), highest risk in that range (below)")
            if shown.unit == "people"
            else tr("Records that look the same (above), highest risk in that range (below)"),
        )
        self.show_judgement(shown)

    def show_judgement(self, shown: RiskFigures) -> None:
        """Draw the threshold elsewhere; the bars stay."""
        self._sentence.setText(above_sentence(shown, words.LOCAL))
        threshold = shown.thresholds.highest_risk
        place = next((at for at, sizes in enumerate(size_ranges()) if sizes.highest_risk <= threshold), None)
        if place is None:
            place = len(size_ranges())
        self._chart.set_threshold(
            place, tr("threshold {threshold}", threshold=words.threshold(threshold)), _region(place, threshold)
        )

    def _open(self, place: int, after: bool) -> None:
        bar = self._chart.categories[place]
        if not (bar.after if after else bar.before):
            return
        sizes = size_ranges()[place]
        self.open_people(
            SIDES[after],
            InClassesOfSize(sizes.smallest, sizes.largest),
            in_groups(sizes, self._found[SIDES[after]].unit, words.LOCAL),
        )


def _categories(shown: RiskFigures) -> list[BarCategory]:
    """One category per range of sizes; sides without any people have no bars."""
    counts = {side: affected_by_size(each.counts.histogram).tolist() for side, each in shown.sides.items()}
    made = []
    for at, sizes in enumerate(size_ranges()):
        shares = {side: counts[side][at] / each.people if each.people else None for side, each in shown.sides.items()}
        told = [beside(side, words.of_unit(counts[side][at], shown.unit)) for side in shown.sides]
        name = words.size_range(sizes.smallest, None if sizes.smallest > SHORT else sizes.largest)
        risk = words.percent(sizes.highest_risk)
        made.append(BarCategory(name, risk, shares.get("before"), shares.get("after"), ", ".join(told)))
    return made


def _region(place: int, threshold: float) -> str:
    """The tinted region left of the threshold line: whole ranges, and perhaps a part of the last one."""
    if place == 0:
        return ""
    largest = size_ranges()[place - 1].largest
    if largest is not None and 1 / largest > threshold:
        return tr_of("a threshold", "above")
    return tr("above, the last in part")
