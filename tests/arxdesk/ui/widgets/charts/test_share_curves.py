"""Curves over a logarithmic share: labels that do not cover each other, reading out, keyboard, numbers."""

import itertools
import math

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.share_curves import Curve, CurveLabel, CurvesDrawing, ShareCurves, _parted
from tests.arxdesk.conftest import colors_of

ACROSS = tuple(10.0**power for power in range(-5, 1))
DRAWING = CurvesDrawing(
    across=ACROSS,
    curves=(
        Curve("High", "series.3", (), (0.3, 0.3, 0.3, 0.3, 0.4, 0.5)),
        Curve("Low", "series.4", (1.0, 1.5), (None, None, 0.01, 0.02, 0.1, 0.5)),
    ),
    mark=2e-3,
    mark_text="yours: 0.2 %",
    labels=(CurveLabel("High 30.0 %", "series.3", 0.3), CurveLabel("Low 1.5 %", "series.4", 0.29)),
    note="after: 0 %",
)


@pytest.fixture
def chart(qtbot, qapp):
    theme.apply(qapp, "light")
    made = ShareCurves("Curves", "Share")
    qtbot.addWidget(made)
    made.resize(420, 220)
    made.show()
    made.set_drawing(DRAWING, lambda place: (f"at {ACROSS[place]}", "two"))
    return made


def written(chart):
    return {text.toPlainText(): text for text in chart._texts}


def test_that_labels_that_are_close_stand_apart(chart):
    texts = written(chart)
    assert set(texts) == {"yours: 0.2 %", "High 30.0 %", "Low 1.5 %", "after: 0 %"}
    heights = [chart.pixel_at(text.pos().x(), text.pos().y()).y() for text in texts.values()]
    heights.sort()
    assert all(below - above >= 13 for above, below in itertools.pairwise(heights))


def test_that_a_chart_without_room_leaves_out_what_matters_less(chart, qtbot):
    chart.resize(420, 88)
    qtbot.waitUntil(lambda: "after: 0 %" not in written(chart))
    assert {"High 30.0 %", "Low 1.5 %"} <= set(written(chart))


def test_that_places_keep_their_distance_and_the_room():
    assert _parted([10, 11, 50], 14, 7, 100) == [10, 24, 50]
    assert _parted([95, 96, 97], 14, 7, 100) == [72, 86, 100]
    assert _parted([], 14, 7, 100) == []


def test_that_the_pointer_reads_out_the_nearest_place(chart, qtbot):
    at = chart.pixel_at(math.log10(1e-3) + 0.2, 0.2).toPoint()
    qtbot.mouseMove(chart.viewport(), at)
    chart.hover(chart.data_at(at.toPointF()), at.toPointF())
    assert chart.current == 2
    assert chart.readout.lines == ("at 0.001", "two")
    chart.leaveEvent(QEvent(QEvent.Type.Leave))
    assert chart.current == -1
    assert not chart.readout.isVisible()


def test_that_the_keyboard_walks_from_the_mark(chart, qtbot):
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 2
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 3
    qtbot.keyClick(chart, Qt.Key.Key_End)
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == 5
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.current == 0


def test_that_a_click_and_enter_ask_for_the_records(chart, qtbot):
    with qtbot.waitSignal(chart.clicked):
        qtbot.mouseClick(chart.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 80))
    with qtbot.waitSignal(chart.clicked):
        qtbot.keyClick(chart, Qt.Key.Key_Return)


def test_that_the_numbers_are_those_drawn(chart):
    lines = chart.numbers().split("\n")
    assert lines[0] == "Share\tHigh\tLow"
    assert lines[1].split("\t") == ["1e-05", "0.3", ""]
    assert lines[-1].split("\t") == ["1.0", "0.5", "0.5"]


def test_that_an_empty_chart_is_drawn_and_walks_nowhere(chart, qtbot):
    chart.set_drawing(CurvesDrawing(), lambda _place: ())
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.current == -1
    assert chart.numbers() == "Share"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_curves_have_their_colours(chart, qapp, scheme):
    theme.apply(qapp, scheme)
    image = chart.grab().toImage()
    wanted = theme.current().color("series.3").rgb()
    assert any(image.pixel(x, y) == wanted for x in range(40, 400, 2) for y in range(10, 180))
    assert colors_of(image) > 12
    theme.apply(qapp, "light")
