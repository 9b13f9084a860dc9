"""The question before unsaved changes would be lost."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from arxdesk.widgets.buttons import make_primary


class Answer(Enum):
    """What the user wants."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


def ask_about_changes(parent: QWidget, name: str) -> Answer:
    """Whether to save the changes of a project before it is closed."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Unsaved changes")
    box.setText(f"Save the changes to {name}?")
    box.setInformativeText("They are lost otherwise.")
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    make_primary(box.button(buttons.Save))
    box.setDefaultButton(buttons.Save)
    match box.exec():
        case buttons.Save:
            return Answer.SAVE
        case buttons.Discard:
            return Answer.DISCARD
        case _:
            return Answer.CANCEL
