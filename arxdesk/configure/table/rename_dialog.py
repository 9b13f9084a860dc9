"""The dialog for renaming a column; invalid names are reported while typing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import tr

WIDTH = 500


class RenameColumnDialog(FramedDialog):
    """`objection` returns the error of a name ("": none), `notes` the consequences of a valid one."""

    def __init__(
        self, name: str, notes: tuple[str, ...], objection: Callable[[str], str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rename column"))
        self.setMinimumWidth(WIDTH)
        self._name, self._objection = name, objection
        self.field = QLineEdit(name)
        self.field.setAccessibleName(tr("New name of {column}", column=name))
        self.field.selectAll()
        self.problem = paragraph("", "dense", "error")
        self.foot = DialogFoot(tr("Rename"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self._notes = [paragraph(note, "caption", "3") for note in notes]
        content = layouts.column(
            label(tr("Name of the column"), "dense", "2"),
            self.field,
            self.problem,
            *self._notes,
            layouts.STRETCH,
            spacing=8,
            margins=(20, 20, 20, 16),
        )
        layouts.column(content, self.foot, spacing=0, inside=self)
        self.field.textChanged.connect(self._judge)
        self._judge(name)
        self.field.setFocus()

    @property
    def name(self) -> str:
        """What was typed."""
        return self.field.text().strip()

    def _judge(self, _text: str) -> None:
        is_new = self.name != self._name
        objection = self._objection(self.name) if is_new else ""
        self.problem.setText(objection)
        self.problem.setVisible(bool(objection))
        for note in self._notes:
            note.setVisible(not objection)  # in its place, so that nothing below moves
        self.foot.primary.setEnabled(is_new and not objection)
