"""Automatic: what is proposed for the column, why, and a way to take it from there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.widgets.buttons import secondary_button
from arxdesk.widgets.label import label, paragraph
from arxdesk.wizards.hierarchy.kinds import KINDS
from arxdesk.wizards.hierarchy.rule_page import RulePage
from arxdesk.workers.hierarchy_preview import Preview, Survey


class AutomaticPage(RulePage):
    """Has no settings; `adjust_requested` asks for the page of what is proposed."""

    adjust_requested = Signal()

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(survey, parent)
        self.proposal = label("", "body", "1", 600)
        self.reason = paragraph("", "dense", "2")
        self.adjust = secondary_button("Adjust the proposal", "edit")
        self.adjust.setEnabled(False)
        self.adjust.clicked.connect(self.adjust_requested)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.proposal)
        column.addWidget(self.reason)
        column.addSpacing(8)
        column.addWidget(self.adjust)
        column.addStretch()
        self.adjust.setSizePolicy(
            self.adjust.sizePolicy().horizontalPolicy().Maximum, self.adjust.sizePolicy().verticalPolicy()
        )

    def show_preview(self, preview: Preview | None) -> None:
        """Say what is proposed."""
        super().show_preview(preview)
        self.adjust.setEnabled(preview is not None)
        if preview is None:
            return
        kind = preview.proposal.builder
        words = KINDS.get(kind)
        self.proposal.setText("" if words is None else f"Proposed: {words.title.lower()}")
        offer = next((each for each in self.survey.offers if each.recommended), None)
        reason = offer.reason if offer is not None and offer.kind == kind else words.sentence if words else ""
        self.reason.setText(
            f"{reason} The project keeps the wish, not the proposal: it is made anew whenever the table is read. "
            "Adjust it to keep it as it is now."
        )
