"""The dialog for the password of a database, which is passed on and not stored."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.errors import PasswordNeeded
from arxdesk_engine.foundation.language import tr

WIDTH = 440


class PasswordDialog(FramedDialog):
    """Names the database, and why the password is asked again after a wrong one."""

    def __init__(self, error: PasswordNeeded, *, again: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Password needed"))
        self.setMinimumWidth(WIDTH)
        first = error.problems[0]
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Password"))
        self.foot = DialogFoot(tr("Open"))
        self.foot.accepted.connect(self.accept)
        self.foot.rejected.connect(self.reject)
        content = QVBoxLayout()
        content.setContentsMargins(20, 20, 20, 16)
        content.setSpacing(8)
        content.addWidget(label(tr("The database wants a password"), "lead"))
        content.addWidget(paragraph(first.place, "dense", "2"))
        content.addWidget(self.field)
        if again:
            content.addWidget(paragraph(tr("This password does not open it. Try another one."), "dense", "error"))
        content.addWidget(paragraph(tr("It is used once and stored nowhere."), "caption", "3"))
        layouts.column(content, self.foot, spacing=0, inside=self)
        self.field.setFocus()

    @property
    def password(self) -> str:
        """The typed password."""
        return self.field.text()
