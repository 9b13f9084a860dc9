"""Grouped bars: heights, threshold, pointer and keyboard."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_step, nice_ticks

DATA = [
    BarCategory("alone", "100 %", 0.5, None, "15,000 people"),
    BarCategory("2", "50 %", 0.2, 0.25),
    BarCategory("3+", "33 %", None, 0.4),
]


@pytest.fixture
def chart(shown):
    made = BarChart("Distribution of risks")
    made.set_data(DATA, "People who look the same")
    return shown(made, 500, 300)


def center(chart, place):
    plot = chart._plot()
    return QPointF(plot.left() + (place + 0.5) * chart._slot(), plot.center().y())


def test_that_bars_are_as_high_as_their_values(chart):
    image = chart.grab().toImage()
    fill = theme.current().color("series.1").name()
    heights = []
    for place in (1, 2):
        bar = chart._bars(chart._plot(), place, DATA[place])[-1][0]
        column = [image.pixelColor(int(bar.center().x()), y).name() for y in range(image.height())]
        heights.append(column.count(fill))
    assert heights[0] / heights[1] == pytest.approx(0.25 / 0.4, abs=0.02)


def test_that_a_click_tells_the_category(chart, qtbot):
    with qtbot.waitSignal(chart.clicked) as caught:
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=center(chart, 1).toPoint())
    assert caught.args == [1]
    with qtbot.assertNotEmitted(chart.clicked):
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPointF(5, 5).toPoint())


def test_that_the_arrow_keys_walk_and_enter_opens(chart, qtbot):
    for _ in range(5):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 2
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    with qtbot.waitSignal(chart.clicked) as caught:
        qtbot.keyClick(chart, Qt.Key.Key_Return)
    assert caught.args == [1]


def test_that_hovering_reads_the_category_out(chart):
    chart._point_at(0)
    assert chart.readout.lines == ("alone · 100 %", "Before 50 %", "15,000 people")
    chart._point_at(-1)
    assert chart.readout.isHidden()


def test_that_the_region_above_the_threshold_is_tinted(chart):
    before = chart.grab().toImage().pixelColor(center(chart, 0).toPoint() * 1)
    chart.set_threshold(1, "threshold 50 %", "above")
    spot = (center(chart, 0) + QPointF(40, -60)).toPoint()
    tinted = chart.grab().toImage().pixelColor(spot)
    assert tinted != theme.current().color("bg.panel")
    assert tinted.blue() < tinted.red()
    chart.set_threshold(None)
    assert chart.grab().toImage().pixelColor(center(chart, 0).toPoint()) == before


def test_that_counts_are_written_as_counts_and_copied_exactly(chart):
    chart.set_data([BarCategory("17", "", 12_345.0), BarCategory("18", "", 0.0)], "Age in years", percent=False)
    chart._point_at(0)
    assert chart.readout.lines == ("17", "Before 12,345")
    chart.chart_menu.copy_numbers()
    assert QGuiApplication.clipboard().text() == "Category\tBefore\tAfter\n17\t12345.0\t\n18\t0.0\t"


def test_that_an_empty_chart_can_be_drawn_and_walked(chart, qtbot):
    chart.set_data([])
    chart.grab()
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == -1


def test_that_the_numbers_are_spoken(chart):
    assert "alone · 100 %, Before 50 %, 15,000 people" in chart.accessibleDescription()


@pytest.mark.parametrize(("top", "step"), [(0.6, 0.1), (0.062, 0.01), (1.0, 0.2), (4127, 1000), (7, 1)])
def test_that_ticks_are_round(top, step):
    assert nice_step(top) == pytest.approx(step)
    ticks = nice_ticks(top)
    assert ticks[0] == 0
    assert ticks[-1] >= top * (1 - 1e-9)
    assert len(ticks) <= 9


def test_that_decimals_fit_the_step():
    assert [decimals_of(step) for step in (1000, 1, 0.5, 0.25, 0.001)] == [0, 0, 1, 2, 3]


def test_that_the_side_that_was_hit_is_told_or_the_only_one(chart, qtbot):
    told = []
    chart.bar_clicked.connect(lambda place, after: told.append((place, after)))
    for place, shift in ((0, -9), (0, 9), (1, -9), (1, 9), (2, -9), (2, 9)):
        spot = (center(chart, place) + QPointF(shift, 0)).toPoint()
        qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=spot)
    assert told == [(0, False), (0, False), (1, False), (1, True), (2, True), (2, True)]


def test_that_enter_opens_what_is_after_and_with_shift_what_was_before(chart, qtbot):
    told = []
    chart.bar_clicked.connect(lambda place, after: told.append((place, after)))
    for _ in range(2):
        qtbot.keyClick(chart, Qt.Key.Key_Right)
    qtbot.keyClick(chart, Qt.Key.Key_Return)
    qtbot.keyClick(chart, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert told == [(1, True), (1, False)]


def test_that_the_region_can_be_at_the_right(chart):
    chart.set_threshold(1, "threshold 50 %", "above", tints_right=True)
    image, untinted = chart.grab().toImage(), theme.current().color("bg.window").name()
    at = [(center(chart, place) + QPointF(40, -55)).toPoint() for place in (0, 2)]
    assert [image.pixelColor(spot).name() == untinted for spot in at] == [True, False]


def test_that_a_low_chart_gives_the_room_of_its_title_to_the_bars(shown):
    made = BarChart("Distribution of risks")
    made.set_data(DATA, "People who look the same")
    low, high = shown(made, 400, 130)._plot(), shown(made, 400, 170)._plot()
    assert low.bottom() > 90
    assert high.bottom() - low.bottom() == 40 - 18


@pytest.mark.parametrize("height", [68, 72, 100, 280])
def test_that_the_words_below_the_bars_are_within_the_chart(height, shown):
    chart = BarChart("Ages")
    chart.setMinimumHeight(40)
    shown(chart, 400, height)
    chart.set_data([BarCategory(str(age), after=float(age)) for age in range(5)], "Age", percent=False)
    plot = chart._plot()
    assert plot.height() >= 40
    assert plot.bottom() + chart._labels_height() <= height
