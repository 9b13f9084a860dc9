"""The estimated number of people who are unique in the population from which the table is sampled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.core.protection import population_words
from arxdesk.risk.uniqueness.drawing import drawing
from arxdesk.risk.uniqueness.population_choice import PopulationChoice
from arxdesk.risk.uniqueness.work import UniquenessOf
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink
from arxdesk.ui.widgets.charts.share_curves import ShareCurves
from arxdesk_engine.analysis.risk.group_sizes import alone
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.analysis.risk.uniqueness_words import (
    NOBODY,
    finds_nobody,
    meanings,
    missing_estimates,
    read_out,
    uniqueness_sentence,
    whereabouts,
)
from arxdesk_engine.foundation.language import marked, tr, tr_n

UNKNOWN = marked("Choose the population that the table is a sample of, to see how many are likely unique in it.")
TITLE, SHORT_TITLE = marked("Unique in the population"), marked("Likely unique")
WIDE, TALL = 400, 260
"""From this width on the full title fits, from this height on a link below the curves."""
_SIDES = ("before", "after")


class UniquenessView(AnalysisView):
    """Four estimates over the share of the population that the table could be, and at the share that it is."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._sentence = paragraph("", "dense", "1")
        self._chart = ShareCurves(tr("Unique in the population"), tr("Share of the population in the table"))
        self._missing = paragraph("", "caption", "3")
        self.records_link = ShrinkingLink()
        self.records_link.hide()  # until there are words for it
        self.records_link.clicked.connect(self._show_records)
        self._chart.clicked.connect(self._show_records)
        self._nothing = QWidget()
        self._nothing.hide()
        self.population = PopulationChoice(analysis.document)
        content = QWidget()
        for said in (self._sentence, self._missing):
            said.setToolTip(meanings())
        layouts.column(
            self._sentence,
            self.population.number_row,
            (self._chart, 1),
            (self._nothing, 1),
            self._missing,
            layouts.row(self.records_link, layouts.STRETCH),
            spacing=4,
            margins=(16, 8, 16, 8),
            inside=content,
        )
        super().__init__(analysis, tr(TITLE), tr("estimates"), "population-uniqueness", content, parent)
        self.add_header_widget(self.population)
        self.add_export(self._chart, self._chart.numbers)
        self._found: dict[str, UniquenessEstimates] = {}
        analysis.document.population_changed.connect(self.refresh)
        analysis.sides_changed.connect(self.refresh)

    @property
    def chart(self) -> ShareCurves:
        """The chart of the curves."""
        return self._chart

    @property
    def sentence(self) -> str:
        """The curves in a sentence."""
        return self._sentence.text()

    @property
    def missing(self) -> str:
        """The estimators without a result."""
        return self._missing.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the texts where there is little room."""
        super().resizeEvent(event)
        self.set_title(tr(TITLE) if event.size().width() >= WIDE else tr(SHORT_TITLE))
        self._offer_records()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question for each visible side."""
        analysis = self.analysis
        if not analysis.input.quasi_identifiers:
            return tr(NO_QUASI_IDENTIFIERS)
        request = UniquenessOf(population_words.population_from(analysis.document.job.population))
        shown = _SIDES if analysis.sides == "both" else (analysis.sides,)
        return {side: TableRequest(analysis.tables[side], request) for side in shown if side in analysis.tables}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Draw the answers received so far."""
        self._found = {side: found[side] for side in _SIDES if side in found}
        settings = self.analysis.document.job.population
        first = next(iter(self._found.values()))
        self.population.set_records(first.records)
        if settings is None or first.population is None:
            self._sentence.setText(tr(UNKNOWN))
        else:
            where = whereabouts(settings, first.population, words.LOCAL)
            self._sentence.setText(uniqueness_sentence(self._found, where, words.LOCAL))
        self._chart.set_drawing(drawing(self._found), partial(read_out, dict(self._found), words=words.LOCAL))
        self._chart.setAccessibleDescription(self._sentence.text())
        nobody = finds_nobody(self._found)
        self._chart.setVisible(not nobody)
        self._nothing.setVisible(nobody)
        if nobody and settings is None:
            self._sentence.setText(tr(NOBODY[first.unit]))
        missing = missing_estimates(self._found, words.LOCAL)
        self._missing.setText(missing)
        self._missing.setVisible(bool(missing))
        self._offer_records()

    def _offer_records(self) -> None:
        if not self._found:
            return
        side, known = next(iter(self._found.items()))
        number = known.curve[-1].sample_uniques if known.curve else 0
        if known.unit == "people":
            said = tr_n(number, "Show the records of {n} person alone", "Show the records of {n} people alone")
        else:
            said = tr_n(number, "Show the {n} record alone", "Show the {n} records alone")
        self.records_link.setText(reason_in(side, said))
        self.records_link.shorter = said
        self.records_link.setEnabled(number > 0)
        self.records_link.setVisible(number > 0 and self.height() >= TALL)

    def _show_records(self) -> None:
        if not self._found or not self.records_link.isEnabled():
            return
        side = next(iter(self._found))
        if not self.has_answer(side):
            return
        reason = reason_in(side, alone(self._found[side].unit))
        self.analysis.show_records(FigureRecords(reason, self.analysis.tables[side], InClassesOfSize(1, 1), "risk"))
