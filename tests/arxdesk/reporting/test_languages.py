"""The language of a report, chosen in its dialog and kept with the project."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.reporting.dialog import EvidenceReportDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.language import NAMES
from tests.arxdesk.reporting.test_flow import write


@pytest.fixture
def dialog(window: MainWindow, study: Document) -> EvidenceReportDialog:
    window.actions_by_name["report"].trigger()
    assert isinstance(window.dialog, EvidenceReportDialog)
    return window.dialog


@pytest.mark.parametrize("code", ["de", "fr"])
def test_that_a_report_is_written_in_the_language_of_the_dialog_and_it_is_kept(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path, code: str
):
    document = window.document
    assert dialog.language.value == "en"
    dialog.file.setText(str(tmp_path / "report.html"))
    QTest.mouseClick(dialog.language.segment(code), Qt.MouseButton.LeftButton)
    write(dialog, qtbot)
    assert f'<html lang="{code}">' in (tmp_path / "report.html").read_text("utf-8")
    assert document.job.report.language == code
    assert document.undo_stack.undoText() == "Language of the report"
    assert document.result_is_current
    document.undo_stack.undo()
    assert document.job.report.language == "en"


def test_that_another_language_makes_another_report(dialog: EvidenceReportDialog, qtbot, tmp_path: Path):
    dialog.file.setText(str(tmp_path / "report.html"))
    write(dialog, qtbot)
    assert dialog.foot.primary.text() == "Close"
    QTest.mouseClick(dialog.language.segment("es"), Qt.MouseButton.LeftButton)
    assert dialog.foot.primary.text() == "Write report"
    assert [dialog.language.segment(code).text() for code in NAMES] == ["English", "Deutsch", "Français", "Español"]
