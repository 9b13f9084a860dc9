"""Confirm discarding unsaved changes."""

from __future__ import annotations

from enum import Enum

from PySide6.QtWidgets import QMessageBox, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk_engine.foundation.language import tr


class Answer(Enum):
    """The answer of the user."""

    SAVE = "save"
    DISCARD = "discard"
    CANCEL = "cancel"


def ask_about_changes(parent: QWidget, name: str) -> Answer:
    """Whether to save the changes of a project before it is closed."""
    return _ask(
        parent, tr("Unsaved changes"), tr("Save the changes to {name}?", name=name), tr("They are lost otherwise.")
    )


def ask_about_trail(parent: QWidget, name: str) -> Answer:
    """Whether to save the audit trail of a project before it is closed; nothing else has changed."""
    lost = tr(
        "It and the ledger hold the exports since the project was saved, with their SHA-256. They are lost otherwise."
    )
    return _ask(parent, tr("Unsaved audit trail"), tr("Save the audit trail of {name}?", name=name), lost)


def _ask(parent: QWidget, title: str, question: str, consequence: str) -> Answer:
    box = FramedQuestion(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(title)
    box.setText(question)
    box.setInformativeText(consequence)
    buttons = QMessageBox.StandardButton
    box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
    make_primary(box.button(buttons.Save))
    box.button(buttons.Discard).setText(tr("Discard"))  # Qt says it in French as if the question were to be ignored
    box.setDefaultButton(buttons.Save)
    match box.exec():
        case buttons.Save:
            return Answer.SAVE
        case buttons.Discard:
            return Answer.DISCARD
        case _:
            return Answer.CANCEL
