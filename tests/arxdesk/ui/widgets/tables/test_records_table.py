"""The table of records: rows, tints, checks and copying."""

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QGuiApplication

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables import records_table
from arxdesk.ui.widgets.tables.level_bars import LevelBarsDelegate
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from tests.arxdesk.ui.widgets.sample_tables import Records, Transformations

SELECT = QItemSelectionModel.SelectionFlag.Select


@pytest.fixture
def table(shown):
    made = RecordsTable()
    model = Records()
    model.setParent(made)
    made.setModel(model)
    return shown(made, 900, 400)


def select(table, top, left, bottom, right):
    model = table.model()
    table.selectionModel().select(QItemSelection(model.index(top, left), model.index(bottom, right)), SELECT)


def ground(table, row, column):
    rect = table.visualRect(table.model().index(row, column))
    return table.viewport().grab().toImage().pixelColor(rect.right() - 3, rect.top() + 3).name()


def test_that_a_million_rows_are_24_px_high_and_the_last_can_be_reached(table):
    assert table.rowHeight(0) == table.rowHeight(1_189_999) == 24
    table.scrollToBottom()
    table.grab()
    assert table.rowAt(table.viewport().height() - 2) == 1_189_999


def test_that_removed_banded_and_contradicting_cells_have_their_grounds(table):
    colors = theme.current()
    assert ground(table, 0, 1) == colors.color("bg.panel").name()
    assert ground(table, 4, 1) == colors.color("bg.band").name()
    assert ground(table, 3, 1) == colors.color("bg.removed").name()
    assert ground(table, 2, 3) == colors.color("error.soft").name()
    table.focused_column = 1
    assert ground(table, 0, 1) == colors.color("accent.soft").name()
    assert ground(table, 3, 1) == colors.color("bg.removed").name()


def test_that_a_click_or_the_space_bar_ticks_a_check_cell(table, qtbot):
    rect = table.visualRect(table.model().index(1, 0))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert table.model().unchecked == {1}
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table.viewport(), Qt.Key.Key_Space)
    assert table.model().unchecked == {0, 1}


def test_that_the_selected_cells_are_copied_with_their_column_names(table, qtbot):
    select(table, 0, 1, 1, 2)
    with qtbot.waitSignal(table.copied) as caught:
        qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "sex\tage\nsex 0\t17\nsex 1\t18"
    assert caught.args == [2, 2]


def test_that_cells_between_several_selections_are_left_empty(table):
    select(table, 0, 1, 0, 1)
    select(table, 5, 2, 5, 2)
    assert table.selected_text()[0] == "sex\tage\nsex 0\t\n\t22"


def test_that_moved_and_hidden_columns_are_copied_as_they_are_seen(table):
    table.header.moveSection(2, 1)
    table.setColumnHidden(3, True)
    select(table, 0, 1, 0, 3)
    assert table.selected_text()[0] == "age\tsex\n17\tsex 0"


def test_that_copying_everything_stops_at_a_sensible_number_of_cells(table, monkeypatch):
    monkeypatch.setattr(records_table, "COPY_LIMIT", 1000)
    table.selectAll()
    text, rows, wanted = table.selected_text()
    assert wanted == 1_190_000
    assert rows == 100
    assert text.count("\n") == 100


def test_that_copying_nothing_leaves_the_clipboard_alone(table):
    QGuiApplication.clipboard().setText("mine")
    table.copy_selection()
    assert QGuiApplication.clipboard().text() == "mine"


def test_that_a_special_delegate_paints_its_column(shown):
    table = RecordsTable("List", two_line_header=False)
    model = Transformations()
    model.setParent(table)
    table.setModel(model)
    table.set_cell_delegate(2, LevelBarsDelegate())
    table.setColumnWidth(2, 130)
    shown(table, 700, 300)
    rect = table.visualRect(model.index(1, 2))
    image = table.viewport().grab(rect).toImage()
    found = {image.pixelColor(x, y).name() for x in range(rect.width()) for y in range(rect.height())}
    assert theme.current().color("state.not").name() in found


def test_that_the_corner_has_no_surprises(table, qtbot):
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 30))
    assert len(table.selectionModel().selection()) == 1
