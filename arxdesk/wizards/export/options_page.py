"""The page of what can be chosen about the table, and of what is written beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QVBoxLayout, QWidget

from arxdesk.widgets.choice import Choice
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.segmented import Segmented
from arxdesk.wizards.export.course import ExportCourse
from arxdesk.wizards.export.formats import CODEBOOKS, REPORTS, Format
from arxdesk.wizards.export.words import CODEBOOK, REPORT, SHUFFLING, removed_words

_INDENT, _KIND = 22, 120


class OptionsPage(QWidget):
    """Changes the choices of the course."""

    def __init__(self, course: ExportCourse, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._course = course
        chosen = course.choices
        self.removed = Segmented("Removed records", [("keep", "Keep, with * in them"), ("drop", "Leave out")])
        self.removed.set_value(chosen.suppressed)
        self._removed_words = paragraph("", "caption", "3")
        self.shuffle = QCheckBox("Shuffle the records")
        self.shuffle.setChecked(chosen.shuffle)
        self.codebook = QCheckBox("Write a codebook beside it")
        self.codebook_kind = _kinds("Format of the codebook", CODEBOOKS, chosen.codebook)
        self.codebook.setChecked(bool(chosen.codebook))
        self.report = QCheckBox("Write an evidence report beside it")
        self.report_kind = _kinds("Format of the report", REPORTS, chosen.report)
        self.report.setChecked(bool(chosen.report))
        self._lay_out()
        self.removed.chosen.connect(self._take)
        for box in (self.shuffle, self.codebook, self.report):
            box.toggled.connect(self._take)
        for kind in (self.codebook_kind, self.report_kind):
            kind.chosen.connect(self._take)
        self._refresh()

    def _take(self, _value: object = None) -> None:
        self._course.change(
            suppressed=self.removed.value,
            shuffle=self.shuffle.isChecked(),
            codebook=self.codebook_kind.value if self.codebook.isChecked() else "",
            report=self.report_kind.value if self.report.isChecked() else "",
        )
        self._refresh()

    def _refresh(self) -> None:
        self._removed_words.setText(removed_words(self._course.facts, self.removed.value))
        self.codebook_kind.setEnabled(self.codebook.isChecked())
        self.report_kind.setEnabled(self.report.isChecked())

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label("How is it written?", "lead"))
        column.addSpacing(12)
        column.addWidget(label("Removed records", "dense", "2"))
        column.addWidget(self.removed, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._removed_words)
        column.addSpacing(12)
        column.addWidget(self.shuffle)
        column.addLayout(_below(SHUFFLING))
        for box, kind, words in (
            (self.codebook, self.codebook_kind, CODEBOOK),
            (self.report, self.report_kind, REPORT),
        ):
            row = QHBoxLayout()
            row.setSpacing(12)
            row.addWidget(box)
            row.addWidget(kind)
            row.addStretch()
            column.addSpacing(12)
            column.addLayout(row)
            column.addLayout(_below(words))
        column.addStretch()


def _kinds(name: str, formats: tuple[Format, ...], suffix: str) -> Choice:
    box = Choice(name, [(each.suffix, each.name) for each in formats])
    box.setFixedWidth(_KIND)
    box.set_value(next((each.suffix for each in formats if suffix in each.suffixes), formats[0].suffix))
    return box


def _below(words: str) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setContentsMargins(_INDENT, 0, 0, 0)
    row.addWidget(paragraph(words, "caption", "3"))
    return row
