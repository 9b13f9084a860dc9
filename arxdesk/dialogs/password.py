"""Asking for the password of a database; it is handed on and stored nowhere."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from arxdesk.widgets.label import label, paragraph
from engine.errors import PasswordNeeded

WIDTH = 440


class PasswordDialog(QDialog):
    """Says which database wants a password, and why it is asked again where it was wrong."""

    def __init__(self, error: PasswordNeeded, *, again: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Password needed")
        self.setMinimumWidth(WIDTH)
        first = error.problems[0]
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName("Password")
        standard = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(standard.Open | standard.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(8)
        column.addWidget(label("The database wants a password", "lead"))
        column.addWidget(paragraph(first.place, "dense", "2"))
        column.addWidget(self.field)
        if again:
            column.addWidget(paragraph("This password does not open it. Try another one.", "dense", "error"))
        column.addWidget(paragraph("It is used for this once and stored nowhere.", "caption", "3"))
        column.addSpacing(8)
        column.addWidget(buttons)
        self.field.setFocus()

    @property
    def password(self) -> str:
        """What was typed."""
        return self.field.text()
