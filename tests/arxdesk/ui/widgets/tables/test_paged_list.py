"""Lists of any length come in pages; search, keys and changes of the model reach every entry."""

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QStringListModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QTableView

from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.paging.page_size import DEFAULT_PAGE_SIZE, page_size


class Numbered(QAbstractTableModel):
    """Rows "entry 0", "entry 1", ... that count how often they are asked for."""

    def __init__(self, rows):
        super().__init__()
        self.rows, self.asked, self.edited = rows, 0, {}

    def rowCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else self.rows

    def columnCount(self, parent=QModelIndex()):  # noqa: B008
        return 0 if parent.isValid() else 2

    def data(self, index, role=Qt.ItemDataRole.DisplayRole):
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return None
        self.asked += 1
        return self.edited.get(index.row(), f"entry {index.row()}") if index.column() == 0 else index.row() % 7

    def setData(self, index, value, role=Qt.ItemDataRole.EditRole):
        self.edited[index.row()] = value
        self.dataChanged.emit(index, index)
        return True

    def headerData(self, section, orientation, role=Qt.ItemDataRole.DisplayRole):
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("Name", "Rest")[section] if orientation == Qt.Orientation.Horizontal else section + 1


@pytest.fixture
def paged(shown):
    def make(rows, size=100, view=None):
        model = Numbered(rows)
        made = PagedList(view or QTableView(), "entries", size)
        model.setParent(made)
        made.set_model(model)
        shown(made, 400, 500)
        made.show()
        made.window().activateWindow()
        return made, model

    return make


def texts(paged):
    model = paged.view.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_that_a_short_list_has_no_pager(paged):
    made, _model = paged(100)
    assert made.view.model().rowCount() == 100
    assert made.pager.isHidden()


def test_that_a_long_list_shows_the_first_page_and_says_so(paged):
    made, _model = paged(512)
    assert texts(made) == [f"entry {row}" for row in range(100)]
    assert made.pager.range_label.text() == "1–100 of 512"
    assert not made.pager.isHidden()
    assert not made.pager.previous_button.isEnabled()


def test_that_the_pages_together_hold_every_entry_once(paged):
    made, _model = paged(512)
    found = texts(made)
    while made.pager.next_button.isEnabled():
        made.pager.next_button.click()
        found += texts(made)
    assert found == [f"entry {row}" for row in range(512)]
    assert made.pager.range_label.text() == "501–512 of 512"


def test_that_keys_turn_pages_from_the_list_and_from_the_search_field(paged):
    made, _model = paged(250)
    for place, widget in enumerate((made.view, made.search), start=1):
        widget.setFocus()
        QTest.keyClick(widget, Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
        assert made.page == place
    QTest.keyClick(made.search, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert made.page == 1


def test_that_arrows_go_over_the_edge_of_a_page(paged):
    made, _model = paged(250)
    made.show_row(99)
    QTest.keyClick(made.view, Qt.Key.Key_Down)
    assert (made.page, made.current_row) == (1, 100)
    QTest.keyClick(made.view, Qt.Key.Key_Up)
    assert (made.page, made.current_row) == (0, 99)


def test_that_every_entry_can_be_found_by_words_in_any_order_and_case(paged, qtbot):
    made, _model = paged(5000)
    made.search.setText("77 ENTRY")
    expected = [row for row in range(5000) if "77" in str(row)]
    qtbot.waitUntil(lambda: made.found.text() == f"{len(expected)} of 5,000")
    assert texts(made) == [f"entry {row}" for row in expected][:100]
    made.search.setText("nobody")
    qtbot.waitUntil(lambda: made.found.text() == "None found")
    assert texts(made) == []
    QTest.keyClick(made.search, Qt.Key.Key_Escape)
    assert len(texts(made)) == 100


def test_that_down_leads_from_the_search_field_to_the_entries(paged):
    made, _model = paged(10)
    made.search.setFocus()
    QTest.keyClick(made.search, Qt.Key.Key_Down)
    assert made.current_row == 0


def test_that_current_rows_are_those_of_the_model(paged, qtbot):
    made, _model = paged(5000)
    seen = []
    made.current_changed.connect(seen.append)
    made.search.setText("499")
    qtbot.waitUntil(lambda: "of" in made.found.text())
    made.view.setCurrentIndex(made.view.model().index(1, 1))
    made.show_row(4321)
    assert seen == [1499, 4321]
    assert made.search.text() == ""
    assert made.page == 43


def test_that_lists_without_a_size_of_their_own_follow_the_settings(paged):
    made, _model = paged(500, None)
    try:
        page_size.set(40)
        assert made.view.model().rowCount() == 40
    finally:
        page_size.set(DEFAULT_PAGE_SIZE)
    assert made.view.model().rowCount() == 100


def test_that_fifty_thousand_rows_are_shown_by_pages(paged, qtbot):
    made, model = paged(50_000)
    made.view.grab()
    assert model.asked < 5_000
    made.search.setText("49999")
    qtbot.waitUntil(lambda: made.found.text() == "1 of 50,000")
    assert texts(made) == ["entry 49999"]


def test_that_edits_reach_the_model_and_its_changes_the_page(paged):
    made, model = paged(250)
    made.go_to_page(1)
    page = made.view.model()
    assert page.setData(page.index(3, 0), "other")
    assert model.edited == {103: "other"}
    assert page.index(3, 0).data() == "other"
    assert page.headerData(1, Qt.Orientation.Horizontal) == "Rest"
    assert page.headerData(3, Qt.Orientation.Vertical) == 104


def test_that_a_shorter_model_leaves_no_empty_page(paged):
    made, model = paged(500)
    made.go_to_page(4)
    model.beginResetModel()
    model.rows = 120
    model.endResetModel()
    assert made.pager.range_label.text() == "101–120 of 120"


def test_that_another_model_takes_the_place_of_the_first(shown):
    made = PagedList(QListView(), "names", 2)
    first, second = QStringListModel(["a", "b", "c"], made), QStringListModel(["x"], made)
    made.set_model(first)
    made.set_model(second)
    shown(made)
    first.setStringList(["d"] * 9)
    assert texts(made) == ["x"]
    assert made.pager.isHidden()
