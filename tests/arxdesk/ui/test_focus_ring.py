"""Scroll areas show that they have the keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea, QVBoxLayout, QWidget

from arxdesk.ui import theme
from arxdesk.ui.focus_ring import FocusRing


def test_that_a_ring_follows_the_keyboard(qtbot, qapp: QApplication):
    window, area, button = QWidget(), QScrollArea(), QPushButton("Close")
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


def edge_of(area: QScrollArea) -> QColor:
    picture = area.grab().toImage()
    return picture.pixelColor(picture.width() // 2, picture.height() - 1)
