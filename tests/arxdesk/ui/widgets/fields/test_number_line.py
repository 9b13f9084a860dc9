"""The number line: ranges lie where their numbers are, and are chosen, dragged and zoomed by mouse and keys."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.ui import theme
from arxdesk.ui.widgets.fields.number_line import NumberLine
from arxdesk.ui.widgets.fields.range_rows import Span
from tests.lines import lines_of

INFINITE = float("inf")
LEVELS = [
    [Span(-INFINITE, 20, "below 20", 5, "open"), Span(20, 40, "20-39", 60), Span(40, 60, "40-59", 35)],
    [Span(-INFINITE, 20, "below 20", 5, "open"), Span(20, 60, "20-59", 95)],
    [Span(-INFINITE, INFINITE, "*", 100, "all")],
]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def line(shown):
    made = NumberLine()
    shown(made, 896, 230)
    made.set_data(np.arange(10.0, 60.0), np.full(50, 2.0), "{:g}".format, 1.0)
    made.set_content(LEVELS, (20.0, None), (0, 1))
    return made


def middle(line, level, place):
    return line.box_of(level, place).center().toPoint()


def test_that_boxes_of_levels_lie_under_each_other(line):
    assert line.box_of(0, 1).left() == line.box_of(1, 1).left() == line.axis.x_of(20)
    assert line.box_of(0, 2).right() == line.box_of(1, 1).right() == line.axis.x_of(60)
    assert line.box_of(1, 1).top() > line.box_of(0, 1).bottom()


def test_that_bars_hold_everybody_once(line):
    edges, heights = line.bars()
    assert heights.sum() == 100
    assert set(np.diff(edges)) == {1.0}


def test_that_a_click_chooses_a_range(line, qtbot):
    with qtbot.waitSignal(line.chosen) as signal:
        QTest.mouseClick(line, LEFT, pos=middle(line, 1, 1))
    assert signal.args == [1, 1]


def test_that_the_edge_of_the_selected_range_is_dragged_to_whole_numbers(line):
    moved = []
    line.edge_moved.connect(lambda side, at: moved.append((side, at)))
    edge = QPoint(round(line.axis.x_of(40)), middle(line, 0, 1).y())
    QTest.mousePress(line, LEFT, pos=edge)
    QTest.mouseMove(line, QPoint(round(line.axis.x_of(43.3)), edge.y()))
    QTest.mouseRelease(line, LEFT, pos=edge)
    assert moved[-1] == ("high", 43.0)
    QTest.mouseMove(line, QPoint(round(line.axis.x_of(50)), edge.y()))
    assert moved[-1] == ("high", 43.0)


def test_that_the_outer_limit_is_dragged(line):
    moved = []
    line.limit_moved.connect(lambda side, at: moved.append((side, at)))
    QTest.mousePress(line, LEFT, pos=QPoint(round(line.axis.x_of(20)), 86))
    QTest.mouseMove(line, QPoint(round(line.axis.x_of(15)), 86))
    QTest.mouseRelease(line, LEFT, pos=QPoint(round(line.axis.x_of(15)), 86))
    assert moved[-1] == ("low", 15.0)


@pytest.mark.parametrize(
    ("key", "chosen"),
    [(Qt.Key.Key_Left, [0, 0]), (Qt.Key.Key_Right, [0, 2]), (Qt.Key.Key_Down, [1, 1])],
)
def test_that_arrows_choose_ranges_and_levels(line, qtbot, key, chosen):
    with qtbot.waitSignal(line.chosen) as signal:
        QTest.keyClick(line, key)
    assert signal.args == chosen


def test_that_plus_and_minus_ask_for_a_step(line):
    steps = []
    line.stepped.connect(steps.append)
    QTest.keyClick(line, Qt.Key.Key_Plus)
    QTest.keyClick(line, Qt.Key.Key_Minus)
    assert steps == [1, -1]


def test_that_zooming_keeps_within_the_axis_and_back(line):
    whole = line.axis.shown
    for _time in range(100):
        QTest.keyClick(line, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    low, high = line.axis.shown
    assert whole[0] <= low < high <= whole[1]
    assert high - low == pytest.approx(1.0)
    line.axis.pan(1e6)
    assert line.axis.shown[1] == pytest.approx(whole[1])
    QTest.keyClick(line, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert line.axis.shown == whole


def test_that_the_wheel_zooms_around_the_pointer_with_control_alone(line):
    at = line.axis.x_of(30)
    for modifier, zooms in ((Qt.KeyboardModifier.NoModifier, False), (Qt.KeyboardModifier.ControlModifier, True)):
        before = line.axis.shown
        place = QPointF(at, 100)
        event = QWheelEvent(
            place,
            line.mapToGlobal(place),
            QPoint(),
            QPoint(0, 120),
            LEFT & ~LEFT,
            modifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(line, event)
        assert (line.axis.shown != before) is zooms
    assert line.axis.x_of(30) == pytest.approx(at)


def test_that_the_selected_range_is_told_to_screen_readers(line):
    assert line.accessibleDescription() == "20-39, 60 people"
    line.set_content(LEVELS, (None, None), None)
    assert line.accessibleDescription() == "No range is selected."


@pytest.mark.parametrize("positions", [[], [5.0], [-1e12, 1e12], [1e-9, 2e-9]])
def test_that_any_numbers_can_be_drawn(line, positions):
    line.set_data(np.array(positions), np.ones(len(positions)), "{:g}".format)
    line.set_content([None, [Span(-INFINITE, INFINITE, "*", len(positions), "all")]], (None, None), None)
    assert not line.grab().isNull()
    assert line.bars()[1].sum() == len(positions)


def test_that_two_hundred_thousand_numbers_are_drawn_without_a_step_for_each(line, qapp):
    def lines(numbers):
        positions = np.sort(np.random.default_rng(1).exponential(1000.0, numbers))
        line.set_data(positions, np.ones(numbers), "{:g}".format)
        return lines_of(line.grab)

    theme.apply(qapp, "dark")
    assert lines(200_000) < 1.2 * lines(2_000)
    assert len(line.bars()[1]) < line.width()
