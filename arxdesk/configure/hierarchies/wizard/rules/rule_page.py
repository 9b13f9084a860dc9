"""The settings of one kind of hierarchy: edits become a specification, which is judged at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.fields.choice import ElidingBox
from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.faults import problems_of
from arxdesk_engine.hierarchies.preview import Preview, Survey

MOST_LISTED = 2_000
"""More values are not ordered by hand."""
_BESIDE_WORDS = 40
"""The frame and padding of a field."""


class RulePage(QWidget):
    """Keeps a specification as plain values, so that parts without a field stay as they were.

    Subclasses fill their fields in `refresh` and call `change` when one of them was edited.
    """

    changed = Signal()

    def __init__(self, survey: Survey, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.survey = survey
        self.content: dict[str, Any] = {}
        self.builder: HierarchyBuilder | None = None
        self.faults: tuple[Problem, ...] = ()
        self.preview: Preview | None = None
        self.other = QLineEdit()
        self.other.setPlaceholderText(tr("stop with an error"))
        self.other.setAccessibleName(tr("Label of values without a place"))
        self.other.editingFinished.connect(self._change_other)

    @property
    def wide(self) -> QWidget | None:
        """The widget above the settings, in full width."""
        return None

    def show_builder(self, builder: HierarchyBuilder) -> None:
        """Show a specification as it is."""
        self.builder, self.faults = builder, ()
        self.content = builder.model_dump(mode="json", exclude_defaults=True)
        self._show()

    def show_preview(self, preview: Preview | None) -> None:
        """Take the preview."""
        self.preview = preview

    def refresh(self) -> None:
        """Write the fields from the content."""

    def change(self, **values: object) -> None:
        """Change settings; None removes one."""
        self.take({name: value for name, value in {**self.content, **values}.items() if value is not None})

    def take(self, content: Mapping[str, Any]) -> None:
        """Replace the specification; its errors are kept in `faults`."""
        try:
            self.builder, self.faults = builder_from(dict(content)), ()
            self.content = self.builder.model_dump(mode="json", exclude_defaults=True)
        except ValidationError as error:
            self.builder, self.faults = None, tuple(problems_of(error, ""))
            self.content = dict(content)
        self._show()
        self.changed.emit()

    def refuse(self, found: str, remedy: str = "") -> None:
        """Report an error that no specification can hold."""
        self.faults = (Problem("", found, remedy),)
        self._show()
        self.changed.emit()

    def remedies(self) -> Sequence[tuple[str, str]]:
        """Ways out of an error, as links: (key, words)."""
        has_other = self.builder is not None and "other" in type(self.builder).model_fields
        return (("other", tr('Label them "other"')),) if has_other else ()

    def apply_remedy(self, key: str) -> None:
        """Apply the remedy of a link."""
        if key == "other":
            self.change(other="other")

    def extension(self) -> tuple[str, str] | None:
        """A link that removes open-ended groups, if there are any."""
        return None

    def add_other_row(self, form: QFormLayout) -> None:
        """Add the field for values that have no place."""
        self.other.ensurePolished()
        words = self.other.fontMetrics().horizontalAdvance(self.other.placeholderText())
        self.other.setMinimumWidth(words + _BESIDE_WORDS)  # a form that wraps long rows puts it below its name
        form.addRow(caption(tr("Other values")), self.other)

    def _show(self) -> None:
        with QSignalBlocker(self.other):
            self.other.setText(str(self.content.get("other", "")))
        self.refresh()

    def _change_other(self) -> None:
        text = self.other.text().strip() or None
        if text != self.content.get("other"):
            self.change(other=text)


def caption(text: str) -> QWidget:
    """The name of a field at its left."""
    return label(text, "dense", "2")


def new_form() -> QFormLayout:
    """A form with rows of 24 px, 8 px apart."""
    form = QFormLayout()
    form.setContentsMargins(0, 0, 0, 0)
    form.setHorizontalSpacing(12)
    form.setVerticalSpacing(8)
    return form


def combo(name: str, options: Sequence[tuple[str, str]]) -> ElidingBox:
    """A choice among (key, words), whose words are shown in the language that is set."""
    made = ElidingBox()
    made.setAccessibleName(name)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(8)
    for key, words in options:
        made.addItem(tr(words), key)
    return made


def choose(box: QComboBox, key: object) -> None:
    """Show a choice without announcing it."""
    with QSignalBlocker(box):
        box.setCurrentIndex(box.findData(key))


def numbers_in(text: str) -> list[int] | None:
    """Whole numbers of at least 1, separated by commas or blanks; None for anything else."""
    parts = text.replace(",", " ").split()
    if not parts or not all(part.isdecimal() and len(part) < 10 and int(part) > 0 for part in parts):
        return None
    return [int(part) for part in parts]
