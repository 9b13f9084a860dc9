"""Cards in rows, as many side by side as there is room for."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFrame, QVBoxLayout

from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.frames.card_grid import GAP, MARGIN, NARROWEST, WIDEST, CardGrid


def card(words: int = 10) -> QFrame:
    made = QFrame()
    QVBoxLayout(made).addWidget(WrappingLabel("people " * words))
    return made


@pytest.fixture
def grid(shown, qtbot):
    def give(number: int, width: int, height: int = 300) -> tuple[CardGrid, list[QFrame]]:
        made = CardGrid("Cards")
        cards = [card(10 * (at + 1)) for at in range(number)]
        made.set_cards(cards)
        shown(made, width, height)
        made.show()
        return made, cards

    return give


@pytest.mark.parametrize(("width", "columns"), [(200, 1), (334, 1), (480, 2), (720, 3), (1400, 5)])
def test_that_as_many_cards_stand_side_by_side_as_there_is_room_for(grid, width, columns):
    made, cards = grid(5, width)
    assert made.columns == columns
    assert all(NARROWEST <= each.width() <= WIDEST for each in cards)
    assert len({each.width() for each in cards}) == 1


def test_that_cards_follow_in_reading_order(grid):
    _made, cards = grid(5, 480)
    places = [(each.y(), each.x()) for each in cards]
    assert places == sorted(places)
    assert len({y for y, _x in places}) == 3


def test_that_cards_of_a_row_are_equally_high_and_show_all_their_text(grid):
    _made, cards = grid(5, 480)
    assert cards[0].height() == cards[1].height()
    assert cards[2].height() == cards[3].height()
    for each in cards:
        label = each.findChild(WrappingLabel)
        assert label.height() >= label.heightForWidth(label.width())


def test_that_a_single_row_takes_all_the_height(grid):
    made, cards = grid(2, 480, 400)
    assert {each.height() for each in cards} == {made.viewport().height() - 2 * GAP}


def test_that_only_rows_that_do_not_fit_scroll_and_never_sideways(grid):
    made, _cards = grid(6, 480, 200)
    assert made.verticalScrollBar().maximum() > 0
    assert made.horizontalScrollBar().maximum() == 0
    made.resize(2 * WIDEST + 2 * MARGIN + GAP, 4000)
    QCoreApplication.processEvents()
    assert made.verticalScrollBar().maximum() == 0


def test_that_columns_follow_the_width(grid):
    made, cards = grid(4, 480)
    made.resize(1000, 300)
    assert made.columns == 4
    QCoreApplication.processEvents()
    assert len({each.y() for each in cards}) == 1


def test_that_other_cards_replace_those_shown(grid):
    made, cards = grid(3, 480)
    more = card()
    made.set_cards([cards[1], more])
    QCoreApplication.processEvents()
    assert [each.isVisible() for each in (*cards, more)] == [False, True, False, True]
    assert cards[1].x() < more.x()
    made.set_cards([])
    assert not cards[1].isVisible()
    assert made.columns == 1
