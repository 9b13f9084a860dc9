"""Columns are renamed, left out and brought back in Configure, each as one step of undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.commands import ChangeAttributes
from arxdesk.core.document import Document
from arxdesk.core.session.recovery_work import restore
from arxdesk.core.table_commands import bring_back_columns, leave_out_columns, rename_column
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import model_from
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.projects.archive import read_project
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import small_project
from tests.arxdesk.exporting.conftest import LONG, study
from tests.arxdesk.made_projects import saved

__all__ = ["study"]


def configure(window: MainWindow) -> ConfigurePerspective:
    view = window.workspace.perspectives["configure"]
    assert isinstance(view, ConfigurePerspective)
    return view


def header_menu(window: MainWindow, name: str) -> dict[str, object]:
    view = configure(window).records_view
    view._open_menu(QPoint(50, 50), -1, view._model.column_of(name))
    assert view.menu is not None
    return {action.text(): action for action in view.menu.actions()}


def list_menu(window: MainWindow, *names: str) -> dict[str, object]:
    view = configure(window).overview_view
    view.table.clearSelection()
    model = view.table.selectionModel()
    for name in names:
        flags = model.SelectionFlag.Select | model.SelectionFlag.Rows
        model.select(view.paged.page_model.index(view.model.row_of(name), 0), flags)
    menu = view.actions_of_several.menu
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions()}


def entries(action: object) -> dict[str, object]:
    menu = action.menu()
    assert isinstance(menu, QMenu)
    return {each.text(): each for each in menu.actions()}


def as_a_fresh_reading(document: Document) -> None:
    """The job alone gives the table and the hierarchies that the window shows."""
    dataset = load_dataset(document.job)
    assert dataset.names == document.dataset.names
    for column in dataset:
        assert list(column.texts()) == list(document.dataset[column.name].texts())
    read = load_hierarchies(document.job, dataset)
    assert {name: each.rows for name, each in read.items()} == {n: e.rows for n, e in document.hierarchies.items()}


def test_that_a_column_is_renamed_from_the_menu_of_its_header(window: MainWindow, qtbot, study: Document):
    result, applied, before = study.result, study.applied, study.job
    window.show_perspective("configure")
    header_menu(window, "age")["Rename..."].trigger()
    dialog = configure(window).records_view.column_changes.dialog
    assert not dialog.foot.primary.isEnabled(), "the name is the same"
    for wrong in ("", " ", "sex", "*"):
        dialog.field.setText(wrong)
        assert not dialog.foot.primary.isEnabled()
        assert dialog.problem.text()
    dialog.field.setText("Age in years")
    QTest.keyClick(dialog.field, "\r")
    assert study.dataset.names == ("name", "Age in years", "sex", "note")
    assert study.attributes_with(Role.QUASI_IDENTIFYING) == ("Age in years", "sex")
    assert set(study.hierarchies) == {"Age in years"}
    assert (study.result, study.applied, study.selected) == (None, None, None)
    assert study.undo_stack.undoText() == "Rename age to Age in years"
    assert study.modified
    assert "Undo brings it back" in window.status.currentMessage()
    assert study.audit.trail.entries[-1].text == "Column age renamed to Age in years"
    assert configure(window).overview_view.model.row_of("Age in years") >= 0
    as_a_fresh_reading(study)
    study.undo_stack.undo()
    assert study.job.content() == before.content()
    assert (study.result, study.applied) == (result, applied)
    assert study.result_is_current
    assert window.actions_by_name["export"].isEnabled()
    assert "age" in header_names(window)
    study.undo_stack.redo()
    assert "Age in years" in header_names(window)
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: study.applied is not None, timeout=LONG)
    assert study.applied.output.dataset.names == ("name", "Age in years", "sex", "note")
    found = study.result
    study.undo_stack.undo()
    study.undo_stack.redo()
    assert study.result is found, "what was found for the new name is there again"


def header_names(window: MainWindow) -> list[str]:
    model = configure(window).records_view._model
    return [model.name_of(section) for section in range(model.columnCount())]


def test_that_several_columns_are_left_out_in_the_list_and_brought_back(window: MainWindow, study: Document):
    window.show_perspective("configure")
    menu = list_menu(window, "name", "note")
    assert not menu["Rename..."].isEnabled()
    assert not menu["Bring back"].isVisible()
    menu["Leave out of the table"].trigger()
    assert study.dataset.names == ("age", "sex")
    assert study.audit.trail.entries[-1].text == "Columns left out: name and note"
    assert (study.undo_stack.count(), study.result) == (1, None)
    as_a_fresh_reading(study)
    back = entries(list_menu(window, "age")["Bring back"])
    assert list(back) == ["All 2 columns", "", "name", "note"]
    back["note"].trigger()
    assert study.dataset.names == ("age", "sex", "note")
    as_a_fresh_reading(study)
    entries(header_menu(window, "sex")["Bring Back"])["name"].trigger()
    assert study.dataset.names == ("name", "age", "sex", "note")
    assert study.settings_of("name").role is Role.IDENTIFYING
    assert study.left_out == ()
    as_a_fresh_reading(study)
    study.undo_stack.setIndex(0)
    assert study.result_is_current
    assert study.applied is not None
    study.undo_stack.setIndex(3)
    assert study.dataset.names == ("name", "age", "sex", "note")


def test_that_the_list_renames_one_column(window: MainWindow, study: Document):
    window.show_perspective("configure")
    list_menu(window, "sex")["Rename..."].trigger()
    dialog = configure(window).overview_view.actions_of_several.columns.dialog
    dialog.field.setText("gender & more")
    dialog.accept()
    assert study.dataset.names == ("name", "age", "gender & more", "note")


def test_that_a_column_which_a_model_needs_stays(window: MainWindow, study: Document):
    window.show_perspective("configure")
    step = {"note": study.settings_of("note").model_copy(update={"role": Role.SENSITIVE})}
    study.push(ChangeAttributes(study, step, "Role of note"))
    asked = model_from({"model": "l-diversity", "attribute": "note", "l": 2})
    study.push(change_privacy(study, (*study.job.privacy, asked), "Add a model"))
    before = study.undo_stack.count()
    header_menu(window, "note")["Leave Out of the Table"].trigger()
    assert (study.undo_stack.count(), study.dataset.names) == (before, ("name", "age", "sex", "note"))
    assert window.dialog is not None
    assert 'needs "note"' in window.dialog.card._what.text()
    assert "Remove this model first, or keep the column." in window.dialog.card._remedy.text()
    window.dialog.accept()


def test_that_steps_before_and_after_a_rename_go_back_in_turn(study: Document):
    study.push(change_suppression_limit(study, 0.3))
    study.push(rename_column(study, "age", "years"))
    study.push(change_suppression_limit(study, 0.4))
    study.push(rename_column(study, "years", "a"))
    study.undo_stack.setIndex(0)
    assert study.dataset.names[1] == "age"
    assert study.job.suppression.limit == 0.05
    study.undo_stack.setIndex(4)
    assert study.dataset.names[1] == "a"
    assert study.job.suppression.limit == 0.4


@pytest.mark.parametrize("suffix", [".toml", ".arxdesk"])
def test_that_saving_keeps_the_names_and_undo_still_leads_back(
    window: MainWindow, qtbot, study: Document, tmp_path: Path, suffix: str
):
    path = tmp_path / f"kept{suffix}"
    study.push(rename_column(study, "age", "years"))
    study.push(leave_out_columns(study, ["name"]))
    saved(qtbot, window.session, path)
    assert not study.modified
    as_a_fresh_reading(study)
    window.session.open(path)
    qtbot.waitUntil(lambda: window.document is not study, timeout=LONG)
    again = window.document
    assert again.dataset.names == ("years", "sex", "note")
    again.push(rename_column(again, "years", "old"))
    as_a_fresh_reading(again)
    saved(qtbot, window.session, path)
    again.undo_stack.undo()
    assert again.dataset.names == ("years", "sex", "note")
    as_a_fresh_reading(again)
    saved(qtbot, window.session, path)
    if suffix == ".arxdesk":
        assert read_project(path).dataset.names == ("years", "sex", "note")


def test_that_a_restored_result_comes_back_with_its_names(window: MainWindow, qtbot, study: Document, tmp_path: Path):
    path = tmp_path / "kept.arxdesk"
    saved(qtbot, window.session, path)
    window.session.open(path)
    qtbot.waitUntil(lambda: window.document is not study, timeout=LONG)
    again = window.document
    again.push(rename_column(again, "age", "years"))
    assert again.result is None
    again.undo_stack.undo()
    qtbot.waitUntil(lambda: again.result is not None, timeout=LONG)
    assert again.result_is_current


def test_that_names_of_left_out_columns_are_taken_only_once(qapp: object):
    document = Document(*small_project(), None)
    document.push(leave_out_columns(document, ["note"]))
    document.push(rename_column(document, "sex", "note"))
    with pytest.raises(InvalidJob, match="by now"):
        bring_back_columns(document, ["note"])


def test_that_nothing_is_renamed_while_a_search_runs(qapp: object):
    document = Document(*small_project(), None)
    document.set_locked(True)
    document.push(rename_column(document, "sex", "gender"))
    assert document.dataset.names == ("age", "sex", "note")


def test_that_undo_after_a_save_as_a_project_reads_the_table_that_has_the_columns(
    window: MainWindow, qtbot, study: Document, tmp_path: Path
):
    result = study.result
    study.push(rename_column(study, "age", "years"))
    saved(qtbot, window.session, tmp_path / "renamed.arxdesk")
    as_a_fresh_reading(study)
    study.undo_stack.undo()
    as_a_fresh_reading(study)
    assert (study.result, study.result_is_current) == (result, True)
    study.undo_stack.redo()
    as_a_fresh_reading(study)
    study.push(leave_out_columns(study, ["name"]))
    study.push(rename_column(study, "years", "old"))
    saved(qtbot, window.session, tmp_path / "left.arxdesk")
    as_a_fresh_reading(study)
    study.undo_stack.undo()
    as_a_fresh_reading(study)
    study.undo_stack.undo()
    assert study.dataset.names == ("name", "years", "sex", "note")
    as_a_fresh_reading(study)
    study.undo_stack.setIndex(0)
    as_a_fresh_reading(study)
    assert study.result_is_current


def test_that_what_was_changed_is_restored_after_a_crash(window: MainWindow, qtbot, study: Document):
    study.push(rename_column(study, "age", "years"))
    study.push(leave_out_columns(study, ["note"]))
    window.session.recovery._keep()
    qtbot.waitUntil(window.session.recovery.file.is_file, timeout=LONG)
    qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)
    found = restore(window.session.recovery.file, Control())
    assert found.dataset.names == ("name", "years", "sex")
    assert set(found.hierarchies) == {"years"}
