"""The header of records: focus, tooltips, room, and a selection model of its own."""

import pytest
from PySide6.QtCore import QPoint, Qt

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from tests.arxdesk.ui.widgets.sample_tables import LONG, Records


@pytest.fixture
def table(shown):
    made = RecordsTable()
    model = Records()
    model.setParent(made)
    made.setModel(model)
    return shown(made, 900, 400)


def middle(table, section):
    header = table.header
    x = header.sectionViewportPosition(section) + header.sectionSize(section) // 2
    return QPoint(x, 20)


def test_that_a_click_asks_for_the_focus_and_selects_nothing(table, qtbot):
    with qtbot.waitSignal(table.header.focused_section_requested) as caught:
        qtbot.mouseClick(table.header.viewport(), Qt.MouseButton.LeftButton, pos=middle(table, 2))
    assert caught.args == [2]
    assert table.selectionModel().selection().isEmpty()
    assert table.focused_column == -1


def test_that_the_focused_section_is_tinted_with_an_accent_line(table):
    table.focused_column = 2
    image = table.header.grab().toImage()
    left = table.header.sectionViewportPosition(2) + 2
    assert image.pixelColor(left, 1) == theme.current().color("accent")
    assert image.pixelColor(left, 40).name() == theme.current().color("accent.soft").name()
    cells = table.viewport().grab().toImage()
    assert cells.pixelColor(left, 4).name() == theme.current().color("accent.soft").name()


def test_that_the_header_is_44_px_high_or_24_with_one_line(table, shown):
    assert table.header.height() == 44
    single = RecordsTable("List", two_line_header=False)
    model = Records(10)
    model.setParent(single)
    single.setModel(model)
    assert shown(single).header.height() == 24


def test_that_selecting_everything_in_a_million_rows_asks_no_cell_for_its_flags(table):
    table.model().asked = 0
    table.selectAll()
    table.grab()
    assert table.model().asked < 10_000
    assert table.header.selectionModel() is not table.selectionModel()


def test_that_the_own_selection_model_survives_a_new_model(table):
    other = Records(5)
    other.setParent(table)
    table.setModel(other)
    assert table.header.selectionModel() is not table.selectionModel()
    assert table.header.selectionModel().model() is other


def test_that_contents_decide_the_width_of_a_section(table):
    table.resizeColumnsToContents()
    long = table.columnWidth(table.model().names.index(LONG) + 1)
    assert long > 200
    assert table.columnWidth(2) < 100
