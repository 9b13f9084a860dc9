"""Asking where the keyboard goes must not put the life of widgets into other hands."""

from __future__ import annotations

import gc

from PySide6.QtWidgets import QLineEdit, QScrollArea, QVBoxLayout, QWidget
from shiboken6 import isValid

from arxdesk.ui.widgets.basics.eye_order import tab_stops
from arxdesk.ui.widgets.frames.step_dialog import StepDialog


def scrolled_field() -> tuple[QScrollArea, QLineEdit]:
    page = QWidget()
    field = QLineEdit()
    QVBoxLayout(page).addWidget(field)
    area = QScrollArea()
    area.setWidget(page)
    return area, field


def test_that_what_tab_leads_to_outlives_a_collection_of_garbage(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    area, field = scrolled_field()
    QVBoxLayout(window).addWidget(area)
    del area
    window.show()
    assert field in tab_stops(window)
    gc.collect()
    assert isValid(field)
    assert field in tab_stops(window)


def test_that_pages_outlive_a_collection_of_garbage(qtbot):
    dialog = StepDialog("Steps")
    qtbot.addWidget(dialog)
    area, field = scrolled_field()
    dialog.add_page("One", area)
    del area
    dialog.show()
    dialog.focus_page()
    assert dialog.focusWidget() is field
    gc.collect()
    assert isValid(field)
