"""Project properties: title, description, recipient, person responsible."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QPlainTextEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.job.project import MOST_DESCRIPTION, MOST_NAME, ProjectSettings

SIZE = QSize(560, 440)
_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_FIRST_LINE = 6
"""So far down in a field of several lines the first one stands."""


class ProjectPropertiesDialog(FramedDialog):
    """`settings` are the entered values; the caller makes them an undoable step once it is accepted."""

    def __init__(self, settings: ProjectSettings, kept: str, parent: QWidget | None = None) -> None:
        """`kept` is a sentence that says what the project is and where."""
        super().__init__(parent)
        self.setWindowTitle(tr("Project properties"))
        self.resize(SIZE)
        self.title = _field(settings.title, tr("Title"), tr("Shown in the title of the window and in reports"))
        self.recipient = _field(settings.recipient, tr("Recipient"), tr("Recipient of the anonymized table"))
        self.responsible = _field(settings.responsible, tr("Responsible"), tr("Person responsible for it"))
        self.description = QPlainTextEdit(settings.description)
        self.description.setAccessibleName(tr("Description"))
        self.description.setPlaceholderText(tr("Purpose of the table, and agreements"))
        self.description.setTabChangesFocus(True)
        self.description.setProperty("framed", True)
        self.foot = DialogFoot(tr("Apply"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        self.description.textChanged.connect(self._show_length)
        self._lay_out(kept)
        for one, following in (
            (self.title, self.description),
            (self.description, self.recipient),
            (self.recipient, self.responsible),
        ):
            QWidget.setTabOrder(one, following)
        self.title.setFocus()

    @property
    def settings(self) -> ProjectSettings:
        """The entered values."""
        return ProjectSettings(
            title=self.title.text().strip(),
            description=self.description.toPlainText().strip(),
            recipient=self.recipient.text().strip(),
            responsible=self.responsible.text().strip(),
        )

    def _show_length(self) -> None:
        length = len(self.description.toPlainText().strip())
        is_long = length > MOST_DESCRIPTION
        self.foot.primary.setEnabled(not is_long)
        said = tr_n(
            length,
            "The description has {n} character; {most} are kept.",
            "The description has {n} characters; {most} are kept.",
            most=count(MOST_DESCRIPTION),
        )
        self.foot.note.setText(said if is_long else "")

    def _lay_out(self, kept: str) -> None:
        form = QGridLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(8)
        fields: tuple[tuple[str, QWidget], ...] = (
            (tr("Title"), self.title),
            (tr("Description"), self.description),
            (tr("Recipient"), self.recipient),
            (tr("Responsible"), self.responsible),
        )
        for row, (name, field) in enumerate(fields):
            said = label(name, "body", "2")
            said.setBuddy(field)
            is_high = field is self.description
            said.setContentsMargins(0, _FIRST_LINE if is_high else 0, 0, 0)
            form.addWidget(said, row, 0, Qt.AlignmentFlag.AlignTop if is_high else _MIDDLE)
            form.addWidget(field, row, 1)
        form.setRowStretch(1, 1)
        form.setColumnStretch(1, 1)
        panel = QFrame()
        panel.setProperty("layer", "panel")
        layouts.column((form, 1), paragraph(kept, "dense", "2"), spacing=12, margins=(20, 16, 20, 16), inside=panel)
        layouts.column((panel, 1), self.foot, spacing=0, inside=self)


def _field(text: str, name: str, hint: str) -> QLineEdit:
    made = QLineEdit(text)
    made.setAccessibleName(name)
    made.setPlaceholderText(hint)
    made.setMaxLength(MOST_NAME)
    return made
