"""ROC curves: drawn for both sides, read out by pointer and keyboard, copied as numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, Qt

from arxdesk.ui.widgets.charts.roc_chart import RocChart, RocCurves, true_positive_rate
from tests.arxdesk.analysis.applied_documents import plain

STEPS = np.array([[0.0, 0.0], [0.0, 0.5], [0.5, 0.5], [1.0, 1.0]])
GUESSED = np.array([[0.0, 0.0], [1.0, 1.0]])


@pytest.fixture
def chart(qtbot):
    made = RocChart()
    qtbot.addWidget(made)
    made.resize(320, 260)
    made.show()
    return made


@pytest.mark.parametrize(("rate", "found"), [(0.0, 0.5), (0.25, 0.5), (0.5, 0.5), (0.75, 0.75), (1.0, 1.0)])
def test_that_between_points_the_line_is_read_and_above_each_other_the_highest(rate, found):
    assert true_positive_rate(STEPS, rate) == found


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=8), st.integers(0, 16))
def test_that_the_rate_read_lies_on_the_line_between_its_neighbours(points, place):
    across = sorted([0, 8, *(x for x, _y in points)])
    up = sorted([0, 8, *(y for _x, y in points)])
    rates = np.column_stack([across, up]) / 8
    rate = place / 16
    left = max(y for x, y in rates if x <= rate)
    right = [(x, y) for x, y in rates if x > rate]
    found = true_positive_rate(rates, rate)
    if not right:
        assert found == 1.0
        return
    start = max(x for x, _y in rates if x <= rate)
    end, high = min(right)
    assert found == pytest.approx(left + (high - left) * (rate - start) / (end - start))


def test_that_the_pointer_reads_out_both_sides(chart):
    chart.set_curves(RocCurves("flu", GUESSED, STEPS))
    chart.hover(QPointF(0.25, 0.9), QPointF(100, 100))
    assert [plain(line) for line in chart.readout.lines] == [
        "flu",
        "Where 25 % of the others are taken for it",
        "Input: 25 % of it are found",
        "Output: 50 % of it are found",
    ]
    assert chart.readout.isVisible()
    chart.hover(None, QPointF())
    assert not chart.readout.isVisible()


def test_that_the_input_alone_has_one_line(chart):
    chart.set_curves(RocCurves("flu", GUESSED, None))
    chart.hover(QPointF(0.5, 0.5), QPointF(10, 10))
    assert len(chart.readout.lines) == 3
    assert not chart._after.isVisible()


def test_that_the_keyboard_goes_along_the_curves(chart, qtbot):
    chart.set_curves(RocCurves("flu", GUESSED, STEPS))
    for _step in range(2):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert "2 %" in plain(chart.readout.lines[1])
    qtbot.keyClick(chart, Qt.Key.Key_PageUp)
    assert "12 %" in plain(chart.readout.lines[1])
    qtbot.keyClick(chart, Qt.Key.Key_PageDown)
    qtbot.keyClick(chart, Qt.Key.Key_PageDown)
    assert "Where 0 %" in plain(chart.readout.lines[1])
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert not chart.readout.isVisible()


def test_that_nothing_is_read_out_where_nothing_is_drawn(chart, qtbot):
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    chart.hover(QPointF(0.5, 0.5), QPointF(10, 10))
    assert not chart.readout.isVisible()


def test_that_the_points_are_copied(chart):
    chart.set_curves(RocCurves("flu", GUESSED, STEPS))
    lines = chart.numbers().splitlines()
    assert lines[0] == "Side\tFalse positive rate\tTrue positive rate"
    assert lines[1:3] == ["Input\t0.0\t0.0", "Input\t1.0\t1.0"]
    assert len(lines) == 1 + 2 + 4


def test_that_both_axes_say_from_nothing_to_all(chart):
    for side in ("left", "bottom"):
        ((ticks, _minor),) = [chart.plotItem.getAxis(side)._tickLevels]
        assert [plain(text) for _at, text in (ticks[0], ticks[-1])] == ["0 %", "100 %"]
