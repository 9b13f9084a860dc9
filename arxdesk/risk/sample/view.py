"""Sample: the risk of records that stand for people of a population, and of their households, before and after."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QScrollArea, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import beside, in_table, reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.risk.classes.distribution_view import legend_of
from arxdesk.risk.figures.sides import shown_tables
from arxdesk.risk.sample.work import RecordsOfRisk, SampleRisksOf, SampleUniques
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow, ComparisonTable
from arxdesk_engine.analysis.risk.figures import SIDES
from arxdesk_engine.analysis.risk.sample import RISK_LIMITS, RankedRisks, SampleRisks, sample_sentence
from arxdesk_engine.analysis.risk.sample_lines import MISSING, SampleLine, sample_lines
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of

NO_SAMPLE = marked(
    "No column has sampling weights. If this table is a sample of a population, tick Sampling weight for the column "
    "that says how many people each record stands for, and Household for the one that says who lives together."
)
RECORDS, HOUSEHOLDS = "records", "households"

TITLES = {RECORDS: marked("Individual risk of records, up to"), HOUSEHOLDS: marked("Household risk of records, up to")}
WIDE = 660
"""From this width on figures and chart stand side by side."""
FIGURES_WIDTH = 220


class SampleView(AnalysisView):
    """Figures on the left, the distribution of the risk on the right; figures and bars lead to their records."""

    needs_rows = True

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._found: dict[str, SampleRisks] = {}
        self._lines: tuple[SampleLine, ...] = ()
        self._sentence = paragraph("", "dense", "1")
        self.table = ComparisonTable()
        self.records_link = link_button("")
        self.kind = Segmented(tr("Whose risk is drawn"), ((RECORDS, tr("Records")), (HOUSEHOLDS, tr("Households"))))
        self.chart = BarChart(tr("Risk of the sample"))
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.kind.set_value(RECORDS)
        content = self._lay_out()
        super().__init__(analysis, tr("Sample"), "", "samples", content, parent)
        self._legend = SeriesLegend()
        self.add_header_widget(self._legend)
        self.add_export(content, self.numbers)
        self.kind.chosen.connect(self._draw)
        self.table.opened.connect(self._open_line)
        self.chart.bar_clicked.connect(self._open_class)
        self.records_link.clicked.connect(self._open_above)
        analysis.sides_changed.connect(self.refresh)
        analysis.document.sample_changed.connect(self.refresh)
        analysis.document.analysis_changed.connect(self._judge)

    @property
    def sentence(self) -> str:
        """What the sample stands for and how many of its records are expected to be found, in a sentence."""
        return self._sentence.text()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question for each visible side."""
        data = self.analysis.document.job.data
        if data.weight is None and data.household is None:
            return tr(NO_SAMPLE)
        tables = shown_tables(self.analysis)
        if not any(table.quasi_identifiers for table in tables.values()):
            return tr(NO_QUASI_IDENTIFIERS)
        request = SampleRisksOf(data.weight, data.household)
        return {side: TableRequest(table, request) for side, table in tables.items()}

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; where no column has weights, with a way to the place where one is chosen."""
        if sentence == tr(NO_SAMPLE):
            action, act = tr("Go to Configure"), partial(self.analysis.wishes.show_perspective, "configure")
        super().say(sentence, action, act)

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answers received so far."""
        self._found = {side: found[side] for side in SIDES if side in found}
        if not self._found:
            return
        self._lines = sample_lines({side: each.figures for side, each in self._found.items()}, words.LOCAL)
        rows = [self._row(line) for line in self._lines]
        headings = {"before": tr("before"), "after": tr("after")}
        before, after = (headings[side] if side in self._found else "" for side in SIDES)
        self.table.set_rows(rows, ("", before, after))
        self._sentence.setText(sample_sentence(self._found[self._judged].figures, words.LOCAL))
        data = self.analysis.document.job.data
        columns = [tr("weights in {column}", column=data.weight)] if data.weight else []
        columns += [tr("households in {column}", column=data.household)] if data.household else []
        self.set_caption(", ".join((in_table(self._judged), *columns)))
        self._legend.set_entries([legend_of(side) for side in self._found])
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the chart below the figures where it does not fit beside them."""
        super().resizeEvent(event)
        is_wide = event.size().width() >= WIDE
        directions = QBoxLayout.Direction
        self._halves.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)

    def numbers(self) -> str:
        """All figures and classes as tab-separated text."""
        lines = [tr("Figure\tBefore\tAfter"), *(f"{line.label}\t{line.before}\t{line.after}" for line in self._lines)]
        for kind in (RECORDS, HOUSEHOLDS) if self._has_households else (RECORDS,):
            lines += ["", f"{tr(TITLES[kind])}\t{tr('Before')}\t{tr('After')}"]
            counts = [self._counts(side, kind) for side in SIDES]
            for place, limit in enumerate(RISK_LIMITS):
                told = [str(each[place]) if each else "" for each in counts]
                lines.append("\t".join([words.percent_exact(limit), *told]))
        return "\n".join(lines)

    @property
    def _judged(self) -> str:
        """The side that counts: the output, if it is shown."""
        return next(reversed(self._found))

    @property
    def _has_households(self) -> bool:
        return any(each.household is not None for each in self._found.values())

    def _counts(self, side: str, kind: str) -> list[int]:
        """The records in each class of risk; [] where the side is not shown."""
        ranked = self._ranked(side, kind)
        return [] if ranked is None else ranked.counts.tolist()

    def _ranked(self, side: str, kind: str) -> RankedRisks | None:
        found = self._found.get(side)
        return None if found is None else found.household if kind == HOUSEHOLDS else found.individual

    def _row(self, line: SampleLine) -> ComparisonRow:
        opens = tuple(side for side in self._found if line.records and getattr(line, side) not in ("0", MISSING))
        hint = f"{line.hint}. {tr('Click shows them.')}" if opens else line.hint
        return ComparisonRow(line.label, line.before, line.after, hint, opens=opens)

    def _draw(self, _kind: str = "") -> None:
        """Draw the distribution of the chosen risk."""
        self.kind.setVisible(self._has_households)
        if not self._has_households:
            self.kind.set_value(RECORDS)
        kind = self.kind.value
        counts = {side: self._counts(side, kind) for side in self._found}
        made = []
        for place, limit in enumerate(RISK_LIMITS):
            shares = {side: each[place] / sum(each) if sum(each) else None for side, each in counts.items()}
            told = ", ".join(beside(side, words.records(each[place])) for side, each in counts.items())
            name = words.percent_exact(limit)
            made.append(BarCategory(name, "", shares.get("before"), shares.get("after"), told))
        self.chart.set_data(made, tr(TITLES[kind]))
        self._judge()

    def _judge(self) -> None:
        """Show who is above the threshold."""
        if not self._found:
            return
        threshold = self.analysis.thresholds.highest_risk
        first = sum(1 for limit in RISK_LIMITS if limit <= threshold)
        partly = 0 < first < len(RISK_LIMITS) and RISK_LIMITS[first - 1] < threshold
        region = tr("above, the first in part") if partly else tr_of("a threshold", "above")
        self.chart.set_threshold(
            first, tr("threshold {threshold}", threshold=words.threshold(threshold)), region, tints_right=True
        )
        ranked = self._ranked(self._judged, self.kind.value)
        number = 0 if ranked is None else ranked.number_above(threshold)
        shown = words.threshold(threshold)
        self.records_link.setText(
            tr_n(
                number,
                "Show the {n} record with a household risk above {threshold}",
                "Show the {n} records with a household risk above {threshold}",
                threshold=shown,
            )
            if self.kind.value == HOUSEHOLDS
            else tr_n(
                number,
                "Show the {n} record with an individual risk above {threshold}",
                "Show the {n} records with an individual risk above {threshold}",
                threshold=shown,
            )
        )
        self.records_link.setVisible(number > 0)

    def _open_above(self) -> None:
        threshold, side, kind = self.analysis.thresholds.highest_risk, self._judged, self.kind.value
        said = tr("above {threshold}", threshold=words.threshold(threshold))
        self._open_between(side, kind, threshold, 1.0, said)

    def _open_class(self, place: int, after: bool) -> None:
        side, kind = SIDES[after], self.kind.value
        low, high = (0.0, *RISK_LIMITS)[place], RISK_LIMITS[place]
        most = words.percent_exact(high)
        said = (
            tr("above {low} and up to {high}", low=words.percent_exact(low), high=most)
            if low
            else tr("up to {high}", high=most)
        )
        if side in self._found and self._counts(side, kind)[place]:
            self._open_between(side, kind, low, high, said)

    def _open_line(self, row: int, side: str) -> None:
        found, records = self._found.get(side), self._lines[row].records
        if found is None:
            return
        if records == "alone":
            self._open(side, SampleUniques(found), tr("that look like no other"))
            return
        kind = RECORDS if records == "highest" else HOUSEHOLDS
        ranked = self._ranked(side, kind)
        if ranked is not None:
            highest = float(ranked.risks[0])
            self._open_between(
                side,
                kind,
                math.nextafter(highest, 0.0),
                highest,
                tr("of {share}, the highest", share=words.percent(highest)),
            )

    def _open_between(self, side: str, kind: str, low: float, high: float, said: str) -> None:
        ranked = self._ranked(side, kind)
        if ranked is not None:
            reason = (
                tr("with a household risk {range}", range=said)
                if kind == HOUSEHOLDS
                else tr("with an individual risk {range}", range=said)
            )
            self._open(side, RecordsOfRisk(ranked, low, high), reason)

    def _open(self, side: str, request: Request[Any], reason: str) -> None:
        table = self.analysis.tables.get(side)
        if table is not None and self.has_answer(side):
            self.analysis.show_records(FigureRecords(reason_in(side, reason), table, request, "risk"))

    def _lay_out(self) -> QWidget:
        inner, figures, drawn, content = QWidget(), QWidget(), QWidget(), QWidget()
        layouts.column(self.table, layouts.STRETCH, margins=(0, 0, 8, 0), inside=inner)
        scrolled = QScrollArea()
        scrolled.setAccessibleName(tr("Figures of the sample"))
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setMinimumWidth(FIGURES_WIDTH)
        scrolled.setWidget(inner)
        layouts.column((scrolled, 1), self.records_link, spacing=6, inside=figures)
        hint = label(tr("Click a bar to see its records."), "caption", "3")
        foot = layouts.row(hint, layouts.STRETCH, self.kind, spacing=12)
        layouts.column((self.chart, 1), foot, spacing=6, inside=drawn)
        self._halves.setSpacing(16)
        self._halves.addWidget(figures, 1)
        self._halves.addWidget(drawn, 1)
        layouts.column(self._sentence, (self._halves, 1), spacing=8, margins=(16, 10, 16, 8), inside=content)
        return content
