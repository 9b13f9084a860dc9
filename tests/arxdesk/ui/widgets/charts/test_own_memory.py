"""Charts are painted from arrays, wherever these lie."""

from __future__ import annotations

import numpy as np
import shiboken6
from pyqtgraph.Qt import internals
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget, QWidgetItem

from arxdesk.ui.widgets.charts.chart import Chart


def test_that_an_array_is_not_taken_for_the_layout_item_that_lay_there_before(qtbot):
    assert Chart
    drawn = internals.PrimitiveArray(QPainter.PixmapFragment, 10)
    drawn.resize(3)
    before = shiboken6.wrapInstance(drawn.ndarray().ctypes.data, QWidgetItem)
    fragment, number = drawn.drawargs()
    assert isinstance(fragment, QPainter.PixmapFragment)
    assert number == 3
    assert not shiboken6.isValid(before)
    drawn.ndarray()[0] = np.arange(10.0)
    assert (fragment.x, fragment.y) == (0.0, 1.0)


def test_that_items_of_layouts_outlive_what_they_stand_for(qtbot):
    """The reason; once this is mended in PySide, `own_memory` can go."""
    window = QWidget()
    qtbot.addWidget(window)
    layout, label = QHBoxLayout(window), QLabel("a")
    layout.addWidget(label)
    item = layout.itemAt(0)
    label.setParent(None)
    assert layout.count() == 0
    assert shiboken6.isValid(item)
