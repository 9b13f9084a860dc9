"""Values replaced in the table of Configure: what is shown is what a fresh reading gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.configure.table.records_view import RecordsView
from arxdesk.core.commands import ChangeColumns
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.preparation.loading import load_dataset
from tests.arxdesk.configure.table.records_views import (
    FRAME,
    LEFT,
    LONG,
    document_with,
    records,
    shown,
)

"""The offscreen platform says so of every popup."""


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return document_with()


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    return shown(qtbot, document, jobs)


def file_document(folder: Path, **settings) -> Document:
    FRAME.to_csv(folder / "people.csv", index=False)
    content = {"data": {"path": "people.csv"}, "attributes": {"age": settings}, "privacy": []}
    job = job_from(content).at(folder / "job.toml")
    return Document(job, load_dataset(job), {}, None)


def replace_by(
    qtbot, view: RecordsView, find: str, by: str, *, whole: bool = True, case: bool = True, where=""
) -> None:
    view.replacing.ask(view, view._document.focus, find)
    dialog = view.replacing.dialog
    dialog.whole.setChecked(whole)
    dialog.case.setChecked(case)
    if where:
        dialog.where.setCurrentText(where)
    dialog.by.setText("?")
    dialog.by.setText(by)
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    QTest.mouseClick(dialog.foot.primary, LEFT)


def cells(document: Document) -> list[list[str]]:
    return [column.texts().tolist() for column in document.dataset]


def test_that_replacements_one_after_the_other_are_read_again_as_they_are_shown(
    qtbot, jobs: Jobs, tmp_path: Path, qapp: QApplication
):
    document = file_document(tmp_path)
    view = shown(qtbot, document, jobs)
    document.set_focus("city")
    replace_by(qtbot, view, "oslo", "Oslo", case=False)
    replace_by(qtbot, view, "Oslo", "Rome")
    replace_by(qtbot, view, "Rome", "Oslo")
    replace_by(qtbot, view, "", "nowhere")
    replace_by(qtbot, view, "o", "0", whole=False, where="All columns")
    assert cells(document)[1] == ["Osl0", "Osl0", "Osl0", "B0nn", "n0where", "Osl0"]
    assert cells(document)[2][5] == "0f r0me"
    document.job.save(tmp_path / "job.toml")
    again = load_dataset(load_job(tmp_path / "job.toml"))
    assert [(column.texts().tolist(), column.type) for column in again] == [
        (column.texts().tolist(), column.type) for column in document.dataset
    ]
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert cells(document) == [FRAME[name].tolist() for name in FRAME]


def test_that_the_table_and_what_is_shown_follow_a_replacement(qtbot, view: RecordsView, document: Document):
    document.set_focus("city")
    view.show_only("city = 'Rome'")
    view.finder.look_for("paris")
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    replace_by(qtbot, view, "Rome", "Paris")
    qtbot.waitUntil(lambda: view.shown.rows == 0, timeout=LONG)
    view.show_only("")
    qtbot.waitUntil(lambda: view.finder.found is not None and view.finder.found.cells == 2, timeout=LONG)
    qtbot.waitUntil(lambda: view.table.model().index(0, 1).data() == "Paris", timeout=LONG)
    assert document.undo_stack.undoText() == "Replace 1 value of city"


@pytest.mark.parametrize("settings", [{}, {"type": "integer"}])
def test_that_a_type_that_does_not_fit_any_more_is_announced_and_changed(
    qtbot, jobs: Jobs, tmp_path: Path, qapp: QApplication, settings
):
    document = file_document(tmp_path, **settings)
    view = shown(qtbot, document, jobs)
    replace_by(qtbot, view, "30", "31")
    assert document.dataset["age"].type.kind is DataType.INTEGER
    view.replacing.ask(view, "age", "31")
    dialog = view.replacing.dialog
    dialog.by.setText("thirty")
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    assert "age is a whole number now and becomes text" in dialog.message.text.text()
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert document.dataset["age"].type.kind is DataType.STRING
    document.job.save(tmp_path / "job.toml")
    again = load_dataset(load_job(tmp_path / "job.toml"))["age"]
    assert (again.texts().tolist(), again.type) == (
        document.dataset["age"].texts().tolist(),
        document.dataset["age"].type,
    )


def test_that_the_order_of_a_column_keeps_the_place_of_a_value(qtbot, jobs: Jobs, tmp_path: Path, qapp: QApplication):
    document = file_document(tmp_path, type="ordinal", order=["41", "30", "10", "9"])
    view = shown(qtbot, document, jobs)
    replace_by(qtbot, view, "30", "few")
    assert document.settings_of("age").order == ("41", "few", "10", "9")
    assert document.dataset["age"].type.kind is DataType.ORDINAL
    replace_by(qtbot, view, "10", "few")
    assert document.settings_of("age").order == ("41", "few", "9")
    document.job.save(tmp_path / "job.toml")
    assert load_dataset(load_job(tmp_path / "job.toml"))["age"].values == document.dataset["age"].values


def test_that_a_column_that_arrives_while_the_dialog_is_open_is_worked_out_again(
    qtbot, jobs: Jobs, tmp_path: Path, qapp: QApplication
):
    document = file_document(tmp_path)
    view = shown(qtbot, document, jobs)
    view.replacing.ask(view, "age", "30")
    dialog = view.replacing.dialog
    dialog.by.setText("31")
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    text = document.dataset["age"].replaced({}, ValueType())
    settings = document.settings_of("age").model_copy(update={"type": DataType.STRING})
    document.push(ChangeColumns(document, [(text, settings)], "Type of age"))
    assert not dialog.foot.primary.isEnabled()
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert document.settings_of("age").type is DataType.STRING
    assert [(each.find, each.by) for each in document.settings_of("age").replacements] == [("30", "31")]


def test_that_nothing_is_replaced_where_nothing_changes(qtbot, view: RecordsView, document: Document):
    view.replacing.ask(view, "city", "Paris")
    dialog = view.replacing.dialog
    dialog.by.setText("London")
    qtbot.waitUntil(lambda: dialog.foot.note.text() == "Nothing changes.", timeout=LONG)
    assert not dialog.foot.primary.isEnabled()
    dialog.reject()
    assert document.undo_stack.count() == 0
