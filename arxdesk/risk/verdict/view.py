"""The verdict on re-identification in one sentence, with the threshold that drives every view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS
from arxdesk.analysis.work import AboveRisk, ClassesOf, InClassesOfSize
from arxdesk.risk.verdict.thresholds_popup import ThresholdsPopup, percent_field
from arxdesk.ui import words
from arxdesk.ui.timing import WhenVisible
from arxdesk.ui.widgets.basics.buttons import dense_button, icon_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.frames.verdict_card import VerdictCard
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.risk.figures import RiskFigures, risk_figures, unlimited_attributes
from arxdesk_engine.analysis.risk.verdict import RiskVerdict, risk_verdict
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.job import Job

ICON = "risk"
TOPIC = "attackers"
WAITING = marked("Grouping the records.")
FIELD, NARROW_FIELD = 212, 136
WIDE = 1100
"""From this width on each of the plain sentences has a line of its own."""


class RiskVerdictView(VerdictCard):
    """The verdict on the risk of re-identification in the output, or in the input while there is no output.

    It does not follow the switch between sides: it judges the table that would be released.
    """

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.analysis = analysis
        self.setMinimumHeight(96)
        self._found: dict[str, ClassCounts] = {}
        self._records: FigureRecords | None = None
        self._verdict: RiskVerdict | None = None
        self._sight = WhenVisible(self, self._ask)
        self._inquiry = analysis.inquiry(self)
        self._inquiry.changed.connect(self._take)
        self._field = percent_field(tr("Threshold"), tr("The highest risk of being found that you accept"))
        self._field.setMinimumWidth(FIELD)
        self._field.value_changed.connect(self._set_threshold)
        self.more = icon_button("settings", tr("More thresholds"))
        self.popup = ThresholdsPopup(analysis, self)
        self.more.clicked.connect(self._open_more)
        self.show_them = dense_button("")
        self.show_them.clicked.connect(self._show_people)
        self.explain = dense_button(tr("How is this computed?"))
        self.explain.clicked.connect(self._ask_for_help)
        self._lay_out_controls()
        analysis.subject_changed.connect(self.refresh)
        analysis.subject_changed.connect(self._show_currency)
        analysis.document.freshness_changed.connect(self._show_currency)
        analysis.document.analysis_changed.connect(self._judge)
        self._show_threshold()
        self._show_currency()

    @property
    def field(self) -> NumberField:
        """The threshold in percent."""
        return self._field

    @property
    def threshold(self) -> float:
        """The threshold as a share."""
        return self.analysis.thresholds.highest_risk

    @property
    def _judged_job(self) -> Job:
        """The job that the output was made by, or the configured one if there is no output."""
        output = self.analysis.output
        return self.analysis.input.job if output is None else output.job

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        return self._inquiry.is_pending or self._sight.is_stale

    def _show_currency(self, *_what: object) -> None:
        output, document = self.analysis.output, self.analysis.document
        self.set_current(output is None or document.result_is_current)

    def refresh(self) -> None:
        """Judge the tables, now or when the verdict becomes visible."""
        self._sight.request()

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self._sight.wake()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the plain sentences lines of their own where there is room."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= WIDE) != (event.size().width() >= WIDE):
            self._show_verdict()

    def arrange(self, *, is_narrow: bool) -> None:
        """Leave the sentences more room in a narrow card."""
        super().arrange(is_narrow=is_narrow)
        directions = QBoxLayout.Direction
        self._buttons.setDirection(directions.TopToBottom if is_narrow else directions.LeftToRight)
        self._buttons.setSpacing(4 if is_narrow else 8)
        self._field.setMinimumWidth(NARROW_FIELD if is_narrow else FIELD)

    def _lay_out_controls(self) -> None:
        name = label(tr("Threshold"), "dense", "2")
        name.setBuddy(self._field)
        for parts in ((name, self._field, self.more), (self.show_them, self.explain)):
            line = QWidget()
            self._buttons = row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8)
            row.addStretch()
            for part in parts:
                row.addWidget(part, 0, Qt.AlignmentFlag.AlignRight)
            self.add_slot_widget(line)

    def _ask(self) -> None:
        tables = self.analysis.tables
        self._found = {}
        if not any(table.quasi_identifiers for table in tables.values()):
            self._inquiry.ask({})
            self._say(tr(NO_QUASI_IDENTIFIERS), tr("Without them no risk of being found can be computed."))
            return
        self._inquiry.ask({side: TableRequest(table, ClassesOf()) for side, table in tables.items()})
        if not self.sentence:
            self._say(tr(WAITING))
        self._take()

    def _take(self) -> None:
        inquiry = self._inquiry
        if inquiry.error is not None:
            problem = inquiry.error.problems[0]
            self._say(tr("The risk could not be computed."), f"{words.capitalized(problem.found)}. {problem.remedy}")
        elif inquiry.is_stopped and len(inquiry.found) < len(inquiry.wanted):
            self._say(tr("The risk was not computed."))
        elif not inquiry.is_pending and inquiry.found:  # one side alone would be another verdict for a moment
            self._found = dict(inquiry.found)
            self._judge()

    def _say(self, sentence: str, detail: str = "") -> None:
        self._records, self._verdict = None, None
        self.show_them.hide()
        self.set_verdict("info", "info", sentence, [detail] if detail else [])

    def _judge(self) -> None:
        self._show_threshold()
        if not self._found or not self._found.keys() <= self.analysis.tables.keys():
            return  # a threshold was moved while other tables are counted
        shown = risk_figures(self._found, self.analysis.thresholds)
        telling = self.analysis.telling_columns if self.analysis.output is not None else ()
        unlimited = unlimited_attributes(self._judged_job, self.analysis.input.dataset.names)
        self._verdict = risk_verdict(shown, self.analysis.input.policy.part, unlimited, telling, words.LOCAL)
        self._show_verdict()
        self._offer_people(shown)

    def _show_verdict(self) -> None:
        made = self._verdict
        if made is None:
            return
        details = made.details if self.width() >= WIDE else [" ".join(made.details)]
        self.set_verdict(
            "ok" if made.is_good else "warn",
            ICON if made.is_good else "warning",
            made.sentence,
            [line for line in details if line],
        )

    def _show_threshold(self) -> None:
        percent = self.analysis.thresholds.highest_risk * 100
        if abs(self._field.value - percent) > 1e-6:
            self._field.set_value(percent)

    def _offer_people(self, shown: RiskFigures) -> None:
        """Offer the people above the threshold; if there are none, those at the highest risk."""
        side = "after" if shown.after is not None else "before"
        risk = shown.after or shown.before
        self._records = None
        if risk is not None and risk.people:
            if risk.is_highest_above:
                number, reason = (
                    risk.people_above,
                    tr("with a risk above {threshold}", threshold=words.threshold(self.threshold)),
                )
                request: AboveRisk | InClassesOfSize = AboveRisk(self.threshold)
            else:
                number, reason = risk.in_smallest, tr("in groups of exactly {size}", size=words.count(risk.smallest))
                request = InClassesOfSize(risk.smallest, risk.smallest)
            self._records = FigureRecords(reason_in(side, reason), self.analysis.tables[side], request, "risk")
            counts_people = risk.unit == "people"  # who have more records than there are of them
            self.show_them.setText(
                tr("Show their records")
                if counts_people
                else tr_n(number, "Show the {n} record", "Show the {n} records")
            )
            self.show_them.setToolTip(f"{words.of_unit(number, risk.unit)} {self._records.reason}")
        self.show_them.setVisible(self._records is not None)

    def _set_threshold(self, percent: float) -> None:
        thresholds = self.analysis.thresholds
        self.analysis.set_thresholds(thresholds.model_copy(update={"highest_risk": round(percent / 100, 6)}))

    def _open_more(self) -> None:
        self.popup.open_below(self.more)

    def _show_people(self) -> None:
        if self._records is not None:
            self.analysis.show_records(self._records)

    def _ask_for_help(self) -> None:
        self.analysis.wishes.show_help(TOPIC)
