"""The bar of parts: as wide as their sizes, paler from one to the next, with numbers where they fit."""

import pytest
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QTableView

from arxdesk.ui import theme
from arxdesk.ui.item_roles import PARTS_ROLE
from arxdesk.ui.widgets.tables.parts import MARGIN, PartsDelegate

WIDTH = 200


@pytest.fixture
def painted(shown):
    """The colours along the middle of a bar, without its margins."""

    def paint(parts, scheme="light"):
        model = QStandardItemModel(1, 1)
        item = QStandardItem()
        item.setData(parts, PARTS_ROLE)
        model.setItem(0, 0, item)
        table = QTableView()
        table.setItemDelegate(PartsDelegate(table))
        table.setModel(model)
        table.horizontalHeader().hide()
        table.verticalHeader().hide()
        table.setShowGrid(False)
        table.setColumnWidth(0, WIDTH + 2 * MARGIN)
        shown(table, 300, 60)
        image = table.viewport().grab().toImage()
        y = table.visualRect(model.index(0, 0)).center().y() - 6  # above the numbers
        return [image.pixelColor(MARGIN + x, y).name() for x in range(WIDTH)]

    return paint


def test_that_parts_are_as_wide_as_their_sizes(painted):
    row = painted([50, 0, 30, 20])
    colors = theme.current()
    assert set(row[1:98]) == {colors.color("series.1").name()}
    assert len({*row[102:158]}) == len({*row[162:198]}) == 1
    assert len({row[10], row[130], row[180]}) == 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_coarser_parts_are_nearer_to_the_track(qapp, painted, scheme):
    theme.apply(qapp, scheme)
    row = painted([25, 25, 25, 25])
    track = theme.current().color("state.track")

    def away(name):
        color = type(track)(name)
        return sum(abs(getattr(color, each)() - getattr(track, each)()) for each in ("red", "green", "blue"))

    found = [away(row[x]) for x in (25, 75, 125, 175)]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 4
    assert found[-1] > 0


def test_that_nothing_is_drawn_without_sizes(painted):
    assert len(set(painted(None))) == len(set(painted([0, 0]))) == 1
