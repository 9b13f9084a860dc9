"""Heat maps: one hue that only gets stronger, every cell reached."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.heat_map import Heat, HeatMap, HeatScale, heat_color


def luminance(color: QColor) -> float:
    parts = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in color.getRgbF()[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_more_is_always_farther_from_the_ground(scheme, qapp):
    theme.apply(qapp, scheme)
    shades = [luminance(heat_color(share)) for share in np.linspace(0.0, 1.0, 101)]
    theme.apply(qapp, "light")
    steps = [second - first for first, second in itertools.pairwise(shades)]
    assert all(step < 0 for step in steps) if scheme == "light" else all(step > 0 for step in steps)
    assert max(shades) / (min(shades) + 0.05) > 4.5


@pytest.fixture
def heat_map(qtbot):
    made = HeatMap("Pairs", lambda: "")
    qtbot.addWidget(made)
    made.resize(300, 200)
    values = np.array([[0.0, 4.0, 1.0], [2.0, 3.0, 16.0]])
    heat = Heat("Input", ("a", "b"), ("x", "y", "z"), values, lambda row, column: (f"{row} {column}",))
    made.set_heat(heat, 16.0)
    made.show()
    return made


def test_that_every_cell_is_where_it_is_drawn(heat_map):
    for row in range(2):
        for column in range(3):
            assert heat_map.cell_at(heat_map.cell_rect(row, column).center()) == (row, column)
    image = heat_map.grab().toImage()
    for (row, column), value in np.ndenumerate(heat_map.heat.values):
        color = image.pixelColor(heat_map.cell_rect(row, column).center().toPoint())
        assert color == heat_color(value / 16.0)


def test_that_cells_are_opened_by_mouse_and_keyboard(heat_map, qtbot):
    with qtbot.waitSignal(heat_map.clicked) as told:
        QTest.mouseClick(heat_map, Qt.MouseButton.LeftButton, pos=heat_map.cell_rect(1, 2).center().toPoint())
    assert told.args == [1, 2]
    QTest.keyClick(heat_map, Qt.Key.Key_Right)
    assert heat_map.current == (0, 0)
    QTest.keyClick(heat_map, Qt.Key.Key_Down)
    with qtbot.waitSignal(heat_map.clicked) as told:
        QTest.keyClick(heat_map, Qt.Key.Key_Return)
    assert told.args == [1, 0]


def test_that_the_strongest_pairs_are_told_first(heat_map):
    assert heat_map.accessibleDescription().startswith("Input. Most: 1 2; 0 1; 1 1")


def test_that_the_scale_says_where_it_ends(qtbot):
    scale = HeatScale()
    qtbot.addWidget(scale)
    scale.set_greatest("1,200")
    assert scale.accessibleName() == "Colours from 0 to 1,200"
