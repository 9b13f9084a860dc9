"""The table of Configure as people use it: found, filtered, sorted, ticked, replaced."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.commands import ChangeColumn
from arxdesk.document import Document
from arxdesk.item_roles import TONE_ROLE
from arxdesk.perspectives.configure.cell_menu import condition
from arxdesk.perspectives.configure.column_chooser import ColumnChooser
from arxdesk.perspectives.configure.records_view import RecordsView
from arxdesk.perspectives.configure.subset_dialogs import ExpressionDialog, RandomDialog
from arxdesk.window import MainWindow
from arxdesk.workers.jobs import Jobs, Kind
from engine.dataset import Dataset
from engine.job import job_from, load_job
from engine.loading import load_dataset
from engine.schema import DataType, Role, ValueType
from engine.selection import select
from engine.subset_settings import SubsetSettings
from tests.arxdesk.perspectives.applied_documents import plain

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
FRAME = pd.DataFrame(
    {
        "age": ["30", "9", "10", "", "30", "41"],
        "city": ["Rome", "oslo", "Oslo", "Bonn", "", "Rome"],
        "note": ["a", "b", "c", "d", "e", "of rome"],
    }
)
LONG = 10_000
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
"""The offscreen platform says so of every popup."""


def document_with(privacy=({"model": "k-anonymity", "k": 2},), **sections) -> Document:
    job = job_from(
        {
            "data": {"path": "people.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}, "city": {"role": "quasi-identifying"}},
            "privacy": list(privacy),
            **sections,
        }
    )
    return Document(job, Dataset.from_pandas(FRAME, "people.csv"), {}, None)


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return document_with()


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    return shown(qtbot, document, jobs)


def shown(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    made = RecordsView(document, jobs)
    qtbot.addWidget(made)
    made.resize(900, 420)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    return made


def settled(qtbot, view: RecordsView) -> None:
    """Wait until nothing is worked out for the table any more."""
    kinds = (Kind.VIEWING, Kind.FINDING, Kind.SELECTING, Kind.TRYING, Kind.REPLACING, Kind.COMPLETING)
    qtbot.waitUntil(lambda: not any(view.shown._jobs.is_running(kind) for kind in kinds), timeout=LONG)


def records(view: RecordsView) -> list[int]:
    model = view.table.model()
    return [model.record_of(row) for row in range(model.rowCount())]


def type_into(field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


# Filter


def test_that_a_filter_is_applied_while_it_is_typed_and_counted(qtbot, view: RecordsView):
    type_into(view.bar.filter, "age >= 10 and city = 'Rome'")
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    assert not view.filter_message.isHidden()
    assert "2 of 6 records (33 %)" in plain(view.filter_message.text.text())
    view.filter_message.link_activated.emit("all")
    assert records(view) == list(range(6))
    assert view.filter_message.isHidden()
    assert view.bar.filter.text() == ""


def test_that_a_wrong_filter_shows_its_place_and_leaves_the_last_right_one(qtbot, view: RecordsView):
    view.show_only("age > 20")
    qtbot.waitUntil(lambda: records(view) == [0, 4, 5], timeout=LONG)
    type_into(view.bar.filter, "age > 20 and citi = 'x'")
    qtbot.waitUntil(lambda: view.filter_message.kind == "error", timeout=LONG)
    assert view.bar.filter.error_place == 13
    words = view.filter_message.text.text()
    assert "Character 14" in words
    assert "city" in words
    assert "Still shown: age &gt; 20" in words
    assert records(view) == [0, 4, 5]
    view.show_only("age = 9")
    qtbot.waitUntil(lambda: records(view) == [1], timeout=LONG)
    assert view.filter_message.kind == "info"


def test_that_a_filter_that_nobody_passes_says_so_and_how_to_go_back(qtbot, view: RecordsView):
    view.show_only("age > 99")
    qtbot.waitUntil(lambda: view.shown.rows == 0, timeout=LONG)
    assert view._body.currentWidget() is view._empty
    view._empty.action_triggered.emit()
    assert view._body.currentWidget() is view.table
    assert records(view) == list(range(6))


def test_that_offers_are_taken_by_the_keyboard(qtbot, view: RecordsView):
    field = view.bar.filter
    type_into(field, "ci")
    qtbot.waitUntil(lambda: field.offers == ["city"], timeout=LONG)
    QTest.keyClick(field._list, Qt.Key.Key_Tab)
    assert field.text() == "city "
    QTest.keyClicks(field, "= 'o")
    qtbot.waitUntil(lambda: "'Oslo'" in field.offers, timeout=LONG)
    QTest.keyClick(field._list, Qt.Key.Key_Down)
    chosen = field._list.currentIndex().data()
    QTest.keyClick(field._list, Qt.Key.Key_Return)
    assert field.text().strip() == f"city = {chosen}"
    settled(qtbot, view)


def test_that_escape_takes_the_filter_away(qtbot, view: RecordsView):
    view.show_only("age = 9")
    qtbot.waitUntil(lambda: records(view) == [1], timeout=LONG)
    view.bar.filter.setFocus()
    QTest.keyClick(view.bar.filter, Qt.Key.Key_Escape)
    assert records(view) == list(range(6))


def test_that_an_old_filter_never_arrives_after_a_newer_one(qtbot, view: RecordsView):
    for expression in ("age = 9", "age = 10", "age > 29"):
        view.show_only(expression)
    settled(qtbot, view)
    assert records(view) == [0, 4, 5]
    view.show_only("age = 9")
    view.show_only("")
    settled(qtbot, view)
    assert records(view) == list(range(6))


# Sort


def test_that_a_click_on_the_arrow_sorts_and_one_on_the_name_focuses(qtbot, view: RecordsView, document: Document):
    header = view.table.sort_header
    place = header.arrow_rect(0).center()
    for wanted in ([1, 2, 0, 4, 5, 3], [5, 0, 4, 2, 1, 3], [0, 1, 2, 3, 4, 5]):
        QTest.mouseClick(header.viewport(), LEFT, pos=place)
        qtbot.waitUntil(lambda order=wanted: records(view) == order, timeout=LONG)
    assert document.focus == "age"
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(header.sectionViewportPosition(1) + 12, 12))
    assert document.focus == "city"
    assert records(view) == list(range(6))


def test_that_shift_adds_a_key(qtbot, view: RecordsView):
    header = view.table.sort_header
    QTest.mouseClick(header.viewport(), LEFT, pos=header.arrow_rect(1).center())
    QTest.mouseClick(header.viewport(), LEFT, SHIFT, header.arrow_rect(0).center())
    QTest.mouseClick(header.viewport(), LEFT, SHIFT, header.arrow_rect(0).center())
    qtbot.waitUntil(lambda: [key.ascending for key in view.shown.viewed.keys] == [True, False], timeout=LONG)
    assert records(view) == [3, 2, 5, 0, 1, 4]
    assert header._keys == {1: (1, True), 0: (2, False)}


def test_that_the_current_cell_stays_with_its_record(qtbot, view: RecordsView):
    view.table.setCurrentIndex(view.table.model().index(4, 1))
    view.sort("descending")
    qtbot.waitUntil(lambda: records(view)[0] == 5, timeout=LONG)
    index = view.table.currentIndex()
    assert (view.table.model().record_of(index.row()), index.column()) == (4, 1)
    view.show_only("age = 30")
    qtbot.waitUntil(lambda: records(view) == [0, 4], timeout=LONG)
    assert view.table.currentIndex().row() == 1
    view.sort("original")
    settled(qtbot, view)
    assert records(view) == [0, 4]


# Find


def test_that_finding_steps_through_cells_in_either_direction(qtbot, view: RecordsView):
    told = []
    view.finder.told.connect(told.append)
    type_into(view.bar.sought, "ROME")
    qtbot.waitUntil(lambda: told[-1:] == ["1 of 3"], timeout=LONG)
    assert place_of(view) == (0, 1)
    QTest.keyClick(view.bar.sought, Qt.Key.Key_Return)
    assert (place_of(view), told[-1]) == ((5, 1), "2 of 3")
    view.finder.step(1)
    assert (place_of(view), told[-1]) == ((5, 2), "3 of 3")
    view.finder.step(1)
    assert place_of(view) == (0, 1)
    QTest.keyClick(view.bar.sought, Qt.Key.Key_Return, SHIFT)
    assert place_of(view) == (5, 2)
    view._hide("note")
    qtbot.waitUntil(lambda: view.finder.found is not None and view.finder.found.cells == 2, timeout=LONG)
    QTest.keyClick(view.bar.sought, Qt.Key.Key_Escape)
    assert view.finder.found is None
    assert view.bar.matches.isHidden()


def test_that_what_is_nowhere_is_said(qtbot, view: RecordsView):
    view.finder.look_for("nowhere")
    qtbot.waitUntil(lambda: view.bar.matches.text() == "nothing found", timeout=LONG)
    assert view.bar.next.isHidden()
    view.finder.step(1)
    settled(qtbot, view)


def test_that_only_records_that_are_shown_are_searched(qtbot, view: RecordsView):
    view.finder.look_for("oslo")
    qtbot.waitUntil(lambda: view.finder.found is not None, timeout=LONG)
    assert view.finder.found.cells == 2
    view.show_only("age = 10")
    qtbot.waitUntil(lambda: view.finder.found is not None and view.finder.found.cells == 1, timeout=LONG)


def place_of(view: RecordsView) -> tuple[int, int]:
    index = view.table.currentIndex()
    return view.table.model().record_of(index.row()), index.column()


# Subset


def ticked(view: RecordsView) -> list[int]:
    return np.flatnonzero(view.subset_controls.subset.ticked).tolist()


def click_box(view: RecordsView, row: int) -> None:
    header = view.table.ticks
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(15, header.sectionViewportPosition(row) + 12))


def test_that_ticks_by_hand_are_undo_steps_and_stand_in_the_job(view: RecordsView, document: Document):
    click_box(view, 1)
    click_box(view, 3)
    assert document.job.subset == SubsetSettings(exclude="2, 4")
    assert ticked(view) == [0, 2, 4, 5]
    assert plain(view.subset_controls.words.text()) == "Subset: 4 of 6 (67 %)"
    assert view.table.model().index(1, 0).data(TONE_ROLE) == "muted"
    assert view.table.corner.state is Qt.CheckState.PartiallyChecked
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(exclude="4")
    document.undo_stack.undo()
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.job.subset is None
    assert view.subset_controls.words.text() == "Subset: all records"
    assert not document.modified


def test_that_the_space_bar_ticks_all_selected_rows(qtbot, view: RecordsView, document: Document):
    view.show_only("age > 9")
    qtbot.waitUntil(lambda: records(view) == [0, 2, 4, 5], timeout=LONG)
    model, flags = view.table.model(), QItemSelectionModel.SelectionFlag
    for row in (0, 1, 3):
        view.table.selectionModel().select(model.index(row, 0), flags.Select | flags.Rows)
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert ticked(view) == [1, 3, 4]
    assert document.undo_stack.count() == 1
    view.table.selectAll()
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert document.job.subset is None


def test_that_the_box_in_the_corner_is_for_the_records_shown(qtbot, view: RecordsView, document: Document):
    QTest.mouseClick(view.table.corner, LEFT)
    assert document.job.subset == SubsetSettings(base="none")
    view.show_only("city = 'Rome'")
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    QTest.mouseClick(view.table.corner, LEFT)
    assert document.job.subset == SubsetSettings(base="none", include="1, 6")
    assert view.table.corner.state is Qt.CheckState.Checked
    QTest.mouseClick(view.table.corner, LEFT)
    assert ticked(view) == []


def test_that_the_filter_becomes_the_subset_and_can_be_inverted(qtbot, view: RecordsView, document: Document):
    entry = view.subset_controls.actions["filter"]
    assert not entry.isEnabled()
    view.show_only("age >= 30")
    qtbot.waitUntil(entry.isEnabled, timeout=LONG)
    entry.trigger()
    qtbot.waitUntil(lambda: ticked(view) == [0, 4, 5], timeout=LONG)
    assert document.job.subset == SubsetSettings(select="age >= 30")
    click_box(view, 0)
    assert document.job.subset == SubsetSettings(select="age >= 30", exclude="1")
    view.subset_controls.choose("invert")
    qtbot.waitUntil(lambda: ticked(view) == [0, 1, 2, 3], timeout=LONG)
    assert document.job.subset == SubsetSettings(select="age >= 30", invert=True, include="1")
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: ticked(view) == [4, 5], timeout=LONG)


def test_that_a_file_is_looked_up_and_a_wrong_one_is_told(qtbot, view: RecordsView, document: Document, tmp_path: Path):
    listed = tmp_path / "some.csv"
    FRAME.iloc[[0, 2]].to_csv(listed, index=False)
    view.subset_controls.choose_file(listed)
    qtbot.waitUntil(lambda: ticked(view) == [0, 2], timeout=LONG)
    other = tmp_path / "other.csv"
    other.write_text("age,city,note\n1,x,y\n", encoding="utf-8")
    view.subset_controls.choose_file(other)
    qtbot.waitUntil(lambda: not view.subset_message.isHidden(), timeout=LONG)
    assert "is not in the table" in view.subset_message.text.text()
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: ticked(view) == [0, 2], timeout=LONG)
    assert view.subset_message.isHidden()


def test_that_an_expression_is_counted_before_it_is_used(qtbot, view: RecordsView, document: Document):
    view.subset_controls.choose("select")
    dialog = view.subset_controls.dialog
    assert isinstance(dialog, ExpressionDialog)
    assert not dialog.foot.primary.isEnabled()
    type_into(dialog.field, "age > 9 an")
    qtbot.waitUntil(lambda: "is not expected here" in dialog.outcome.text(), timeout=LONG)
    assert not dialog.foot.primary.isEnabled()
    type_into(dialog.field, "age > 9")
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    assert plain(dialog.outcome.text()) == "4 of 6 records (67 %)."
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: ticked(view) == [0, 2, 4, 5], timeout=LONG)
    assert document.undo_stack.undoText() == "Subset by expression"


def test_that_a_random_share_is_drawn_with_its_seed(qtbot, view: RecordsView, document: Document):
    view.subset_controls.choose("random")
    dialog = view.subset_controls.dialog
    assert isinstance(dialog, RandomDialog)
    dialog._number.setValue(2)
    dialog._seed.setValue(5)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    qtbot.waitUntil(lambda: len(ticked(view)) == 2, timeout=LONG)
    assert document.job.subset == SubsetSettings(random=2 / 6, seed=5)
    first = ticked(view)
    document.undo_stack.undo()
    document.undo_stack.redo()
    qtbot.waitUntil(lambda: ticked(view) == first, timeout=LONG)


def test_that_a_subset_of_a_model_is_shown_and_moves_to_the_job_when_it_is_changed(qtbot, jobs: Jobs):
    presence = {"model": "delta-presence", "dmin": 0.0, "dmax": 0.9, "subset": "age >= 30"}
    document = document_with(privacy=[presence])
    view = shown(qtbot, document, jobs)
    qtbot.waitUntil(lambda: view.subset_controls.subset.ticked is not None and ticked(view) == [0, 4, 5], timeout=LONG)
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(select="age >= 30", include="2")
    assert document.job.privacy[0].subset is None
    document.undo_stack.undo()
    assert document.job.privacy[0].subset == "age >= 30"
    settled(qtbot, view)


@pytest.mark.parametrize(
    ("privacy", "sections"),
    [
        ([{"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-3, "scheme": "medium"}], {}),
        ([{"model": "k-anonymity", "k": 2}], {"sampling": {"fraction": 0.5}}),
    ],
)
def test_that_nothing_can_be_ticked_where_a_sample_is_drawn(qtbot, jobs: Jobs, privacy, sections):
    document = document_with(privacy, **sections)
    view = shown(qtbot, document, jobs)
    assert not view.subset_controls.button.isEnabled()
    assert view.subset_controls.button.toolTip()
    click_box(view, 1)
    QTest.keyClick(view.table, Qt.Key.Key_Space)
    assert document.undo_stack.count() == 0


def test_that_a_locked_document_is_not_ticked(view: RecordsView, document: Document):
    document.set_locked(True)
    click_box(view, 1)
    view.subset_controls.choose("none")
    assert document.job.subset is None
    assert not view.subset_controls.button.isEnabled()
    document.set_locked(False)
    click_box(view, 1)
    assert document.job.subset == SubsetSettings(exclude="2")


# Columns and menus


def test_that_columns_are_hidden_and_found_again(qtbot, view: RecordsView):
    view.choose_columns()
    (chooser,) = view.findChildren(ColumnChooser)
    chooser.columns.tick("city", on=False)
    assert view.table.isColumnHidden(1)
    assert view.bar.columns.text() == "Columns (1 hidden)..."
    chooser.columns.tick("age", on=False)
    chooser.columns.tick("note", on=False)
    assert not view.table.isColumnHidden(2), "one stays"
    view.show_only("age > 9")
    settled(qtbot, view)
    assert view.table.isColumnHidden(1), "a filter changes nothing about it"
    QTest.mouseClick(chooser.everything, LEFT)
    assert not any(view.table.isColumnHidden(section) for section in range(3))
    chooser.close()


def entries(view: RecordsView) -> dict[str, object]:
    return {action.text(): action for action in view.menu.actions()}


def test_that_the_menu_of_a_cell_narrows_the_filter_step_by_step(qtbot, view: RecordsView):
    view._open_menu(view.mapToGlobal(QPoint(50, 50)), 0, 1)
    assert plain(view.menu.actions()[0].text()) == "Rome: 2 of 6 records (33 %)"
    entries(view)["Show Only This Value"].trigger()
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    view.menu.close()
    view._open_menu(view.mapToGlobal(QPoint(50, 50)), 0, 0)
    entries(view)["Exclude This Value"].trigger()
    qtbot.waitUntil(lambda: records(view) == [5], timeout=LONG)
    assert view.bar.filter.text() == "city = 'Rome' and not age = 30"
    view.menu.close()


def test_that_the_menu_of_a_header_gives_a_role(view: RecordsView, document: Document):
    view._open_menu(view.mapToGlobal(QPoint(50, 50)), -1, 2)
    roles = entries(view)["Role"].menu()
    next(action for action in roles.actions() if action.text() == "Sensitive").trigger()
    assert document.settings_of("note").role is Role.SENSITIVE
    view.menu.close()


AWKWARD = pd.DataFrame(
    {
        "plain": ["a", "it's", "50%_\\", "", "b"],
        "2nd, odd name": ["1", "2", "", "3", "2"],
        "day": ["2020-01-01", "2020-02-01", "", "2021-01-01", "2020-02-01"],
    }
)


@pytest.mark.parametrize("excluded", [False, True])
@pytest.mark.parametrize("name", AWKWARD.columns)
def test_that_the_condition_of_a_value_is_true_for_its_records_alone(name: str, excluded: bool):
    dataset = Dataset.from_pandas(AWKWARD, "awkward.csv")
    for value in set(AWKWARD[name]):
        found = select(dataset, condition(dataset[name], value, excluded=excluded))
        assert found.tolist() == [(each == value) is not excluded for each in AWKWARD[name]]


# Replace


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
    document.push(ChangeColumn(document, text, settings, "Type of age"))
    assert not dialog.foot.primary.isEnabled()
    qtbot.waitUntil(dialog.foot.primary.isEnabled, timeout=LONG)
    QTest.mouseClick(dialog.foot.primary, LEFT)
    assert document.settings_of("age").type is DataType.STRING
    assert document.settings_of("age").replace == {"30": "31"}


def test_that_nothing_is_replaced_where_nothing_changes(qtbot, view: RecordsView, document: Document):
    view.replacing.ask(view, "city", "Paris")
    dialog = view.replacing.dialog
    dialog.by.setText("London")
    qtbot.waitUntil(lambda: dialog.foot.note.text() == "Nothing changes.", timeout=LONG)
    assert not dialog.foot.primary.isEnabled()
    dialog.reject()
    assert document.undo_stack.count() == 0


# Actions


def test_that_the_actions_of_the_menu_reach_the_table(window: MainWindow, qtbot, document: Document):
    window.session._replace_document(document)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    actions, view = window.actions_by_name, window.workspace.perspectives["configure"].records_view
    window.show_perspective("explore")
    actions["find"].trigger()
    assert window.rail.current == "configure"
    assert window.focusWidget() is view.bar.sought
    actions["filter"].trigger()
    assert window.focusWidget() is view.bar.filter
    actions["sort_descending"].trigger()
    qtbot.waitUntil(lambda: records(view)[0] == 5, timeout=LONG)
    actions["sort_original"].trigger()
    actions["subset_none"].trigger()
    assert document.job.subset == SubsetSettings(base="none")
    actions["subset_invert"].trigger()
    assert document.job.subset is None
    actions["replace"].trigger()
    assert view.replacing.dialog is not None
    view.replacing.dialog.reject()
    assert actions["find_next"].shortcut() == QKeySequence("F3")
