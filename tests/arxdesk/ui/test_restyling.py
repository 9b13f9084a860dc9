"""Another look is put on what is seen first, on the rest soon after, and looks as if Qt had put it on everything."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QMenu, QSpinBox, QTabBar, QVBoxLayout, QWidget

from arxdesk.ui import theme
from arxdesk.window.window import MainWindow

LONG = 60_000


@pytest.fixture(autouse=True)
def light_again(qapp):
    yield
    theme.apply(qapp, "light")


def test_that_fields_made_after_a_look_was_put_on_are_set_in_the_dense_type(qtbot, qapp):
    for look in ("light", "dark", "light"):
        theme.apply(qapp, look)
        for kind in (QCheckBox, QComboBox, QLineEdit, QMenu, QSpinBox, QTabBar):
            made = kind()
            qtbot.addWidget(made)
            made.ensurePolished()
            assert made.font().pixelSize() == theme.TYPE["dense"].size, kind


def test_that_each_perspective_looks_as_if_all_had_been_styled_at_once(window: MainWindow, qtbot, qapp, monkeypatch):
    monkeypatch.setattr("arxdesk.window.status_bar.memory_taken", lambda: None)  # it may change between two pictures
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    for key in ("configure", "explore", "quality", "risk"):
        window.show_perspective(key)
        QTest.qWait(600)  # what is computed for it begins a moment later
        qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)
    QTest.qWait(600)
    theme.apply(qapp, "dark")
    quick = [_picture(window, key) for key in ("risk", "quality", "explore", "configure")]
    qapp.setStyleSheet(qapp.styleSheet() + "\n")  # Qt's own way
    assert quick == [_picture(window, key) for key in ("risk", "quality", "explore", "configure")]


def test_that_a_look_is_put_on_thousands_of_widgets_in_a_moment(window: MainWindow, qtbot, qapp):
    hidden = QWidget(window)
    column = QVBoxLayout(hidden)
    for number in range(60):
        part = hidden
        for _depth in range(12):
            inner = QWidget()
            (part.layout() or QVBoxLayout(part)).addWidget(inner)
            part = inner
        column.addWidget(part)
        QVBoxLayout(part).addWidget(QLabel(str(number)))
    hidden.show()
    qtbot.waitUntil(hidden.isVisible)
    hidden.hide()
    began = time.process_time()
    theme.apply(qapp, "dark")
    assert time.process_time() - began < 0.3
    label = hidden.findChildren(QLabel)[-1]
    qtbot.waitUntil(lambda: theme.restyling.is_finished, timeout=LONG)
    assert label.palette().windowText().color() == theme.DARK.color("text.1")


def _picture(window: MainWindow, key: str) -> QImage:
    window.show_perspective(key)
    QCoreApplication.processEvents()
    return window.grab().toImage()
