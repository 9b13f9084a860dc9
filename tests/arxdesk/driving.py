"""How tests go through the import wizard: as a user does, by its buttons."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.importing.dialog import FINISH, ImportDialog
from arxdesk.window.window import MainWindow

LEFT = Qt.MouseButton.LeftButton
LONG = 30_000


def shown_wizard(window: MainWindow, qtbot) -> ImportDialog:
    """The wizard of a window, once it shows what was read of the table, or why it was not."""
    qtbot.waitUntil(lambda: isinstance(window.dialog, ImportDialog), timeout=LONG)
    wizard = window.dialog
    assert isinstance(wizard, ImportDialog)
    qtbot.waitUntil(lambda: not wizard.flow.busy, timeout=LONG)
    return wizard


def click_through(wizard: ImportDialog, qtbot) -> int:
    """Accept everything from the page shown to the last one; returns the number of clicks."""
    clicks = 0
    with qtbot.waitSignal(wizard.project_made, timeout=LONG):
        while True:
            qtbot.waitUntil(wizard.next_button.isEnabled, timeout=LONG)
            last = wizard.place == FINISH
            QTest.mouseClick(wizard.next_button, LEFT)
            clicks += 1
            if last:
                break
    return clicks


def import_table(window: MainWindow, path: Path, qtbot) -> Document:
    """Open a table and accept everything; returns the document."""
    window.flows.project.open(path)
    click_through(shown_wizard(window, qtbot), qtbot)
    assert window.document is not None
    return window.document
