"""The table of Configure as people use it: found, filtered, sorted, by its menus."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.configure.table.cell_menu import condition
from arxdesk.configure.table.records_view import RecordsView
from arxdesk.core.document import Document
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.widgets.tables.column_chooser import ColumnChooser
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.data.selection import select
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.applied_documents import plain
from tests.arxdesk.configure.table.records_views import (
    LEFT,
    LONG,
    SHIFT,
    document_with,
    records,
    settled,
    shown,
    type_into,
)

"""The offscreen platform says so of every popup."""


@pytest.fixture
def document(qapp: QApplication) -> Document:
    return document_with()


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> RecordsView:
    return shown(qtbot, document, jobs)


# Filter


def test_that_a_filter_is_applied_while_it_is_typed_and_counted(qtbot, view: RecordsView):
    type_into(view.bar.filter, "age >= 10 and city = 'Rome'")
    qtbot.waitUntil(lambda: records(view) == [0, 5], timeout=LONG)
    assert not view.filtering.message.isHidden()
    assert "2 of 6 records (33 %)" in plain(view.filtering.message.text.text())
    view.filtering.message.link_activated.emit("all")
    assert records(view) == list(range(6))
    assert view.filtering.message.isHidden()
    assert view.bar.filter.text() == ""


def test_that_a_wrong_filter_shows_its_place_and_leaves_the_last_right_one(qtbot, view: RecordsView):
    view.show_only("age > 20")
    qtbot.waitUntil(lambda: records(view) == [0, 4, 5], timeout=LONG)
    type_into(view.bar.filter, "age > 20 and citi = 'x'")
    qtbot.waitUntil(lambda: view.filtering.message.kind == "error", timeout=LONG)
    assert view.bar.filter.error_place == 13
    words = view.filtering.message.text.text()
    assert "Character 14" in words
    assert "city" in words
    assert "Still shown: age &gt; 20" in words
    assert records(view) == [0, 4, 5]
    view.show_only("age = 9")
    qtbot.waitUntil(lambda: records(view) == [1], timeout=LONG)
    assert view.filtering.message.kind == "info"


def test_that_nothing_is_called_wrong_while_it_is_typed_and_no_row_moves(qtbot, view: RecordsView):
    top = view.table.mapTo(view, QPoint(0, 0))
    type_into(view.bar.filter, "ag")
    QTest.qWait(600)  # longer than the pause after which an expression is looked at
    assert view.filtering.message.isHidden()
    QTest.keyClick(view.bar.filter, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: view.filtering.message.kind == "error", timeout=LONG)
    assert view.filtering.message.isVisible()
    assert view.table.mapTo(view, QPoint(0, 0)) == top
    type_into(view.bar.filter, "age")
    assert view.filtering.message.isHidden()


def test_that_sorting_begins_at_the_first_row(qtbot, view: RecordsView):
    view.resize(300, 140)
    view.table.verticalScrollBar().setValue(view.table.verticalScrollBar().maximum())
    assert view.table.rowAt(0) > 0
    view.sort("ascending")
    qtbot.waitUntil(lambda: view.shown.viewed.keys != (), timeout=LONG)
    assert view.table.rowAt(0) == 0


def test_that_every_cell_that_is_found_is_marked(qtbot, view: RecordsView):
    model = view.table.model()

    def marked() -> list[tuple[int, int]]:
        cells = [(row, section) for row in range(model.rowCount()) for section in range(model.columnCount())]
        return [each for each in cells if model.index(*each).data(TONE_ROLE) == "found"]

    before = view.bar.sought.width()
    view.finder.look_for("rom")
    qtbot.waitUntil(lambda: bool(marked()), timeout=LONG)
    assert all("rom" in model.index(*each).data().lower() for each in marked())
    assert len(marked()) == view.finder.found.cells
    assert view.bar.sought.width() >= min(before, 104)
    view.bar.sought.clear()
    assert marked() == []


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
    view.finder.told.connect(lambda words, _is_found: told.append(words))
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
    view.columns.hide("note")
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


# Columns and menus


def test_that_columns_are_hidden_and_found_again(qtbot, view: RecordsView):
    view.columns.choose()
    (chooser,) = view.findChildren(ColumnChooser)
    chooser.columns.tick("city", on=False)
    assert view.table.isColumnHidden(1)
    assert view.bar.columns.words == "Columns (1 hidden)..."
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
