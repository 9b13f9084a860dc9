"""Dialogs in steps keep within the window, dim it, and begin where something can be done."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from arxdesk.ui.widgets.basics.dimmer import Dimmer
from arxdesk.ui.widgets.frames.step_dialog import SIZE, StepDialog


@pytest.fixture
def behind(qtbot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    return window


def dialog_over(window: QWidget) -> tuple[StepDialog, QLineEdit]:
    dialog = StepDialog("Steps", window)
    page = QWidget()
    field = QLineEdit()
    QVBoxLayout(page).addWidget(field)
    for title in ("One", "Two", "Three"):
        dialog.add_page(title, page if title == "One" else QWidget())
    return dialog, field


def test_that_the_window_is_dimmed_while_the_dialog_is_open_and_follows_its_size(behind: QWidget, qtbot):
    dialog, _field = dialog_over(behind)
    before = behind.grab().toImage().pixelColor(20, 20).lightness()
    dialog.show()
    dimmer = behind.findChild(Dimmer)
    assert behind.grab().toImage().pixelColor(20, 20).lightness() < before - 50
    behind.resize(1200, 800)
    qtbot.waitUntil(lambda: dimmer.size() == behind.size())
    dialog.done(0)
    assert not dimmer.isVisible()
    assert behind.grab().toImage().pixelColor(20, 20).lightness() == before


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 680)])
def test_that_the_dialog_is_no_larger_than_the_window(behind: QWidget, width: int, height: int):
    behind.resize(width, height)
    dialog, _field = dialog_over(behind)
    dialog.show()
    assert dialog.size() == SIZE.boundedTo(behind.size())


def test_that_the_keyboard_begins_in_the_page(behind: QWidget):
    dialog, field = dialog_over(behind)
    dialog.show()
    assert dialog.focusWidget() is field


def test_that_steps_ahead_can_be_chosen_only_where_next_leads(behind: QWidget):
    dialog, _field = dialog_over(behind)
    steps = list(dialog._group.buttons())
    assert [step.isEnabled() for step in steps] == [True, True, False]
    dialog.set_next("Next", enabled=False)
    assert [step.isEnabled() for step in steps] == [True, False, False]
