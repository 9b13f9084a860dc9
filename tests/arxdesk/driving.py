"""How tests go through the import wizard, as a user does, by its buttons; and how they wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.importing.dialog import FINISH, ImportDialog
from arxdesk.tasks.jobs import Jobs
from arxdesk.window.window import MainWindow

LEFT = Qt.MouseButton.LeftButton
LONG = 30_000
LOOK = 20
"""Milliseconds between two looks."""


def until(window: MainWindow, qtbot, arrived: Callable[[], bool]) -> None:
    """Wait until something has arrived: as long as work of the window goes on, and LONG milliseconds after it.

    The first search after a change of the kernels compiles them, which takes minutes on a busy machine.
    """
    quiet = QElapsedTimer()
    quiet.start()
    while not arrived():
        qtbot.wait(LOOK)
        is_working = any(jobs.running for jobs in window.findChildren(Jobs))
        if is_working:
            quiet.restart()
        assert quiet.elapsed() < LONG, f"nothing works, and it is not there; {window.dialog} is open"


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
