"""Stop and Escape let go of the export wizard, whatever the work does."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.exporting.result_page import STOPPING
from arxdesk.tasks.activity import WRITING
from arxdesk.window.window import MainWindow
from tests.arxdesk.exporting.conftest import LONG
from tests.arxdesk.exporting.exporting import shown_export


def test_that_a_step_that_does_not_end_keeps_nobody(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    begun, ended = threading.Event(), threading.Event()

    def long_step(*arguments: object, **_named: object) -> None:
        begun.set()
        ended.wait(LONG / 1000)
        arguments[-1].raise_if_stopped()

    monkeypatch.setattr("arxdesk.core.session.exporting.write", long_step)
    wizard = shown_export(window)
    wizard.place_page.show_file(tmp_path / "out.csv")
    wizard.write_now()
    assert begun.wait(10)
    QTest.keyClick(wizard, Qt.Key.Key_Escape)
    assert (wizard.isVisible(), wizard.cancel_button.text()) == (True, "Close")
    assert wizard.result_page.doing.text() == STOPPING
    wizard.close()
    assert window.dialog is None
    ended.set()
    qtbot.waitUntil(lambda: not window.session.is_busy(WRITING), timeout=LONG)
