"""How tests go through the export wizard: as a user does, by its buttons."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.exporting.dialog import RESULT, ExportDialog
from arxdesk.window.window import MainWindow

LEFT = Qt.MouseButton.LeftButton
LONG = 60_000


def shown_export(window: MainWindow) -> ExportDialog:
    """The wizard, opened as the command bar opens it."""
    window.actions_by_name["export"].trigger()
    assert isinstance(window.dialog, ExportDialog)
    return window.dialog


def click_to(wizard: ExportDialog, place: int) -> int:
    """Press Next until a page is shown; returns the number of clicks."""
    clicks = 0
    while wizard.place < place:
        assert wizard.next_button.isEnabled(), wizard.place
        QTest.mouseClick(wizard.next_button, LEFT)
        clicks += 1
    return clicks


def write_it(wizard: ExportDialog, qtbot) -> int:
    """Go on to the last page, and wait until it has come to its end; returns the number of clicks."""
    clicks = click_to(wizard, RESULT)
    qtbot.waitUntil(lambda: not wizard.course.busy, timeout=LONG)
    return clicks


def export_to(window: MainWindow, path: Path, qtbot) -> ExportDialog:
    """Export what is applied to a file; the wizard still shows what came of it."""
    wizard = shown_export(window)
    wizard.place_page.file.setText(str(path))
    write_it(wizard, qtbot)
    return wizard
