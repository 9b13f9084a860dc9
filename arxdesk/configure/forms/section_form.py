"""Shared parts of the forms for sections of the job: rows that fit a narrow pane, and changes as undo steps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QFrame, QLabel, QLayout, QSizePolicy, QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk_engine.foundation.language import tr

LABELS = 100
"""All forms of the pane have their fields in one line."""


class SectionForm(QWidget):
    """Rows of a form for one section of the job. Subclasses override `refresh` and listen to their signal."""

    def __init__(self, document: Document, section: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._section = document, section
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setHorizontalSpacing(12)
        self.form.setVerticalSpacing(4)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)  # where words are long, fields go below them

    def add_heading(self, text: str) -> None:
        """Begin another part, under a line."""
        line = QFrame()
        line.setProperty("line", "horizontal")
        self.form.addRow(line)
        self.form.addRow(label(text, "dense", "1", 600))

    def add_row(self, text: str, field: QWidget | QLayout) -> QLabel:
        """A field with its words at the left."""
        words = label(text, "dense", "2")
        words.setMinimumWidth(LABELS)
        self.form.addRow(words, field)
        if isinstance(field, QWidget):
            words.setBuddy(field)
        return words

    def add_note(self, text: str = "") -> QLabel:
        """A sentence below a field."""
        note = paragraph(text, "caption", "3")
        self.form.addRow("", note)
        return note

    def change(self, text: str, *, mergeable: bool = False, **settings: object) -> None:
        """Change settings of the section, as one step."""
        before = getattr(self._document.job, self._section)
        after = before.model_copy(update=settings)
        if after != before:
            self.put(after, text, mergeable=mergeable)

    def put(self, after: object, text: str, *, mergeable: bool = False) -> None:
        """Replace the section, as one step."""
        self._document.push(ChangeSections(self._document, {self._section: after}, text, mergeable=mergeable))


def choices(name: str, entries: dict[str, str]) -> QComboBox:
    """A combo box of words for keys that shrinks where the pane is narrow; they are shown in the language that is
    set."""
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(12)
    for key, words in entries.items():
        combo.addItem(tr(words), key)
    combo.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return combo


def chosen(combo: QComboBox) -> str:
    """The key of the chosen entry."""
    return str(combo.currentData() or "")


def choose(combo: QComboBox, key: str) -> None:
    """Choose a key without announcing it."""
    blocked = combo.blockSignals(True)
    combo.setCurrentIndex(combo.findData(key))
    combo.blockSignals(blocked)
