"""Confirm discarding a running search."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk_engine.foundation.language import tr


def ask_about_search(parent: QWidget) -> bool:
    """Ask whether to stop a running search and lose its best result, because the project is closed."""
    box = FramedQuestion(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setWindowTitle(tr("A search is running"))
    box.setText(tr("Stop the search and leave this project?"))
    box.setInformativeText(tr("Its results so far are lost."))
    stop = box.addButton(tr("Stop and leave"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(tr("Keep searching"), QMessageBox.ButtonRole.RejectRole)
    make_primary(keep)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    return box.clickedButton() is stop
