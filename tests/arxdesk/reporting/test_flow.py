"""Evidence reports from the window: what is asked, what is written, and what may go wrong."""

from __future__ import annotations

import errno
import hashlib
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.preferences import NAME, ORGANISATION, REPORT_FORMAT, REPORT_SECTIONS
from arxdesk.core.session.activities import REPORTING
from arxdesk.core.session.reporting_work import ReportRequest, WrittenReport
from arxdesk.core.settings import Settings
from arxdesk.reporting.dialog import STOPPING, EvidenceReportDialog, ReportChoices
from arxdesk.reporting.flow import usual_content, usual_project
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.project import MOST_NAME, ProjectSettings
from arxdesk_engine.job.report import ReportSettings
from arxdesk_engine.job.statements import Statements
from arxdesk_engine.report.layout.content import ReportContent, ReportSection
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.exporting.conftest import LONG
from tests.arxdesk.exporting.exporting import export_to
from tests.arxdesk.gates import Gate

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def dialog(window: MainWindow, study: Document) -> EvidenceReportDialog:
    window.actions_by_name["report"].trigger()
    assert isinstance(window.dialog, EvidenceReportDialog)
    return window.dialog


def write(dialog: EvidenceReportDialog, qtbot) -> None:
    """Press the primary button, and wait until there is an answer."""
    assert dialog.foot.primary.isEnabled()
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: not dialog._busy, timeout=LONG)


def test_that_a_report_is_written_with_what_is_proposed(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path
):
    path = tmp_path / "study-report.pdf"
    assert dialog.choices == ReportChoices(ReportContent(), ProjectSettings(), path, ReportSettings(), Statements())
    write(dialog, qtbot)
    assert path.read_bytes().startswith(b"%PDF")
    assert dialog.message.isVisible()
    assert dialog.digest.text() == f"SHA-256 {hashlib.sha256(path.read_bytes()).hexdigest()}"
    assert dialog.foot.primary.text() == "Close"
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert window.dialog is None


def test_that_sections_and_words_of_the_project_are_those_of_the_dialog(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path
):
    document = window.document
    QTest.mouseClick(dialog.format.segment(".html"), LEFT)
    assert dialog.file.text() == str(tmp_path / "study-report.html")
    dialog.title.setText("Discharges of 2019")
    dialog.recipient.setText("Institute of Statistics")
    dialog.responsible.setText("Dr. Weiß")
    dialog.sections[ReportSection.RISK].click()
    write(dialog, qtbot)
    page = (tmp_path / "study-report.html").read_text("utf-8")
    for words in ("Discharges of 2019", "Institute of Statistics", "Dr. Weiß", ReportSection.QUALITY.heading):
        assert words in page
    assert f">{ReportSection.RISK.heading}<" not in page
    assert document.job.project.title == "Discharges of 2019"
    assert document.undo_stack.undoText() == "Title, recipient and responsible"
    assert document.result_is_current, "words about the work change nothing that is searched"
    document.undo_stack.undo()
    assert document.job.project == ProjectSettings()


def test_that_values_are_shown_only_where_they_are_asked_for(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path
):
    assert not dialog.values.isChecked()
    assert not dialog._warning.isVisible()
    dialog.file.setText(str(tmp_path / "without.html"))
    write(dialog, qtbot)
    dialog.values.click()
    assert dialog._warning.isVisible()
    dialog.file.setText(str(tmp_path / "with.html"))
    assert dialog.foot.primary.text() == "Write report", "what was written is of other choices"
    write(dialog, qtbot)
    assert "20s" not in (tmp_path / "without.html").read_text("utf-8")
    assert "20s" in (tmp_path / "with.html").read_text("utf-8")


def test_that_at_least_one_section_and_a_usable_name_are_needed(dialog: EvidenceReportDialog):
    QTest.mouseClick(dialog._all, LEFT)
    assert not any(box.isChecked() for box in dialog.sections.values())
    assert not dialog.foot.primary.isEnabled()
    assert dialog.fault.text() == "Choose at least one section."
    QTest.mouseClick(dialog._all, LEFT)
    assert all(box.isChecked() for box in dialog.sections.values())
    for name, fault in (
        ("", "Enter the absolute path"),
        ("report.pdf", "Enter the absolute path"),
        ("/data/a.docx", "End the"),
    ):
        dialog.file.setText(name)
        assert dialog.fault.text().startswith(fault)
        assert not dialog.foot.primary.isEnabled()


def test_that_a_file_that_is_there_is_replaced_only_with_a_tick(
    qtbot, dialog: EvidenceReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_text("precious")
    dialog.file.setText(str(tmp_path / "a.pdf"))
    assert dialog.replace.isVisible()
    assert not dialog.foot.primary.isEnabled()
    dialog.replace.click()
    assert dialog.foot.primary.isEnabled()
    dialog.file.setText(str(tmp_path / "b.pdf"))
    assert not dialog.foot.primary.isEnabled(), "a tick for one file is none for another"
    monkeypatch.setattr("arxdesk.reporting.flow.ask_where_to_write_report", lambda *_: tmp_path / "b.pdf")
    QTest.mouseClick(dialog.browse, LEFT)
    write(dialog, qtbot)
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "a.pdf").read_text() == "precious"


def test_that_the_report_is_opened(qtbot, dialog: EvidenceReportDialog, tmp_path: Path, monkeypatch):
    opened: list[QUrl] = []
    monkeypatch.setattr("arxdesk.reporting.flow.QDesktopServices.openUrl", opened.append)
    write(dialog, qtbot)
    dialog.message.link_activated.emit("open")
    assert [url.toLocalFile() for url in opened] == [str(tmp_path / "study-report.pdf")]


def test_that_stop_ends_it_without_a_trace(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    gate = Gate(lambda *arguments, **_named: arguments[-1].raise_if_stopped())
    monkeypatch.setattr("arxdesk.core.session.exporting.report", gate)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert gate.entered.wait(10)
    assert dialog.progress.isVisible()
    assert not dialog.title.isEnabled()
    assert dialog.foot.cancel.text() == "Stop"
    QTest.mouseClick(dialog.foot.cancel, LEFT)
    qtbot.waitUntil(lambda: not dialog._busy, timeout=LONG)
    assert dialog.isVisible()
    assert dialog.foot.note.text() == "Stopped. Nothing was written."
    assert not (tmp_path / "study-report.pdf").exists()
    QTest.mouseClick(dialog.foot.cancel, LEFT)
    assert window.dialog is None


def test_that_a_step_that_does_not_end_keeps_nobody(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    begun, ended = threading.Event(), threading.Event()

    def long_step(*arguments: object) -> None:
        begun.set()
        ended.wait(LONG / 1000)
        arguments[-1].raise_if_stopped()

    monkeypatch.setattr("arxdesk.core.session.exporting.report", long_step)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert begun.wait(10)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert (dialog.isVisible(), dialog.doing.text(), dialog.foot.cancel.text()) == (True, STOPPING, "Close")
    dialog.close()
    assert window.dialog is None
    ended.set()
    qtbot.waitUntil(lambda: not window.session.is_busy(REPORTING), timeout=LONG)
    assert not (tmp_path / "study-report.pdf").exists()


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_that_a_full_disk_is_told_in_the_dialog_and_leaves_the_old_file(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix
):
    target = tmp_path / f"old{suffix}"
    target.write_text("old")

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    dialog.show_file(target)
    with monkeypatch.context() as patch:
        patch.setattr("arxdesk_engine.io.files.atomic.os.fsync", full)
        write(dialog, qtbot)
    assert dialog.card.isVisible()
    assert "no space left" in dialog.card.accessibleName().lower()
    assert target.read_text() == "old"
    assert window.dialog is dialog
    write(dialog, qtbot)
    assert target.read_text("latin-1") != "old"


def test_that_what_the_project_reads_is_not_written_to(
    qtbot, dialog: EvidenceReportDialog, tmp_path: Path, window: MainWindow
):
    dialog.file.setText(str(tmp_path / "nowhere" / "report.pdf"))
    write(dialog, qtbot)
    assert dialog.card.isVisible()
    assert not (tmp_path / "nowhere").exists()


def test_that_a_defect_is_told_as_one(window: MainWindow, qtbot, dialog, monkeypatch: pytest.MonkeyPatch):
    def broken(*_arguments: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("arxdesk.core.session.exporting.report", broken)
    with qtbot.waitSignal(window.session.crashed, timeout=LONG):
        QTest.mouseClick(dialog.foot.primary, LEFT)
    assert not dialog._busy
    window.dialog.reject()
    dialog.reject()


def test_that_a_result_that_is_out_of_date_is_not_reported(window: MainWindow, study: Document):
    assert window.actions_by_name["report"].isEnabled()
    study.push(change_suppression_limit(study, 0.5))
    assert not window.actions_by_name["report"].isEnabled()
    window.flows.report.ask()
    assert window.dialog is None


def test_that_the_table_that_was_handed_out_is_the_one_reported(
    window: MainWindow,
    qtbot,
    study: Document,
    tmp_path: Path,
    monkeypatch,
):
    export_to(window, tmp_path / "out.csv", qtbot).accept()
    asked: list[ReportRequest] = []

    def seen(asked_for: ReportRequest, *_rest: object) -> WrittenReport:
        asked.append(asked_for)
        return WrittenReport(tmp_path / "out-report.pdf", "0" * 64)

    monkeypatch.setattr("arxdesk.core.session.exporting.report", seen)
    window.actions_by_name["report"].trigger()
    assert window.dialog.choices.path == tmp_path / "out-report.pdf"
    with qtbot.waitSignal(window.session.jobs.ended, timeout=LONG):
        QTest.mouseClick(window.dialog.foot.primary, LEFT)
    assert [each.written.target for each in asked] == [str(tmp_path / "out.csv")]
    window.dialog.done(0)


def test_that_the_trail_of_the_project_tells_of_report_and_export(
    window: MainWindow,
    qtbot,
    study: Document,
    tmp_path: Path,
):
    export_to(window, tmp_path / "out.csv", qtbot).accept()
    window.actions_by_name["report"].trigger()
    write(window.dialog, qtbot)
    actions = [entry.action for entry in study.audit.trail.entries]
    assert actions.count("exported") == actions.count("reported") == 1
    assert "out-report.pdf" in study.audit.trail.entries[-1].text
    window.dialog.done(0)


def test_that_the_settings_of_the_user_are_proposed(window: MainWindow, study: Document, tmp_path: Path):
    settings = Settings()
    settings.store(NAME, "Dr. Weiß")
    settings.store(ORGANISATION, "University Hospital")
    settings.store(REPORT_FORMAT, ".html")
    settings.store(REPORT_SECTIONS, ("summary", "checks"))
    window.actions_by_name["report"].trigger()
    chosen = window.dialog.choices
    assert chosen.project.responsible == "Dr. Weiß, University Hospital"
    assert chosen.path == tmp_path / "study-report.html"
    assert chosen.content.sections == (ReportSection.SUMMARY, ReportSection.CHECKS)


def test_that_the_project_comes_before_the_settings_and_no_sections_are_all():
    settings = Settings()
    settings.store(NAME, "x" * 90)
    settings.store(ORGANISATION, "y" * 90)
    settings.store(REPORT_SECTIONS, ())
    assert usual_project(ProjectSettings(responsible="Somebody"), settings).responsible == "Somebody"
    assert len(usual_project(ProjectSettings(), settings).responsible) == 182 <= MOST_NAME
    assert usual_content(settings).sections == tuple(ReportSection)


def test_that_choices_are_kept_while_the_project_is_open(
    window: MainWindow, qtbot, dialog: EvidenceReportDialog, tmp_path: Path
):
    dialog.sections[ReportSection.TRAIL].click()
    dialog.file.setText(str(tmp_path / "mine.html"))
    write(dialog, qtbot)
    dialog.accept()
    window.actions_by_name["report"].trigger()
    assert window.dialog.choices.path == tmp_path / "mine.html"
    assert ReportSection.TRAIL not in window.dialog.choices.content
    window.session.close_document()
    assert window.dialog is None


def test_that_every_field_has_a_name_and_every_section_says_what_it_tells(dialog: EvidenceReportDialog):
    for field in (dialog.title, dialog.recipient, dialog.responsible, dialog.file, dialog.progress):
        assert field.accessibleName()
    assert [box.accessibleDescription() for box in dialog.sections.values()] == [
        each.sentence for each in ReportSection
    ]
