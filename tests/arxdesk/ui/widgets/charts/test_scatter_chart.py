"""Charts with a logarithmic risk: a cloud of points with a rectangle to mark some, and a few points with names."""

import math
from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.ui import theme, words
from arxdesk.ui.point_cloud import Window, cloud_of, draw, whole_of
from arxdesk.ui.widgets.charts.frontier_chart import FrontierChart, Knot
from arxdesk.ui.widgets.charts.items.dots import Dots
from arxdesk.ui.widgets.charts.items.landmark import Landmark
from arxdesk.ui.widgets.charts.log_axis import MOST_TICKS, NEAREST, across_ticks, upward_ticks
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart

X, Y = np.array([0.2, 0.4, 0.5, 0.6, 0.8]), np.array([0.2, 0.2, 0.05, 0.1, 0.001])


def drawing_of(x, y, marked=None, window=None):
    cloud = cloud_of(np.asarray(x, float), np.asarray(y, float))[1]
    return draw(cloud, window or whole_of(cloud), marked)


@pytest.fixture
def chart(shown, qtbot):
    made = shown(ScatterChart("Score against risk", "Score"), 460, 320)
    made.show()
    made.set_drawing(drawing_of(X, Y), 0, 0, lambda place: (f"point {place}", "more"), is_new=True)
    QTest.qWait(20)
    return made


def pixel(chart, place):
    cloud = chart.drawing.cloud
    return chart.pixel_at(float(cloud.x[place]), float(cloud.up[place])).toPoint()


def click(chart, at, offset=(0, 0)):
    QTest.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=at + QPoint(*offset))


def drag(chart, start, end, button=Qt.MouseButton.LeftButton, modifier=Qt.KeyboardModifier.NoModifier, release=True):
    view = chart.viewport()
    QTest.mousePress(view, button, modifier, start)
    for part in (0.3, 0.7, 1.0):
        at = QPointF(start) + (QPointF(end) - QPointF(start)) * part
        # pressed buttons are not part of what QTest.mouseMove sends
        QApplication.sendEvent(view, _moved(view, at, button, modifier))
    if release:
        QTest.mouseRelease(view, button, modifier, end)


def _moved(view, at, button, modifier):
    return QMouseEvent(
        QEvent.Type.MouseMove, at, QPointF(view.mapToGlobal(at.toPoint())), Qt.MouseButton.NoButton, button, modifier
    )


def wheel(chart, at, delta):
    view = chart.viewport()
    event = QWheelEvent(
        QPointF(at),
        QPointF(view.mapToGlobal(at)),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_that_a_click_chooses_the_nearest_point_within_eight_pixels(chart, qtbot):
    with qtbot.waitSignal(chart.chosen) as chosen:
        click(chart, pixel(chart, 2), (5, -4))
    assert chosen.args == [2]
    with qtbot.assertNotEmitted(chart.chosen):
        click(chart, pixel(chart, 2), (9, 0))


def test_that_the_pointer_reads_points_out_in_place_of_the_selection(chart):
    assert chart.pinned.isVisible()
    assert chart.pinned.lines == ("point 0", "more")
    QTest.mouseMove(chart.viewport(), pixel(chart, 3))
    assert chart.readout.isVisible()
    assert chart.readout.lines == ("point 3", "more")
    assert not chart.pinned.isVisible()
    QTest.mouseMove(chart.viewport(), pixel(chart, 3) + QPoint(30, -30))
    assert not chart.readout.isVisible()
    assert chart.pinned.isVisible()


def test_that_the_read_out_of_the_selection_covers_no_point(chart):
    for place in range(len(X)):
        chart.select(place)
        if chart.pinned.isVisible():
            assert not any(chart.pinned.geometry().contains(pixel(chart, other)) for other in range(len(X)))


def test_that_a_landmark_is_in_the_window_read_out_and_copied(chart, qtbot):
    before = chart.window_shown
    chart.landmark.set_landmark(Landmark("elsewhere", 0.02, 0.9, ("Elsewhere", "its figures")))
    now = chart.window_shown
    assert now.left < 0.02 < before.left
    assert now.high > math.log10(0.9) > before.high
    assert chart.is_whole
    at = chart.pixel_at(0.02, math.log10(0.9)).toPoint()
    ink = theme.current().color("series.2").name()
    assert chart.viewport().grab().toImage().pixelColor(at).name() == ink
    QTest.mouseMove(chart.viewport(), at + QPoint(3, 2))
    assert chart.readout.lines == ("Elsewhere", "its figures")
    assert not chart.pinned.isVisible()
    with qtbot.assertNotEmitted(chart.chosen):
        click(chart, at)
    assert chart.accessibleDescription().endswith("Elsewhere, its figures")
    assert chart.numbers().endswith("0.02\t0.9\telsewhere")
    chart.landmark.set_landmark(None)
    assert chart.window_shown == before
    assert "elsewhere" not in chart.numbers()


def test_that_a_landmark_leaves_a_closer_look_as_it_is(chart):
    chart.zoom(4)
    before = chart.window_shown
    chart.landmark.set_landmark(Landmark("elsewhere", 0.02, 0.9, ("Elsewhere",)))
    assert chart.window_shown == before
    chart.show_whole()
    assert chart.window_shown.left < 0.02


@pytest.mark.parametrize("place", range(len(X)))
def test_that_the_read_out_of_the_selection_does_not_cover_a_landmark(chart, place):
    chart.landmark.set_landmark(Landmark("x", 0.5, 0.15, ("x",)))
    chart.select(place)
    at = chart.pixel_at(0.5, math.log10(0.15)).toPoint()
    assert not (chart.pinned.isVisible() and chart.pinned.geometry().contains(at))


def test_that_a_drag_marks_what_the_rectangle_holds(chart, qtbot):
    start, end = pixel(chart, 1) + QPoint(-10, -10), pixel(chart, 3) + QPoint(12, 12)
    with qtbot.waitSignal(chart.brushed) as brushed, qtbot.assertNotEmitted(chart.chosen):
        drag(chart, start, end)
    box = (min(start.x(), end.x()), max(start.x(), end.x()), min(start.y(), end.y()), max(start.y(), end.y()))
    expected = [
        place
        for place in range(len(X))
        if box[0] <= pixel(chart, place).x() <= box[1] and box[2] <= pixel(chart, place).y() <= box[3]
    ]
    assert brushed.args[0].tolist() == expected == [1, 3]


def test_that_a_rectangle_is_given_up_with_escape(chart, qtbot):
    with qtbot.assertNotEmitted(chart.brushed), qtbot.assertNotEmitted(chart.clear_requested):
        drag(chart, pixel(chart, 1) - QPoint(9, 9), pixel(chart, 3) + QPoint(9, 9), release=False)
        assert chart._brush.isVisible()
        QTest.keyClick(chart, Qt.Key.Key_Escape)
        assert not chart._brush.isVisible()
        QTest.mouseRelease(chart.viewport(), Qt.MouseButton.LeftButton, pos=pixel(chart, 3))


def test_that_escape_clears_marks_only_where_there_are_some(chart, qtbot):
    with qtbot.assertNotEmitted(chart.clear_requested):
        QTest.keyClick(chart, Qt.Key.Key_Escape)
    marked = np.array([True, False, False, False, True])
    chart.set_drawing(drawing_of(X, Y, marked), 0, 0, lambda _place: ("x",), is_new=False)
    with qtbot.waitSignal(chart.clear_requested):
        QTest.keyClick(chart, Qt.Key.Key_Escape)


def test_that_marked_points_are_larger_and_the_others_faded(chart):
    chart.set_drawing(drawing_of(X, Y, X > 0.55), 0, 0, lambda _place: ("x",), is_new=False)
    assert chart._points.xs.tolist() == [0.2, 0.4, 0.5]
    assert chart._marked.xs.tolist() == [0.6, 0.8]
    faded, marked = (item.color.alphaF() for item in (chart._points, chart._marked))
    assert faded < 0.3 < marked


def test_that_the_wheel_zooms_where_the_pointer_is_and_a_double_click_shows_all(chart, qtbot):
    whole, at = chart.window_shown, pixel(chart, 2)
    before = chart.data_at(QPointF(at))
    with qtbot.waitSignal(chart.window_changed):
        wheel(chart, at, 240)
    assert not chart.is_whole
    now = chart.window_shown
    assert now.right - now.left < 0.7 * (whole.right - whole.left)
    after = chart.data_at(QPointF(at))
    assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=0.01)
    QTest.mouseDClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chart.window_shown == whole


def test_that_nothing_is_shown_beyond_the_points(chart):
    whole = chart.window_shown
    wheel(chart, pixel(chart, 2), -600)
    assert chart.window_shown == whole
    wheel(chart, pixel(chart, 0), 360)
    start = pixel(chart, 0) + QPoint(5, 5)
    drag(chart, start, start + QPoint(300, 0), Qt.MouseButton.MiddleButton)
    assert chart.window_shown.left == pytest.approx(whole.left)
    assert chart.window_shown.right < whole.right


@pytest.mark.parametrize(
    ("button", "modifier"),
    [
        (Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier),
        (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_that_what_is_shown_is_moved_with_the_middle_button_or_control(chart, qtbot, button, modifier):
    wheel(chart, pixel(chart, 2), 480)
    before = chart.window_shown
    with qtbot.assertNotEmitted(chart.brushed), qtbot.assertNotEmitted(chart.chosen):
        drag(chart, pixel(chart, 2), pixel(chart, 2) - QPoint(40, 0), button, modifier)
    moved = 40 * chart.per_pixel()[0]
    assert chart.window_shown.left - before.left == pytest.approx(moved, rel=0.05)
    assert chart.window_shown.low == pytest.approx(before.low)


def test_that_the_keyboard_steps_along_the_frontier_and_zooms(chart, qtbot):
    assert chart.drawing.cloud.frontier.tolist() == [0, 2, 4]
    for selected, key, expected in ((0, Qt.Key.Key_Right, 2), (3, Qt.Key.Key_Right, 4), (3, Qt.Key.Key_Left, 2)):
        chart.select(selected)
        with qtbot.waitSignal(chart.chosen) as chosen:
            QTest.keyClick(chart, key)
        assert chosen.args == [expected]
    chart.select(4)
    with qtbot.assertNotEmitted(chart.chosen):
        QTest.keyClick(chart, Qt.Key.Key_Right)
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    assert not chart.is_whole
    QTest.keyClick(chart, Qt.Key.Key_0)
    assert chart.is_whole


@pytest.mark.parametrize(("width", "height"), [(460, 320), (330, 150)])
def test_that_the_ring_of_a_point_at_the_edge_is_whole(chart, width, height):
    chart.resize(width, height)
    QTest.qWait(20)
    room = chart.plotItem.vb.sceneBoundingRect()
    for place in (0, len(X) - 1):
        at = chart.mapToScene(pixel(chart, place))
        assert min(at.x() - room.left(), room.right() - at.x(), at.y() - room.top(), room.bottom() - at.y()) >= 10


def test_that_another_cloud_is_shown_whole_and_more_of_the_same_as_it_was(chart):
    chart.set_drawing(drawing_of(X * 2, Y), 0, 0, lambda _place: ("x",), is_new=True)
    assert chart.is_whole
    assert chart.window_shown.right > 1.6
    wheel(chart, pixel(chart, 2), 480)
    window = chart.window_shown
    chart.set_drawing(drawing_of([*X, 1.7], [*Y, 0.05]), 0, 0, lambda _place: ("x",), is_new=True)
    assert chart.window_shown == pytest.approx(window)


def test_that_the_numbers_are_those_of_the_points(chart):
    chart.chart_menu.copy_numbers()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Score\tScore against risk"
    assert [tuple(map(float, line.split("\t"))) for line in lines[1:]] == list(zip(X, Y, strict=True))


def test_that_many_points_are_drawn_as_a_density_and_not_one_by_one(chart):
    generator = np.random.default_rng(4)
    x = generator.random(400_000)
    drawing = drawing_of(x, generator.integers(1, 60, len(x)) / 100)
    chart.set_drawing(drawing, 0, 5, lambda _place: ("x", "y"), is_new=True)
    chart.hover(QPointF(0.5, -1), QPointF(100, 100))
    chart.grab()
    assert chart._density.isVisible()
    assert len(chart._points.xs) == 0
    chart.chart_menu.copy_numbers()
    assert len(QGuiApplication.clipboard().text().splitlines()) == len(drawing.cloud.frontier) + 1


def test_that_it_is_drawn_in_every_look_and_taken_apart(chart, qapp):
    for scheme in ("dark", "light"):
        theme.apply(qapp, scheme)
        assert chart._diamond.opts["brush"].color() == theme.current().color("state.optimum")
    assert not chart.chart_menu.picture().isNull()
    chart.close()
    theme.apply(qapp, "light")


def percents(height, low=-4.0, high=-0.5, floor=-math.inf):
    return upward_ticks(Window(0, 1, low, high), height, floor, words.percent)


@pytest.mark.parametrize("height", [40, 120, 290, 900])
@pytest.mark.parametrize(("low", "high"), [(-4.5, -0.6), (-1.0, -0.4), (-0.8, -0.6), (-2.0, 0.05), (-0.7, -0.69)])
def test_that_the_numbers_of_a_logarithmic_axis_do_not_overlap(height, low, high):
    ticks = percents(height, low, high)
    places = [at for at, _text in ticks]
    assert all((after - before) / (high - low) * height >= NEAREST - 1e-6 for before, after in pairwise(places))
    assert all(low <= at <= high for at in places)
    assert len(ticks) >= (2 if height > 100 else 1)
    powers = sum(float(at).is_integer() for at in places)
    assert len(ticks) <= max(MOST_TICKS, powers)


def test_that_shares_of_the_picture_are_written_where_there_is_room():
    expected = ["0.1 %", "0.5 %", "1 %", "2 %", "5 %", "10 %", "20 %"]
    assert [text for _at, text in percents(260, -3.3, -0.55)] == expected
    assert [text for _at, text in percents(60, -3.3, -0.55)] == ["0.1 %", "1 %", "10 %"]


def test_that_no_risk_is_more_than_all_and_nothing_stands_at_the_floor():
    ticks = percents(300, -3.2, 0.1, -3.0)
    assert ticks[0] == (-3.0, "0 %")
    assert ticks[-1][1] == "100 %"


def test_that_scores_are_written_with_the_decimals_they_need():
    assert across_ticks(Window(0.2, 1.02, 0, 1), 320, words.decimal) == [
        (pytest.approx(at), f"{at:.1f}") for at in (0.2, 0.4, 0.6, 0.8, 1.0)
    ]


@pytest.fixture
def frontier(shown):
    made = shown(FrontierChart("Cost of protection", "Score"), 440, 260)
    made.show()
    knots = [
        Knot("k = 2", 0.17, 0.5),
        Knot("k = 5", 0.24, 0.2, is_present=True),
        Knot("k = 50", 0.41, 0.02, lowest=0.3),
        Knot("k = 7", 0.45, 0.14),
    ]
    made.set_knots(knots, -1, lambda place: (knots[place].name,), lambda: "the table")
    QTest.qWait(20)
    return made


def knot_at(chart, place):
    knot = chart.knots[place]
    return chart.pixel_at(knot.x, math.log10(knot.y)).toPoint()


def test_that_the_line_leads_along_what_is_not_beaten(frontier):
    x, up = frontier._line.getData()
    assert x.tolist() == [0.17, 0.24, 0.24, 0.41, 0.41]
    assert up.tolist() == pytest.approx([math.log10(value) for value in (0.5, 0.5, 0.2, 0.2, 0.02)])


def test_that_what_is_not_proven_reaches_down_to_its_bound(frontier):
    x, up = frontier._whiskers.getData()
    assert x[:2].tolist() == [0.3, 0.41]
    assert up[0] == up[1] == pytest.approx(math.log10(0.02))
    assert len(x) == 3


def test_that_a_knot_is_chosen_by_mouse_and_keyboard(frontier, qtbot):
    with qtbot.waitSignal(frontier.chosen) as chosen:
        QTest.mouseClick(frontier.viewport(), Qt.MouseButton.LeftButton, pos=knot_at(frontier, 2) + QPoint(3, 3))
    assert chosen.args == [2]
    frontier.choose(2)
    for key, expected in ((Qt.Key.Key_Right, 3), (Qt.Key.Key_Left, 1)):
        with qtbot.waitSignal(frontier.chosen) as chosen:
            QTest.keyClick(frontier, key)
        assert chosen.args == [expected]
    assert frontier._ring.getData()[0].tolist() == [0.41]


def test_that_the_pointer_reads_a_knot_out(frontier):
    QTest.mouseMove(frontier.viewport(), knot_at(frontier, 3))
    assert frontier.readout.lines == ("k = 7",)
    QTest.mouseMove(frontier.viewport(), QPoint(2, 2))
    assert not frontier.readout.isVisible()


@pytest.mark.parametrize(("width", "height"), [(440, 260), (300, 140), (700, 500)])
def test_that_names_stand_within_the_chart_and_cover_nothing(frontier, width, height):
    frontier.resize(width, height)
    QTest.qWait(20)
    frontier.grab()
    boxes = [text.sceneBoundingRect() for text in frontier._names if text.isVisible()]
    assert len(boxes) >= 2
    room = frontier.plotItem.vb.sceneBoundingRect().adjusted(-2, -2, 4, 4)
    for place, box in enumerate(boxes):
        assert room.contains(box)
        inner = box.adjusted(1, 1, -1, -1)
        assert not any(inner.intersects(other.adjusted(1, 1, -1, -1)) for other in boxes[place + 1 :])
        assert not any(
            inner.contains(frontier.mapToScene(knot_at(frontier, knot))) for knot in range(len(frontier.knots))
        )


def test_that_what_does_not_hold_any_more_is_grey(frontier):
    frontier.set_knots(frontier.knots, -1, lambda _place: (), str, holds=False)
    assert frontier._line.opts["pen"].color() == theme.current().color("series.before")
    frontier.set_knots(frontier.knots, -1, lambda _place: (), lambda: "the table", holds=True)
    assert frontier._line.opts["pen"].color() == theme.current().color("series.1")
    assert frontier.numbers() == "the table"


def test_that_no_points_are_dots_too(qapp):
    """The memory of an empty polygon cannot be written to, not even nothing."""
    dots = Dots()
    dots.set_points(np.ones(3), np.ones(3), 5.0, QColor("red"))
    dots.set_points(np.empty(0), np.empty(0), 5.0, QColor("red"))
    assert len(dots.xs) == 0
