"""Cards in rows: only those in sight are looked at, keys and clicks choose one, the pointer reads one out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.ui.widgets.tables.tile import Tile
from arxdesk.ui.widgets.tables.tile_grid import TileGrid

MILLION = 2**20


class CardReader:
    """What a grid asks for, remembered."""

    def __init__(self) -> None:
        self.tiles: list[int] = []

    def tile(self, place: int) -> Tile:
        self.tiles.append(place)
        return Tile("anonymous", f"{place}", (1, 0), (2, 2), (("Removed", "5"),), marked=place == 1, pinned=place == 2)

    def lines(self, place: int) -> list[str]:
        return [f"Card {place}", "Score 0.5"]


@pytest.fixture
def asked() -> CardReader:
    return CardReader()


@pytest.fixture
def grid(qtbot, asked: CardReader) -> TileGrid:
    made = TileGrid("Tiles")
    qtbot.addWidget(made)
    made.resize(680, 300)
    made.show_tiles(MILLION, asked.tile, asked.lines)
    made.show()
    QTest.qWait(20)
    return made


def test_that_of_a_million_cards_only_those_in_sight_are_looked_at(grid: TileGrid, asked: CardReader):
    assert 0 < len(set(asked.tiles)) <= 24
    asked.tiles.clear()
    grid.verticalScrollBar().setValue(grid.verticalScrollBar().maximum())
    grid.repaint()
    assert max(asked.tiles) == MILLION - 1
    assert len(set(asked.tiles)) <= 24
    assert grid.viewport().rect().contains(grid.card_rect(MILLION - 1))


def test_that_keys_move_by_cards_rows_and_pages(grid: TileGrid, qtbot):
    columns = grid.columns
    assert columns == 4
    with qtbot.waitSignal(grid.current_changed) as chosen:
        QTest.keyClick(grid, Qt.Key.Key_Right)
    assert chosen.args == [0]
    moves = [
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_Down, 1 + columns),
        (Qt.Key.Key_Up, 1),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Left, 0),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_End, MILLION - 1),
        (Qt.Key.Key_Down, MILLION - 1),
        (Qt.Key.Key_Home, 0),
        (Qt.Key.Key_PageDown, 3 * columns),
    ]
    for key, place in moves:
        QTest.keyClick(grid, key)
        assert grid.current == place
        assert grid.viewport().rect().contains(grid.card_rect(place))
    assert grid.accessibleName() == f"Tiles: Card {3 * columns}, Score 0.5"


def test_that_enter_and_p_are_handed_on(grid: TileGrid, qtbot):
    grid.set_current(5)
    with qtbot.waitSignals([grid.activated, grid.pin_requested]):
        QTest.keyClick(grid, Qt.Key.Key_Return)
        QTest.keyClick(grid, Qt.Key.Key_P)


def test_that_a_click_chooses_and_the_gap_between_cards_does_not(grid: TileGrid, qtbot):
    with qtbot.waitSignal(grid.current_changed):
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.card_rect(6).center())
    assert grid.current == 6
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=grid.card_rect(1).topRight() + QPoint(3, 20))
    assert grid.current == 6
    for place in (0, 3, 4, 9):
        assert grid.card_at(grid.card_rect(place).center()) == place


def test_that_the_pointer_reads_a_card_out_until_it_leaves(grid: TileGrid):
    QTest.mouseMove(grid.viewport(), grid.card_rect(2).center())
    assert grid.readout.lines == ("Card 2", "Score 0.5")
    assert grid.readout.isVisible()
    QApplication.sendEvent(grid.viewport(), QEvent(QEvent.Type.Leave))
    assert not grid.readout.isVisible()


def test_that_fewer_cards_drop_what_is_gone(grid: TileGrid, asked: CardReader):
    grid.set_current(40)
    grid.show_tiles(3, asked.tile, asked.lines)
    assert grid.current == 2
    assert grid.verticalScrollBar().maximum() == 0
    assert grid.card_at(QPoint(600, 250)) == -1
    grid.show_tiles(0, asked.tile, asked.lines)
    assert grid.current == -1
    QTest.keyClick(grid, Qt.Key.Key_Down)
    assert grid.current == -1


def test_that_the_current_card_stays_in_sight_when_the_room_changes(grid: TileGrid):
    grid.set_current(400)
    grid.resize(360, 300)
    assert grid.columns == 2
    assert grid.viewport().rect().contains(grid.card_rect(400))
