"""Cells of levels: pointer and keyboard toggle them, long rows go on below, very many attributes are paged."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.fields.level_matrix import MOST_AT_ONCE, LevelChoice, LevelMatrix

THREE = (LevelChoice("sex", 0, 1), LevelChoice("Staatsangehörigkeit der Bezugsperson", 1, 4), LevelChoice("day", 0, 14))


@pytest.fixture
def matrix(qtbot) -> LevelMatrix:
    made = LevelMatrix()
    qtbot.addWidget(made)
    made.show_choices(THREE)
    made.resize(212, 300)
    made.show()
    return made


def toggled(matrix: LevelMatrix) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    matrix.cells.toggled.connect(lambda name, level: found.append((name, level)))
    return found


def test_that_a_click_asks_for_the_cell_under_it(matrix: LevelMatrix):
    found = toggled(matrix)
    for row, level in ((0, 1), (1, 4), (2, 14)):
        place = matrix.cells.cell_rect(row, level).center()
        QTest.mouseClick(matrix.cells, Qt.MouseButton.LeftButton, pos=place)
    QTest.mouseClick(matrix.cells, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))  # a name
    assert found == [("sex", 1), (THREE[1].name, 4), ("day", 14)]


def test_that_keys_go_from_cell_to_cell_and_space_asks_for_one(matrix: LevelMatrix):
    found, cells = toggled(matrix), matrix.cells
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Space):  # there are only two
        QTest.keyClick(cells, key)
    QTest.keyClick(cells, Qt.Key.Key_Down)
    QTest.keyClick(cells, Qt.Key.Key_End)
    QTest.keyClick(cells, Qt.Key.Key_Space)
    QTest.keyClick(cells, Qt.Key.Key_Home)
    QTest.keyClick(cells, Qt.Key.Key_Left)
    QTest.keyClick(cells, Qt.Key.Key_Return)
    assert found == [("sex", 1), (THREE[1].name, 4), (THREE[1].name, 1)]
    QTest.keyClick(cells, Qt.Key.Key_Up)
    QTest.keyClick(cells, Qt.Key.Key_Up)
    assert cells.current == ("sex", 1)


def test_that_no_two_cells_share_a_place_and_all_are_in_sight(matrix: LevelMatrix):
    cells = matrix.cells
    rects = [
        cells.cell_rect(row, level) for row, each in enumerate(THREE) for level in range(each.lowest, each.highest + 1)
    ]
    for place, rect in enumerate(rects):
        assert cells.rect().contains(rect)
        assert not any(rect.intersects(other) for other in rects[:place])


def test_that_a_cell_is_told_in_words(matrix: LevelMatrix):
    matrix.show_state({"sex": (1,)}, {"sex": 0})
    cells = matrix.cells
    assert cells.tooltip_at(cells.cell_rect(0, 0).center()) == "sex, as it was: shown; the selection has it"
    assert cells.tooltip_at(cells.cell_rect(0, 1).center()) == "sex, level 1: left out"
    assert cells.tooltip_at(QPoint(4, 30)) == THREE[1].name
    assert cells.tooltip_at(QPoint(4, cells.height() + 40)) == ""
    assert cells.accessibleName() == "Level per attribute. sex, as it was: shown; the selection has it"
    assert not cells.is_allowed("sex", 1)


def test_that_few_attributes_have_neither_search_nor_pages(matrix: LevelMatrix):
    assert not matrix.search.isVisible()
    assert not matrix.next_button.isVisible()


@pytest.mark.parametrize("number", [24, 100])
def test_that_many_attributes_are_searched_and_paged(matrix: LevelMatrix, number: int):
    names = [f"q{place}" for place in range(number)]
    matrix.show_choices([LevelChoice(name, 0, 3) for name in names])
    assert matrix.search.isVisible()
    seen: list[str] = []
    for _page in range(matrix.pages):
        seen += [choice.name for choice in matrix.cells.choices]
        QTest.mouseClick(matrix.next_button, Qt.MouseButton.LeftButton)
    assert seen == names
    assert not matrix.next_button.isEnabled()
    QTest.keyClick(matrix.cells, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert matrix.cells.choices[0].name == names[(matrix.pages - 2) * MOST_AT_ONCE]
    matrix.search.setText("Q1")
    expected = [name for name in names if "1" in name and name.startswith("q1")][:MOST_AT_ONCE]
    assert [choice.name for choice in matrix.cells.choices] == expected
    matrix.search.setText("nothing")
    assert matrix.cells.choices == ()
    assert matrix._range.text() == "None found"
    QTest.keyClick(matrix.cells, Qt.Key.Key_Space)  # nobody is asked for anything


def test_that_a_search_stays_while_the_attributes_do(matrix: LevelMatrix):
    many = [LevelChoice(f"q{place}", 0, 3) for place in range(24)]
    matrix.show_choices(many)
    matrix.search.setText("q2")
    matrix.show_choices(many)
    assert matrix.search.text() == "q2"
    matrix.show_choices(THREE)
    assert matrix.search.text() == ""
