"""What is not thrown away: the result before a search that found nothing, saved work in titles, work of the wizard."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QKeySequence

from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.file_dialogs import folder_for
from arxdesk.window.window import MainWindow
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.exporting.conftest import LONG, study

__all__ = ["study"]


def search(window: MainWindow, qtbot, document: Document) -> None:
    before = document.result
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.result is not before, timeout=LONG)


def test_that_taking_back_a_question_without_an_answer_brings_back_the_result(
    window: MainWindow, qtbot, study: Document
):
    result, applied = study.result, study.applied
    study.push(change_suppression_limit(study, 0.0))
    assert not study.result_is_current
    search(window, qtbot, study)
    assert study.result.solution.best is None
    assert study.applied is None
    study.undo_stack.undo()
    assert (study.result, study.applied) == (result, applied)
    assert study.selected == applied.check.levels
    assert study.result_is_current
    assert window.actions_by_name["export"].isEnabled()
    study.undo_stack.redo()
    assert not study.result_is_current, "the question is asked again, the answer is not made up"


def test_that_the_first_save_takes_the_star_away(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    study.push(change_suppression_limit(study, 0.04))
    assert window.isWindowModified()
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.save(tmp_path / "kept.arxdesk")
    assert not study.modified
    assert not window.isWindowModified()


def test_that_both_keys_for_redo_work(window: MainWindow):
    keys = [key.toString() for key in window.undo_actions.redo.shortcuts()]
    assert "Ctrl+Y" in keys
    assert QKeySequence(QKeySequence.StandardKey.Redo).toString() in keys


def test_that_files_are_proposed_beside_the_table(tmp_path: Path):
    assert folder_for(tmp_path / "a" / "study.toml", tmp_path / "people.csv") == tmp_path / "a"
    assert folder_for(None, tmp_path / "people.csv") == tmp_path
    assert folder_for(None, tmp_path / "nowhere" / "people.csv") == Path.home()
    assert folder_for(None, example_project().parent / "discharge.csv") == Path.home(), "that belongs to the program"


def test_that_what_is_to_blame_is_said_and_released_by_a_link(window: MainWindow, qtbot, study: Document):
    study.push(change_suppression_limit(study, 0.0))
    search(window, qtbot, study)
    panel = window.panel
    qtbot.waitUntil(lambda: not panel.relief.isHidden(), timeout=LONG)
    assert "With 5 % of the records removed there is a result." in panel.relief.accessibleName()
    panel.relief.link_activated.emit("0")
    assert study.job.suppression.limit == 0.05
    assert study.applied is not None, "that was asked before, and its result is there again"
