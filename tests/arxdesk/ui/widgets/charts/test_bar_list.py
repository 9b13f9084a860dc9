"""Lists of bars: as many as there are, each read out and opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.charts.bar_list import BarList, ListedBar


def listed(label, before, after):
    return ListedBar(label, before, after, (str(before), str(after)), (label, "people"))


@pytest.fixture
def bar_list(qtbot):
    made = BarList("Diagnoses", lambda: "")
    qtbot.addWidget(made)
    made.resize(400, 200)
    made.show()
    return made


def test_that_bars_are_as_long_as_their_numbers(bar_list):
    bar_list.set_data("Input", [listed("a", 10.0, None), listed("b", 5.0, None), listed("c", 0.0, None)], 10.0)
    lengths = [bar_list.bar_rect(place, after=False).width() for place in range(3)]
    assert lengths[1] == pytest.approx(lengths[0] / 2)
    assert lengths[2] == 0


def test_that_the_same_number_is_as_long_in_two_lists_that_share_a_scale(bar_list, qtbot):
    other = BarList("Groups", lambda: "")
    qtbot.addWidget(other)
    other.resize(bar_list.size())
    other.show()
    bar_list.set_data("Input", [listed(f"{place}", 10.0, None) for place in range(40)], 1000.0)
    other.set_data("Output", [listed("a much longer label", None, 1000.0), listed("a", None, 10.0)], 1000.0)
    bar_list.share_scale(other)
    qtbot.waitUntil(bar_list.verticalScrollBar().isVisible)
    assert not other.verticalScrollBar().isVisible()
    assert other.bar_rect(1, after=True).width() == bar_list.bar_rect(0, after=False).width()


def test_that_two_bars_of_a_row_are_opened_apart(bar_list, qtbot):
    bar_list.set_data("Both", [listed("a", 10.0, 4.0)], 10.0)
    for after in (False, True):
        place = bar_list.bar_rect(0, after=after).center().toPoint()
        with qtbot.waitSignal(bar_list.clicked) as told:
            QTest.mouseClick(bar_list.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert told.args == [0, after]
    QTest.keyClick(bar_list, Qt.Key.Key_Down)
    QTest.keyClick(bar_list, Qt.Key.Key_Right)
    with qtbot.waitSignal(bar_list.clicked) as told:
        QTest.keyClick(bar_list, Qt.Key.Key_Return)
    assert told.args == [0, True]


def test_that_the_keyboard_scrolls_to_what_it_reaches(bar_list):
    bar_list.set_data("Input", [listed(f"v{place}", 1.0, None) for place in range(1000)], 1.0)
    for _ in range(30):
        QTest.keyClick(bar_list, Qt.Key.Key_Down)
    assert bar_list.viewport().rect().contains(bar_list.row_rect(29))
    assert bar_list.readout.lines[0] == "v29"


def test_that_long_names_leave_room_for_the_bars(bar_list):
    bar_list.set_data("Input", [listed("Hauptentlassungsdiagnose" * 4, 1.0, None)], 1.0)
    assert bar_list.bar_rect(0, after=False).left() < 200
    assert bar_list.bar_rect(0, after=False).width() > 60
