"""Boxes beside the role of a column: whether it says whose record each is, its sampling weight or its household."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QWidget

from arxdesk.core.commands import DeclareColumn
from arxdesk.core.document import Document
from arxdesk.core.values.declared import (
    DECLARED_HINTS,
    DECLARED_PARTS,
    DECLARED_TITLES,
    DeclaredPart,
    declared_parts,
    is_offered,
)
from arxdesk.ui import layouts
from arxdesk_engine.foundation.language import tr


class DeclaredBoxes(QWidget):
    """The boxes that suit the column in focus, and any that is ticked though it does not; each is one step of undo."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.boxes: dict[DeclaredPart, QCheckBox] = {
            part: QCheckBox(tr(DECLARED_TITLES[part])) for part in DECLARED_PARTS
        }
        for part, box in self.boxes.items():
            box.setToolTip(tr(DECLARED_HINTS[part]))
            box.toggled.connect(partial(self._choose, part))
        layouts.row(*self.boxes.values(), spacing=12, inside=self)

    def refresh(self) -> None:
        """Show the column in focus."""
        document = self._document
        name = document.focus
        role, kind = document.settings_of(name).role, document.dataset[name].type
        declared = declared_parts(document.job.data, name)
        has_rows = document.rows is None
        has_single_records = document.dataset.weights is None and not document.job.tables
        for part, box in self.boxes.items():
            with QSignalBlocker(box):
                box.setChecked(part in declared)
            may_be = has_rows and (part == "person" or has_single_records)
            box.setVisible((may_be and is_offered(part, role, kind)) or part in declared)
            box.setEnabled(has_rows and not document.locked)
        self.setVisible(any(not box.isHidden() for box in self.boxes.values()))

    def _choose(self, part: DeclaredPart, chosen: bool) -> None:
        self._document.push(DeclareColumn(self._document, part, self._document.focus if chosen else None))
