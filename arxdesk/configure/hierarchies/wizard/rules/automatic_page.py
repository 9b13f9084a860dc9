"""Automatic: the proposal for the column, its reason, and a link to adjust it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.configure.hierarchies.wizard.rules.kinds import KINDS, words_of
from arxdesk.configure.hierarchies.wizard.rules.levels_table import ROW, LevelsTable
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.preview import Preview, Survey

MOST_ROWS = 10


class AutomaticPage(RulePage):
    """Has no settings; `adjust_requested` asks for the page of the proposal."""

    adjust_requested = Signal()

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.proposal = label("", "body", "1", 600)
        self.reason = paragraph("", "dense", "2")
        self._heading, self._levels_heading = (
            label(tr("For example"), "body", "1", 600),
            label(tr("Levels"), "body", "1", 600),
        )
        self.sample = paragraph("", "dense", "2")
        self.levels = LevelsTable()
        self.levels.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # all of it is in sight
        self.adjust = secondary_button(tr("Adjust the proposal"), "edit")
        self.adjust.setEnabled(False)
        self.adjust.clicked.connect(self.adjust_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.proposal)
        column.addWidget(self.reason)
        column.addSpacing(8)
        column.addWidget(self.adjust)
        column.addSpacing(16)
        for heading, part in ((self._heading, self.sample), (self._levels_heading, self.levels)):
            column.addWidget(heading)
            column.addWidget(part)
        column.addStretch()
        self._show_figures(None)
        self.adjust.setSizePolicy(
            self.adjust.sizePolicy().horizontalPolicy().Maximum, self.adjust.sizePolicy().verticalPolicy()
        )

    def show_preview(self, preview: Preview | None) -> None:
        """Show the proposal."""
        super().show_preview(preview)
        self.adjust.setEnabled(preview is not None)
        self._show_figures(preview)
        if preview is None:
            return
        kind = preview.proposal.builder
        words = words_of(kind) if kind in KINDS else None
        self.proposal.setText("" if words is None else tr("Proposed: {kind}", kind=words.word))
        offer = next((each for each in self.survey.offers if each.recommended), None)
        reason = offer.reason if offer is not None and offer.kind == kind else words.sentence if words else ""
        stored = tr(
            "The project stores the request, not the proposal: a new one is made whenever the table is read. "
            "Adjust it to keep it as it is now."
        )
        self.reason.setText(f"{reason} {stored}".strip())

    def _show_figures(self, preview: Preview | None) -> None:
        """Show the generalizations of the most frequent value, and the figures of the levels."""
        for part in (self._heading, self.sample, self._levels_heading, self.levels):
            part.setVisible(preview is not None and bool(preview.shown.rows))
        if preview is None or not preview.shown.rows:
            return
        self.sample.setText(" → ".join(preview.shown.rows[int(preview.people.argmax())]))
        self.levels.show_levels(preview.levels)
        rows = min(len(preview.levels), MOST_ROWS)
        self.levels.setFixedHeight(ROW * (rows + 1) + 4)
