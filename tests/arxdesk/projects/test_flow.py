"""What a user is asked before something would be lost, and that each answer does what it says."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from arxdesk.core.document import Document
from arxdesk.core.session.activities import LOADING, SEARCHING
from arxdesk.projects.running import ask_about_search
from arxdesk.projects.unsaved import Answer, ask_about_changes
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import load_job
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import small_project, wide_project
from tests.arxdesk.driving import click_through, shown_wizard

LONG = 30_000


class Questions:
    """Answers instead of the user, and remembers what was asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.answer = Answer.CANCEL
        self.may_stop = False
        self.path: Path | None = None
        for name in ("ask_where_to_save", "ask_for_table_or_project"):
            monkeypatch.setattr(f"arxdesk.projects.flow.{name}", self._path(name))
        monkeypatch.setattr("arxdesk.projects.flow.ask_about_changes", self._changes)
        monkeypatch.setattr("arxdesk.projects.flow.ask_about_search", self._search)

    def _path(self, name: str):
        def ask(*_arguments: object) -> Path | None:
            self.asked.append(name)
            return self.path

        return ask

    def _changes(self, *_arguments: object) -> Answer:
        self.asked.append("ask_about_changes")
        return self.answer

    def _search(self, *_arguments: object) -> bool:
        self.asked.append("ask_about_search")
        return self.may_stop


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> Questions:
    return Questions(monkeypatch)


@pytest.fixture
def document(window: MainWindow, tmp_path: Path) -> Document:
    """A document with a file of its own and one change that is not saved."""
    made = Document(*small_project(), tmp_path / "project.toml", window.session)
    window.session._replace_document(made)
    made.push(change_suppression_limit(made, 0.5))
    return made


def test_that_nothing_is_asked_where_nothing_can_be_lost(window: MainWindow, document: Document, questions: Questions):
    document.undo_stack.undo()
    window.actions_by_name["close"].trigger()
    assert window.document is None
    assert questions.asked == []


def test_that_cancel_keeps_everything_as_it_is(window: MainWindow, document: Document, questions: Questions):
    window.actions_by_name["close"].trigger()
    window.close()
    assert window.isVisible()
    assert window.document is document
    assert document.modified
    assert questions.asked == ["ask_about_changes"] * 2


def test_that_discard_closes_without_writing(
    window: MainWindow, qtbot, document: Document, questions: Questions, tmp_path: Path
):
    questions.answer = Answer.DISCARD
    window.close()
    qtbot.waitUntil(window.isHidden, timeout=LONG)
    assert window.document is None
    assert not (tmp_path / "project.toml").exists()


def test_that_save_writes_and_then_closes(
    window: MainWindow, qtbot, document: Document, questions: Questions, tmp_path: Path
):
    questions.answer = Answer.SAVE
    window.close()
    assert window.isVisible(), "the window waits until the file is written"
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=LONG)
    assert load_job(tmp_path / "project.toml").suppression.limit == 0.5
    assert questions.asked == ["ask_about_changes"]


def test_that_a_save_that_fails_does_not_close(
    window: MainWindow, qtbot, document: Document, questions: Questions, tmp_path: Path
):
    (tmp_path / "project.toml").mkdir()
    questions.answer = Answer.SAVE
    with qtbot.waitSignal(window.session.failed, timeout=LONG):
        window.close()
    assert window.isVisible()
    assert window.document is document
    assert document.modified
    assert window.dialog is not None
    window.dialog.reject()
    (tmp_path / "project.toml").rmdir()
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.actions_by_name["save"].trigger()
    assert window.isVisible(), "an ordinary save after the failure closes nothing"


def test_that_a_save_that_crashes_does_not_close_later(
    window: MainWindow, qtbot, document: Document, questions: Questions, monkeypatch: pytest.MonkeyPatch
):
    def crash(*_arguments: object) -> None:
        raise RuntimeError("a defect")

    questions.answer = Answer.SAVE
    with monkeypatch.context() as patch:
        patch.setattr("arxdesk.core.session.saving.save", crash)
        with qtbot.waitSignal(window.session.crashed, timeout=LONG):
            window.close()
    window.dialog.reject()
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.actions_by_name["save"].trigger()
    assert window.isVisible()


def test_that_save_as_that_is_cancelled_does_not_close_and_forgets_that_it_should(
    window: MainWindow, qtbot, questions: Questions, tmp_path: Path
):
    document = Document(*small_project(), None, window.session)
    window.session._replace_document(document)
    document.push(change_suppression_limit(document, 0.5))
    questions.answer = Answer.SAVE
    window.close()
    assert questions.asked == ["ask_about_changes", "ask_where_to_save"]
    assert window.isVisible()
    assert document.modified
    questions.path = tmp_path / "later.toml"
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.actions_by_name["save"].trigger()
    assert window.isVisible()
    assert not document.modified


def test_that_a_change_made_while_the_file_is_written_is_asked_about_again(
    window: MainWindow, qtbot, document: Document, questions: Questions
):
    questions.answer = Answer.SAVE
    window.close()
    document.push(change_suppression_limit(document, 0.7))
    questions.answer = Answer.CANCEL
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        pass
    assert questions.asked == ["ask_about_changes"] * 2
    assert window.isVisible()
    assert document.modified


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_that_opening_another_file_asks_about_unsaved_changes_first(
    window: MainWindow, qtbot, document: Document, questions: Questions, tmp_path: Path, suffix: str
):
    table = tmp_path / f"people{suffix}"
    frame = pd.DataFrame({"a": [1], "b": [2]})
    frame.to_parquet(table) if suffix == ".parquet" else frame.to_csv(table, index=False)
    questions.path = table
    window.actions_by_name["open"].trigger()
    assert questions.asked == ["ask_for_table_or_project", "ask_about_changes"]
    assert window.document is document
    assert window.dialog is None
    questions.answer = Answer.DISCARD
    window.actions_by_name["open"].trigger()
    wizard = shown_wizard(window, qtbot)
    assert window.document is document, "nothing is left before something else is there"
    click_through(wizard, qtbot)
    assert (window.document.name, window.document.dataset.names) == ("people", ("a", "b"))


@pytest.fixture
def searching(window: MainWindow) -> Document:
    made = Document(*wide_project(), None, window.session)
    window.session._replace_document(made)
    window.session.searching.anonymize()
    return made


@pytest.mark.parametrize("leave", ["close", "quit", "example"])
def test_that_leaving_while_a_search_runs_asks_and_no_keeps_it_running(
    window: MainWindow, searching: Document, questions: Questions, leave: str
):
    window.actions_by_name[leave].trigger()
    assert questions.asked == ["ask_about_search"]
    assert window.isVisible()
    assert window.document is searching
    assert window.session.is_busy(SEARCHING)
    assert not window.session.is_busy(LOADING)


def test_that_opening_another_file_while_a_search_runs_ends_the_search_without_a_trace(
    window: MainWindow, qtbot, searching: Document, questions: Questions
):
    questions.may_stop = True
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.actions_by_name["example"].trigger()
    assert not window.session.is_busy(SEARCHING)
    other = window.document
    assert other is not searching
    assert not other.locked
    assert window.panel.isHidden()
    assert window.status._bar.isHidden()
    assert window.status._activity.text() == ""
    assert window.actions_by_name["anonymize"].isEnabled()
    assert not window.actions_by_name["stop"].isEnabled()
    qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)
    assert other.result is None


def test_that_closing_the_window_while_a_search_runs_leaves_no_thread(
    window: MainWindow, qtbot, searching: Document, questions: Questions
):
    questions.may_stop = True
    window.close()
    qtbot.waitUntil(window.isHidden, timeout=LONG)
    assert not window.session.jobs._lanes


def test_that_closing_the_project_while_a_search_runs_shows_the_start_page_at_rest(
    window: MainWindow, qtbot, searching: Document, questions: Questions
):
    questions.may_stop = True
    qtbot.waitUntil(window.status._bar.isVisible, timeout=LONG)
    window.actions_by_name["close"].trigger()
    assert window.workspace.currentWidget() is window.workspace.start_page
    assert window.status._bar.isHidden()
    assert window.status._activity.text() == ""
    assert not window.buttons["stop"].isVisible()
    qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)


def answer_box(text: str) -> None:
    """Press a button of the question that opens next."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        if not isinstance(box, QMessageBox):
            QTimer.singleShot(10, press)
            return
        next(button for button in box.buttons() if button.text().replace("&", "") == text).click()

    QTimer.singleShot(0, press)


@pytest.mark.parametrize(
    ("text", "answer"), [("Save", Answer.SAVE), ("Discard", Answer.DISCARD), ("Cancel", Answer.CANCEL)]
)
def test_that_each_button_of_the_question_gives_its_answer(window: MainWindow, text: str, answer: Answer):
    answer_box(text)
    assert ask_about_changes(window, "<b>study</b>") is answer


@pytest.mark.parametrize(("text", "answer"), [("Stop and leave", True), ("Keep searching", False)])
def test_that_the_question_about_a_search_gives_its_answer(window: MainWindow, text: str, answer: bool):
    answer_box(text)
    assert ask_about_search(window) is answer


def test_that_recent_projects_come_first_and_once(
    window: MainWindow, qtbot, document: Document, questions: Questions, tmp_path: Path
):
    for path in (tmp_path / "a.toml", tmp_path / "b.toml", tmp_path / "a.toml"):
        questions.path = path
        with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
            window.actions_by_name["save_as"].trigger()
    assert [Path(entry.path).name for entry in window.settings.recent][:2] == ["a.toml", "b.toml"]
    assert len({entry.path for entry in window.settings.recent}) == len(window.settings.recent)
    window.workspace.start_page._forget.click()
    assert window.settings.recent == ()
