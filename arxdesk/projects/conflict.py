"""Confirm overwriting a project that somebody else has changed."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QMessageBox, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk_engine.foundation.language import tr


class ConflictAnswer(Enum):
    """The answer of the user."""

    OVERWRITE = "overwrite"
    SAVE_AS = "save as"
    CANCEL = "cancel"


def ask_about_conflict(parent: QWidget, name: str) -> ConflictAnswer:
    """Ask whether to overwrite changes that somebody else has saved since the project was opened."""
    box = FramedQuestion(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(tr("Changed by somebody else"))
    box.setText(tr("{name} was changed since you opened it.", name=name))
    box.setInformativeText(
        tr("Another window, program or person has written to it. Overwriting it loses their changes.")
    )
    save_as = box.addButton(tr("Save As..."), QMessageBox.ButtonRole.AcceptRole)
    overwrite = box.addButton(tr("Overwrite"), QMessageBox.ButtonRole.DestructiveRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    make_primary(save_as)
    box.setDefaultButton(save_as)
    box.setEscapeButton(cancel)
    box.exec()
    clicked = box.clickedButton()
    if clicked is overwrite:
        return ConflictAnswer.OVERWRITE
    return ConflictAnswer.SAVE_AS if clicked is save_as else ConflictAnswer.CANCEL
