"""Starting a search as a user does: the button, then the dialog."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.explore.search.dialog import AnonymizeDialog
from arxdesk.window.window import MainWindow

LONG = 60_000


def asked_how(window: MainWindow, button: str = "anonymize") -> AnonymizeDialog:
    """Press the button (or "again"); the dialog that asks how to search."""
    QTest.mouseClick(window.buttons[button], Qt.MouseButton.LeftButton)
    dialog = window.dialog
    assert isinstance(dialog, AnonymizeDialog)
    return dialog


def start_search(window: MainWindow, button: str = "anonymize") -> None:
    """Press the button and accept what the dialog proposes."""
    QTest.mouseClick(asked_how(window, button).foot.primary, Qt.MouseButton.LeftButton)


def anonymize(window: MainWindow, qtbot) -> None:
    """Search to the end, until the result is applied."""
    start_search(window)
    document = window.document
    assert document is not None
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
