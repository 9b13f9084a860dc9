"""A question answered by the name of the action or by Cancel."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion


def ask(parent: QWidget, title: str, question: str, verb: str) -> bool:
    """Whether to go on; Cancel is the button that Return presses."""
    box = FramedQuestion(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(question)
    go_on = box.addButton(verb, QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    make_primary(cancel)
    box.setDefaultButton(cancel)
    box.setEscapeButton(cancel)
    box.exec()
    return box.clickedButton() is go_on
