"""Histograms of two sides: one scale, every bar visible and reached, saved in the light palette."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.paired_histogram import Axis, Histogram, HistogramBar, PairedHistogram


def bars(*heights):
    return tuple(HistogramBar(10 * at, 10 * at + 10, height, (f"bar {at}",)) for at, height in enumerate(heights))


@pytest.fixture
def chart(qtbot):
    made = PairedHistogram("Ages", lambda: "numbers")
    qtbot.addWidget(made)
    made.resize(600, 240)
    axis = Axis(0, 30, "age", lambda most: [(0, "0"), (10, "10"), (20, "20")][:most])
    sides = [Histogram("Input", bars(1, 500, 1000)), Histogram("Output", bars(0.001, 1000), is_after=True)]
    made.set_data(sides, axis, [(0, 10, 1), (10, 20, 500), (20, 30, 1000)])
    made.show()
    return made


def test_that_both_sides_are_on_one_scale(chart):
    first, second = chart.bar_rect(0, 2), chart.bar_rect(1, 1)
    assert first.height() == pytest.approx(second.height())
    assert chart.bar_rect(0, 1).height() == pytest.approx(first.height() / 2, rel=0.02)
    assert first.width() == pytest.approx(second.width())


def test_that_few_people_are_seen_all_the_same(chart):
    assert chart.bar_rect(0, 0).height() >= 1
    assert chart.bar_rect(1, 0).height() >= 1


def test_that_a_scale_of_magnitudes_tells_small_bars_apart(chart):
    even = chart.bar_rect(0, 0).height()
    chart.set_log(True)
    assert chart.bar_rect(0, 0).height() > 10 * even
    assert chart.bar_rect(0, 0).height() < chart.bar_rect(0, 1).height() < chart.bar_rect(0, 2).height()


def test_that_a_single_person_is_not_divided(chart):
    chart.set_data([Histogram("Input", bars(1))], Axis(0, 10, "age", lambda _most: []), [])
    plot_height = chart.bar_rect(0, 0).height() * 2
    chart.set_data([Histogram("Input", bars(2))], Axis(0, 10, "age", lambda _most: []), [])
    assert chart.bar_rect(0, 0).height() == pytest.approx(plot_height * 2 / 3)  # ticks 0, 1, 2, 3


def test_that_the_keyboard_goes_from_side_to_side(chart, qtbot):
    for _ in range(4):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == (1, 0)
    assert chart.readout.lines == ("bar 0",)
    with qtbot.waitSignal(chart.clicked) as told:
        QTest.keyClick(chart, Qt.Key.Key_Return)
    assert told.args == [1, 0]


def test_that_a_low_bar_is_met_above_it_too(chart, qtbot):
    rect = chart.bar_rect(0, 0)
    point = rect.center().toPoint()
    point.setY(60)
    with qtbot.waitSignal(chart.clicked) as told:
        QTest.mouseClick(chart, Qt.MouseButton.LeftButton, pos=point)
    assert told.args == [0, 0]


def test_that_it_is_told_to_those_who_do_not_see_it(chart):
    assert chart.accessibleDescription() == "Input: bar 0; bar 1; bar 2. Output: bar 0; bar 1"


def test_that_a_picture_is_light_wherever_it_is_made(chart, qapp):
    theme.apply(qapp, "dark")
    image = chart.chart_menu.picture()
    theme.apply(qapp, "light")
    assert image.pixelColor(0, image.height() - 1) == theme.LIGHT.color("bg.panel")
    rect = chart.bar_rect(1, 1)
    inside = QPointF(rect.center().x(), rect.bottom() - 10).toPoint() * 2
    assert image.pixelColor(inside) == theme.LIGHT.color("series.1")
