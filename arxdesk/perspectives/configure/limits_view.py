"""How many records may be removed, and how lost detail is measured."""

from __future__ import annotations

import math

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QFormLayout, QVBoxLayout, QWidget

from arxdesk import quality_words
from arxdesk.commands import change_suppression_limit
from arxdesk.document import Document
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.number_field import NumberField
from arxdesk.widgets.pane import Pane
from arxdesk.words import count, counted, percent, unbroken
from engine.quality import MODELS as QUALITY_MODELS


class LimitsView(Pane):
    """Changes the suppression limit; shows the quality model, each with its consequence below."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Limits and quality", parent=parent)
        self._document = document
        self._limit = NumberField("Suppression limit", 0.0, 100.0, 0.0, decimals=1, suffix=" %")
        self._limit.value_changed.connect(self._change_limit)
        self._consequence = paragraph("", "caption", "3")
        quality = document.job.quality
        aggregate = quality.aggregate or QUALITY_MODELS[quality.model].DEFAULT_AGGREGATE
        form = QFormLayout()
        form.setHorizontalSpacing(12)
        form.setVerticalSpacing(4)
        form.addRow(label("Suppression limit", "dense", "2"), self._limit)
        form.addRow("", self._consequence)
        form.addRow(label("Quality model", "dense", "2"), label(quality_words.title(quality.model)))
        if aggregate is not None:
            form.addRow(label("Combined by", "dense", "2"), label(aggregate.replace("-", " ").capitalize()))
        form.addRow("", paragraph(quality_words.meaning(quality.model), "caption", "3"))
        recoding = document.job.search.local_recoding
        if recoding is not None:
            form.addRow(label("Local recoding", "dense", "2"), label(f"Up to {count(recoding.iterations)} iterations"))
            form.addRow("", paragraph("Only the command line applies it: arxdesk run.", "caption", "3"))
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(12, 12, 12, 12)
        column.addLayout(form)
        column.addStretch()
        self.set_body(body)
        document.suppression_changed.connect(self.refresh)
        document.privacy_changed.connect(self.refresh)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    def refresh(self) -> None:
        """Show the limits of the document."""
        limit = self._document.job.suppression.limit
        with QSignalBlocker(self._limit):
            self._limit.set_value(100.0 * limit)
        self._consequence.setText(unbroken(self._described(limit)))
        self._show_lock(self._document.locked)

    def _described(self, limit: float) -> str:
        if self._document.differential_privacy is not None:
            return "Differential privacy knows no limit: it removes every group that is too small."
        if limit > 0.0 and not self._document.every_record_counts:
            return f"At most {percent(limit)} of the research subset may be removed."
        records = math.floor(limit * self._document.dataset.records)
        most = "No record" if records == 0 else f"At most {counted(records, 'record', 'records')}"
        return f"{most} may be removed."

    def _show_lock(self, locked: bool) -> None:
        self._limit.setEnabled(not locked)

    def _change_limit(self, percent: float) -> None:
        self._document.push(change_suppression_limit(self._document, round(percent / 100.0, 6)))
