"""What the window shows of a project's past: properties, audit trail, what was taken over from ARX; how it is saved."""

from __future__ import annotations

import csv
import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from arxdesk.core.document import Document
from arxdesk.core.session import saving_work as saving
from arxdesk.core.session.loading_work import load
from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.values.arx_import import ArxImport
from arxdesk.projects.arx_import_dialog import ArxImportDialog
from arxdesk.projects.audit_trail_dialog import AuditTrailDialog
from arxdesk.projects.audit_trail_model import TEXT, VALUES, WHAT
from arxdesk.projects.conflict import ConflictAnswer, ask_about_conflict
from arxdesk.projects.properties_dialog import ProjectPropertiesDialog
from arxdesk.projects.unsaved import Answer, ask_about_trail
from arxdesk.ui.dialogs.password import PasswordDialog
from arxdesk.ui.dialogs.problem import ProblemDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import PasswordNeeded, Problem
from arxdesk_engine.job.project import MOST_DESCRIPTION
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.trail import ACTION_WORDS, ACTIONS, Trail
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.gates import Gate
from tests.arxdesk.made_projects import LONG, job_file, opened, saved, searched
from tests.engine.arx.arx_projects import written, xml_parts


@pytest.fixture
def document(window: MainWindow, qtbot, tmp_path: Path) -> Document:
    return opened(qtbot, window.session, job_file(tmp_path))


@pytest.fixture
def arx(tmp_path: Path) -> Path:
    return written(tmp_path / "old study.deid", xml_parts())


def shown(window: MainWindow, action: str) -> object:
    window.actions_by_name[action].trigger()
    return window.dialog


# Properties


def test_that_properties_are_one_step_and_the_title_is_that_of_the_window(window: MainWindow, document: Document):
    dialog = shown(window, "properties")
    assert isinstance(dialog, ProjectPropertiesDialog)
    assert dialog.title.text() == "Discharges"
    dialog.title.setText("  Release [*] 2026 ")
    dialog.description.setPlainText("For the registry.\nAgreed in May.")
    dialog.recipient.setText("Registry")
    dialog.responsible.setText("Dr. Weiß")
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    project = document.job.project
    assert (project.title, project.recipient, project.responsible) == ("Release [*] 2026", "Registry", "Dr. Weiß")
    assert project.description == "For the registry.\nAgreed in May."
    assert window.windowTitle() == "Release [*][*] 2026 – people[*] – ArxDesk"
    document.undo_stack.undo()
    assert document.job.project.title == "Discharges"
    assert window.windowTitle() == "Discharges – people[*] – ArxDesk"


def test_that_properties_that_are_left_as_they_are_are_no_step(window: MainWindow, document: Document):
    shown(window, "properties").accept()
    assert document.undo_stack.count() == 0


def test_that_properties_leave_a_result_current_and_can_be_changed_while_a_search_runs(
    window: MainWindow, document: Document, qtbot
):
    searched(qtbot, window.session)
    document.set_locked(True)
    dialog = shown(window, "properties")
    dialog.title.setText("Other")
    dialog.accept()
    document.set_locked(False)
    assert document.job.project.title == "Other"
    assert document.result_is_current


def test_that_a_description_that_is_too_long_is_told_before_it_is_refused(window: MainWindow, document: Document):
    dialog = shown(window, "properties")
    dialog.description.setPlainText("x" * (MOST_DESCRIPTION + 1))
    assert not dialog.foot.primary.isEnabled()
    assert "20,001" in dialog.foot.note.text()
    dialog.description.setPlainText("x" * MOST_DESCRIPTION)
    assert dialog.foot.primary.isEnabled()


# Audit trail


def test_that_the_trail_is_shown_newest_first_and_can_be_searched_and_filtered(window: MainWindow, document: Document):
    document.push(change_suppression_limit(document, 0.2))
    dialog = shown(window, "audit_trail")
    assert isinstance(dialog, AuditTrailDialog)
    texts = [dialog.model.text(row, TEXT) for row in range(dialog.model.rowCount())]
    assert texts == ["Suppression limit", "Opened people.toml: 200 records, 3 columns"]
    assert dialog.state.kind == "ok"
    QTest.keyClicks(dialog.search, "opened")
    assert [dialog.model.text(row, WHAT) for row in range(dialog.model.rowCount())] == ["Opened"]
    dialog.search.clear()
    dialog.action.setCurrentText("Changed")
    assert [dialog.model.text(row, TEXT) for row in range(dialog.model.rowCount())] == ["Suppression limit"]
    dialog.search.setText("nothing like this")
    assert dialog.model.rowCount() == 0
    assert dialog._empty.isVisible()
    dialog._empty.action_triggered.emit()
    assert dialog.model.rowCount() == 2
    assert not dialog._empty.isVisible()


@pytest.mark.parametrize(("number", "words"), [(0, ""), (1, "It has 1 entry."), (3, "3 entries follow each other")])
def test_that_a_trail_of_any_length_is_told_in_words_that_fit(qtbot, number: int, words: str):
    trail = Trail()
    for place in range(number):
        trail = trail.with_entry("changed", f"Step {place}")
    dialog = AuditTrailDialog(lambda: trail)
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.state.isVisible() is bool(number)
    assert dialog._empty.isVisible() is not bool(number)
    assert not number or words in dialog.state.text.text()


def test_that_values_are_shown_and_searched_only_where_they_are_wanted(window: MainWindow, document: Document):
    document.push(change_suppression_limit(document, 0.25))
    dialog = shown(window, "audit_trail")
    assert dialog.model.columnCount() == VALUES
    dialog.search.setText("0.25")
    assert dialog.model.rowCount() == 0
    dialog.values.click()
    assert dialog.model.columnCount() == VALUES + 1
    assert dialog.model.text(0, VALUES) == "suppression.limit: 0.1 → 0.25"


def test_that_what_is_done_while_the_trail_is_open_is_shown(window: MainWindow, document: Document):
    dialog = shown(window, "audit_trail")
    document.audit.record("exported", "Exported out.csv")
    assert dialog.model.text(0, TEXT) == "Exported out.csv"
    dialog.reject()
    document.audit.record("exported", "Exported again.csv")


def test_that_a_broken_chain_is_told(window: MainWindow, document: Document):
    document.push(change_suppression_limit(document, 0.2))
    entries = document.audit.seal().entries
    document.audit._trail = Trail((replace(entries[0], text="Opened nothing"), *entries[1:]))
    dialog = shown(window, "audit_trail")
    assert dialog.state.kind == "error"
    assert "chain is broken" in dialog.state.text.text()


@pytest.mark.parametrize("with_values", [False, True])
def test_that_the_trail_is_exported_without_values_unless_they_are_shown(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch, with_values: bool
):
    document.push(change_suppression_limit(document, 0.2))
    document.audit.record("opened", "=HYPERLINK(1)")
    target = tmp_path / "trail.csv"
    monkeypatch.setattr("arxdesk.projects.provenance_flow.ask_where_to_save_trail", lambda *_: target)
    dialog = shown(window, "audit_trail")
    dialog.values.setChecked(with_values)
    with qtbot.waitSignal(window.flows.provenance.message, timeout=LONG):
        QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    with target.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream))
    assert rows[0] == ["moment", "action", "text", *(["values"] if with_values else []), "digest"]
    assert [row[2] for row in rows[1:]] == [
        *("Opened people.toml: 200 records, 3 columns", "Suppression limit", "'=HYPERLINK(1)")
    ]
    assert ("suppression.limit" in target.read_text()) is with_values
    assert rows[-1][-1] == document.audit.trail.entries[-1].digest


def test_that_a_trail_of_all_entries_opens_at_once(window: MainWindow, document: Document):
    for place in range(5_000):
        document.audit.record("changed", f"Step {place}")
    import time  # noqa: PLC0415

    begun = time.perf_counter()
    dialog = shown(window, "audit_trail")
    seconds = time.perf_counter() - begun
    assert dialog.model.rowCount() == 5_000
    assert seconds < 1.0


# From ARX


def test_that_a_project_of_arx_opens_unsaved_under_its_name_and_says_what_it_took_over(
    window: MainWindow, qtbot, arx: Path
):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(arx))])
    event = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    before = arx.read_bytes()
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.dropEvent(event)
    document, dialog = window.document, window.dialog
    assert (document.file, document.name, document.source_name) == (None, "old study", "old study.deid")
    assert isinstance(dialog, ArxImportDialog)
    assert "120 records with 7 columns" in dialog.text.toPlainText()
    assert "4 quasi-identifying columns" in dialog.text.toPlainText()
    dialog.copy.click()
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith("Imported from ARX: old study.deid\n")
    assert document.provenance.arx_import.text == copied
    dialog.accept()
    assert arx.read_bytes() == before


def test_that_what_was_taken_over_can_be_looked_at_after_it_was_saved(
    window: MainWindow, qtbot, arx: Path, tmp_path: Path, monkeypatch
):
    document = opened(qtbot, window.session, arx)
    first = document.provenance.arx_import
    window.dialog.accept()
    saved(qtbot, window.session, tmp_path / "new.arxdesk")
    arx.unlink()
    again = opened(qtbot, window.session, tmp_path / "new.arxdesk")
    assert not isinstance(window.dialog, ArxImportDialog), "it is not news any more"
    dialog = shown(window, "arx_import")
    assert isinstance(dialog, ArxImportDialog)
    taken = again.provenance.arx_import
    assert (taken.taken, taken.left_out, taken.notes) == (first.taken, first.left_out, first.notes)
    target = tmp_path / "list.txt"
    monkeypatch.setattr("arxdesk.projects.provenance_flow.ask_where_to_save_text", lambda *_: target)
    with qtbot.waitSignal(window.flows.provenance.message, timeout=LONG):
        dialog.save.click()
    assert target.read_text() == taken.text
    assert again.source_name == "old study.deid"


def test_that_other_projects_have_nothing_that_was_taken_over(window: MainWindow, document: Document):
    assert document.provenance.arx_import is None
    assert not window.actions_by_name["arx_import"].isEnabled()


def test_that_long_lists_of_what_was_not_taken_over_survive_the_trail():
    from arxdesk_engine.arx.files.left_out import Omission  # noqa: PLC0415

    left = tuple(Omission(f"config.xml, thing {place}", f"found {place}", f"do {place}") for place in range(700))
    taken = ArxImport("a.deid", ("3 records",), left, ("a note",))
    again = ArxImport.of_trail(taken.recorded(Trail()))
    assert again.left_out[:500] == left[:500]
    assert again.left_out[500].place == "200 more things"
    assert again.notes == ("a note",)


@pytest.mark.parametrize("content", [b"", b"PK nothing", b"\x00" * 5000])
def test_that_a_project_of_arx_that_is_none_is_told(window: MainWindow, qtbot, tmp_path: Path, content: bytes):
    path = tmp_path / "broken.deid"
    path.write_bytes(content)
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.flows.project.open(path)
    assert isinstance(window.dialog, ProblemDialog)
    assert window.document is None


def test_that_the_menu_and_the_start_page_ask_for_a_project_of_arx(window: MainWindow, qtbot, arx: Path, monkeypatch):
    monkeypatch.setattr("arxdesk.projects.flow.ask_for_arx_project", lambda _parent: arx)
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        QTest.mouseClick(window.workspace.start_page.arx_button, Qt.MouseButton.LeftButton)
    window.dialog.accept()
    window.session.close_document()
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.actions_by_name["open_arx"].trigger()


# Saving


def test_that_a_new_project_is_proposed_as_one_with_its_data(window: MainWindow, qtbot, tmp_path: Path, monkeypatch):
    asked: list[Path] = []
    monkeypatch.setattr("arxdesk.projects.flow.ask_where_to_save", lambda _parent, path: asked.append(path))
    document = opened(qtbot, window.session, job_file(tmp_path))
    window.actions_by_name["save_as"].trigger()
    document._file = None
    window.actions_by_name["save"].trigger()
    assert [path.name for path in asked] == ["people.toml", "people.arxdesk"]


def test_that_it_is_said_that_a_stale_result_is_not_saved(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    searched(qtbot, window.session)
    document.push(change_suppression_limit(document, 0.9))
    with qtbot.waitSignal(window.flows.project.message, timeout=LONG) as told:
        window.session.save(tmp_path / "study.arxdesk")
    assert told.args == ["Saved as study.arxdesk, without the result: it no longer belongs to the configuration."]
    assert "without the result" in window.status.currentMessage()


@pytest.mark.parametrize("way", list(ConflictAnswer))
def test_that_a_project_changed_by_somebody_else_is_asked_about(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch, way: ConflictAnswer
):
    path, other = tmp_path / "study.arxdesk", tmp_path / "mine.arxdesk"
    saved(qtbot, window.session, path)
    write_project(path, read_project(path))
    theirs = path.read_bytes()
    asked: list[str] = []
    monkeypatch.setattr("arxdesk.projects.flow.ask_about_conflict", lambda _parent, name: asked.append(name) or way)
    monkeypatch.setattr("arxdesk.projects.flow.ask_where_to_save", lambda *_: other)
    document.push(change_suppression_limit(document, 0.3))
    window.actions_by_name["save"].trigger()
    qtbot.waitUntil(lambda: bool(asked) and not window.session.jobs._lanes, timeout=LONG)
    assert asked == ["study.arxdesk"]
    assert (path.read_bytes() == theirs) is (way is not ConflictAnswer.OVERWRITE)
    assert document.modified is (way is ConflictAnswer.CANCEL)
    assert document.file == (other if way is ConflictAnswer.SAVE_AS else path)


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Save As...", ConflictAnswer.SAVE_AS),
        ("Overwrite", ConflictAnswer.OVERWRITE),
        ("Cancel", ConflictAnswer.CANCEL),
    ],
)
def test_that_each_button_of_the_question_does_what_it_says(qtbot, window: MainWindow, text: str, way: ConflictAnswer):
    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        button = next(each for each in box.buttons() if each.text().replace("&", "") == text)
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, press)
    assert ask_about_conflict(window, "study.arxdesk") is way


@pytest.mark.parametrize("answer", [Answer.SAVE, Answer.DISCARD])
def test_that_the_question_about_the_trail_alone_says_so(window: MainWindow, qtbot, answer: Answer):
    shown: list[str] = []

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        shown.extend((box.text(), box.informativeText()))
        QTest.mouseClick(
            box.button(getattr(QMessageBox.StandardButton, answer.name.title())), Qt.MouseButton.LeftButton
        )

    QTimer.singleShot(0, press)
    assert ask_about_trail(window, "study") is answer
    assert shown[0] == "Save the audit trail of study?"
    assert "exports" in shown[1]


def test_that_closing_waits_for_the_save_that_runs_and_asks_nothing(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch
):
    asked: list[str] = []
    monkeypatch.setattr("arxdesk.projects.flow.ask_about_changes", lambda _p, name: asked.append(name) or Answer.CANCEL)
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    document.push(change_suppression_limit(document, 0.3))
    path = tmp_path / "study.arxdesk"
    window.session.save(path)
    assert gate.entered.wait(5)
    window.close()
    assert window.isVisible()
    qtbot.waitUntil(window.status.cancel_saving.isVisible, timeout=LONG)
    gate.opened.set()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=LONG)
    assert asked == []
    assert read_project(path).job.suppression.limit == 0.3


def test_that_saving_is_cancelled_from_the_status_bar_and_does_not_close_then(
    window: MainWindow, document: Document, qtbot, tmp_path: Path, monkeypatch
):
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    document.push(change_suppression_limit(document, 0.3))
    window.session.save(tmp_path / "study.arxdesk")
    window.close()
    qtbot.waitUntil(window.status.cancel_saving.isVisible, timeout=LONG)
    with qtbot.waitSignal(window.flows.project.message, timeout=LONG) as told:
        QTest.mouseClick(window.status.cancel_saving, Qt.MouseButton.LeftButton)
    assert told.args == ["Not saved. study.arxdesk is as it was before."]
    assert window.isVisible()
    assert document.modified
    assert not (tmp_path / "study.arxdesk").exists()
    assert not window.status.cancel_saving.isVisible()


def test_that_recent_projects_say_their_kind_and_how_far_they_are(
    window: MainWindow, document: Document, qtbot, tmp_path: Path
):
    saved(qtbot, window.session, tmp_path / "people.toml")
    searched(qtbot, window.session)
    saved(qtbot, window.session, tmp_path / "study.arxdesk")
    states = {Path(each.path).name: each.state for each in window.settings.recent}
    assert states == {
        "people.toml": "200 records, not anonymized yet",
        "study.arxdesk": "200 records, optimum applied",
    }


def test_that_every_kind_of_entry_has_a_word():
    assert tuple(ACTION_WORDS) == ACTIONS


def test_that_changes_of_a_table_in_a_database_ask_for_its_password_again(
    window: MainWindow, qtbot, tmp_path: Path, monkeypatch
):
    given: list[str | None] = []
    found = load(job_file(tmp_path), Control())

    def restore(_file: Path, _control: Control, password: str | None = None) -> object:
        given.append(password)
        if password is None:
            raise PasswordNeeded(Problem("postgresql://server/people", "it wants a password", "Type it."))
        return found

    monkeypatch.setattr("arxdesk.core.session.session.restore", restore)
    window.session.restore(Leftover(tmp_path / "left", "people", dt.datetime.now(dt.UTC)))
    qtbot.waitUntil(lambda: isinstance(window.dialog, PasswordDialog), timeout=LONG)
    window.dialog.field.setText("secret")
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.dialog.foot.primary.click()
    assert given == [None, "secret"]
    assert window.document.modified
