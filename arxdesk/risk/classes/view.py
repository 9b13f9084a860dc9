"""The distribution of people over classes of risk, plain or cumulative."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.sides import beside
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.risk.classes.distribution_view import legend_of
from arxdesk.risk.figures.sides import share_of
from arxdesk.risk.figures.view import RiskView
from arxdesk.ui import layouts, words
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.bar_chart import BarCategory
from arxdesk.ui.widgets.charts.class_chart import ClassChart
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend, Shape
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk_engine.analysis.risk.figures import SIDES, RiskFigures
from arxdesk_engine.analysis.risk.group_sizes import above_sentence, class_above, lowest_class, sizes_in
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.risk.distribution import RISK_THRESHOLDS, RiskDistribution, distribution_of

IN, UP_TO = "in", "up-to"
TITLES: dict[tuple[str, Unit], str] = {
    (IN, "records"): marked("Risk of a record, in classes that end here"),
    (IN, "people"): marked("Risk of a person, in classes that end here"),
    (UP_TO, "records"): marked("Risk of a record, at most"),
    (UP_TO, "people"): marked("Risk of a person, at most"),
}
LAST_ALWAYS = 0.01
"""Every class is shown from this risk on; lower ones only down to the last one with people."""


class RiskClassesView(RiskView):
    """Shares of people in each class of risk, or up to it, in the finest steps."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._sentence = paragraph("", "dense", "2")
        self.kind = Segmented(tr("Kind of count"), [(IN, tr("In each class")), (UP_TO, tr("Up to each risk"))])
        self.log = QCheckBox(tr("Logarithmic"))
        self.log.setToolTip(tr("Shares by powers of ten, to show rare classes"))
        self.chart = ClassChart(tr("Risk classes"))
        body = QWidget()
        row = layouts.row(self.kind, self.log, layouts.STRETCH, spacing=12)
        layouts.column(
            self._sentence,
            row,
            (self.chart, 1),
            label(tr("Click a class to see its records."), "caption", "3"),
            spacing=8,
            margins=(16, 10, 16, 8),
            inside=body,
        )
        super().__init__(analysis, tr("Risk classes"), "", "risk-distribution#Risk classes", body, parent)
        self._legend = SeriesLegend()
        self.add_header_widget(self._legend)
        self.add_export(self.chart, self.numbers)
        self._first = 0
        self._shown: RiskFigures | None = None
        self.kind.chosen.connect(self._redraw)
        self.log.toggled.connect(self._redraw)
        self.chart.bar_clicked.connect(self._open)

    @property
    def sentence(self) -> str:
        """The chart in a sentence."""
        return self._sentence.text()

    @property
    def first_class(self) -> int:
        """The lowest class that is drawn."""
        return self._first

    def numbers(self) -> FiguresText:
        """All classes as tab-separated text."""
        rows: list[tuple[Cell, ...]] = [
            tuple(tr("Risk above\tRisk up to\tSide\tShare in the class\tShare up to it").split("\t"))
        ]
        for side, distribution in self._distributions().items():
            below = (0.0, *RISK_THRESHOLDS)
            values = zip(below, RISK_THRESHOLDS, distribution.shares, distribution.at_most, strict=False)
            rows += [(low, high, side, float(share), float(up)) for low, high, share, up in values]
        return FiguresText(rows)

    def show_figures(self, shown: RiskFigures) -> None:
        """Show the distribution of a table."""
        self._shown = shown
        self.set_caption(share_of(shown.unit))
        shape: Shape = "bar" if self.kind.value == IN else "line"
        self._legend.set_entries([legend_of(side, shape) for side in shown.sides])
        self.chart.set_look("bars" if self.kind.value == IN else "steps", is_log=self.log.isChecked())
        self.chart.set_data(self._categories(), tr(TITLES[self.kind.value, shown.unit]))
        self.show_judgement(shown)

    def show_judgement(self, shown: RiskFigures) -> None:
        """Draw the threshold elsewhere."""
        self._shown = shown
        self._sentence.setText(above_sentence(shown, words.LOCAL))
        threshold = shown.thresholds.highest_risk
        place = class_above(threshold)
        partly = place > 0 and RISK_THRESHOLDS[place - 1] < threshold < 1
        self.chart.set_threshold(
            max(0, place - self._first),
            tr("threshold {threshold}", threshold=words.threshold(threshold)),
            tr("above, the first in part") if partly else tr_of("a threshold", "above"),
            tints_right=True,
        )

    def _distributions(self) -> dict[str, RiskDistribution]:
        sides = self._shown.sides if self._shown is not None else {}
        return {side: distribution_of(each.counts.histogram) for side, each in sides.items()}

    def _categories(self) -> list[BarCategory]:
        found = self._distributions()
        unit: Unit = "records" if self._shown is None else self._shown.unit
        self._first = RISK_THRESHOLDS.index(LAST_ALWAYS)
        if self._shown is not None:
            self._first = lowest_class(self._shown, LAST_ALWAYS)
        made = []
        for place in range(self._first, len(RISK_THRESHOLDS)):
            values: dict[str, float | None] = {}
            told = []
            for side, each in found.items():
                share = each.shares[place] if self.kind.value == IN else each.at_most[place]
                values[side] = float(share) if each.records else None
                told.append(beside(side, words.of_unit(round(float(share) * each.records), unit)))
            low = RISK_THRESHOLDS[place - 1] if place and self.kind.value == IN else 0.0
            name = words.percent_exact(RISK_THRESHOLDS[place])
            said = ", ".join(told)
            if low:
                said = tr("risk above {low}: {people}", low=words.percent_exact(low), people=said)
            made.append(BarCategory(name, "", values.get("before"), values.get("after"), said))
        return made

    def _open(self, place: int, after: bool) -> None:
        side = SIDES[after]
        found = self._found.get(side)
        if found is None:
            return
        at = place + self._first
        sizes = sizes_in(found, at if self.kind.value == IN else 0, at)
        if sizes is None:
            return
        top = words.percent_exact(RISK_THRESHOLDS[at])
        low = words.percent_exact(RISK_THRESHOLDS[at - 1]) if at and self.kind.value == IN else ""
        reason = (
            tr("with a risk above {low} and up to {high}", low=low, high=top)
            if low
            else tr("with a risk up to {high}", high=top)
        )
        self.open_people(side, InClassesOfSize(*sizes), reason)

    def _redraw(self, *_what: object) -> None:
        if self._shown is not None:
            self.show_figures(self._shown)
