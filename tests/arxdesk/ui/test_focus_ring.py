"""Scroll areas and charts show that they have the keyboard."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget

from arxdesk.ui import theme
from arxdesk.ui.focus_ring import FocusRing
from arxdesk.ui.widgets.charts.progress_curves import ProgressCurves


@pytest.mark.parametrize("make", [QScrollArea, ProgressCurves])
def test_that_a_ring_follows_the_keyboard(qtbot, qapp: QApplication, make: Callable[[], QAbstractScrollArea]):
    window, area, button = QWidget(), make(), QPushButton("Close")
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    column.addWidget(button)
    column.addWidget(area)
    FocusRing(qapp, window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    button.setFocus()
    assert edge_of(area) != theme.current().color("accent")
    QTest.keyClick(button, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is area
    assert edge_of(area) == theme.current().color("accent")
    area.resize(300, 200)
    assert edge_of(area) == theme.current().color("accent")
    QTest.keyClick(area, Qt.Key.Key_Tab)
    assert edge_of(area) != theme.current().color("accent")


def edge_of(area: QAbstractScrollArea) -> QColor:
    picture = area.grab().toImage()
    return picture.pixelColor(picture.width() // 2, picture.height() - 1)
