"""A dialog in steps: forward only where the page lets go, back at any time, by mouse and by keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit

from arxdesk.widgets.step_dialog import StepButton, StepDialog


class ThreeSteps(StepDialog):
    def __init__(self) -> None:
        super().__init__("Three steps")
        self.held: set[int] = set()
        self.entered: list[int] = []
        for title in ("First", "Second", "Third"):
            self.add_page(title, QLabel(f"page {title}"))

    def leave_page(self, place: int) -> bool:
        return place not in self.held

    def enter_page(self, place: int) -> None:
        self.entered.append(place)


@pytest.fixture
def dialog(qtbot) -> ThreeSteps:
    made = ThreeSteps()
    qtbot.addWidget(made)
    made.show()
    return made


def steps(dialog: StepDialog) -> list[StepButton]:
    return dialog.findChildren(StepButton)


def test_that_next_leads_through_all_pages_and_finishes(qtbot, dialog):
    places = []
    for _page in range(2):
        dialog.next_button.click()
        places.append(dialog.place)
    assert (places, dialog.entered) == ([1, 2], [1, 2])
    with qtbot.waitSignal(dialog.accepted):
        dialog.next_button.click()


def test_that_a_page_that_does_not_let_go_keeps_its_place(dialog):
    dialog.held = {0}
    dialog.next_button.click()
    assert (dialog.place, dialog.entered) == (0, [])
    assert steps(dialog)[0].isChecked()
    dialog.go_to(1)
    assert dialog.place == 0


def test_that_nothing_is_skipped_and_the_way_back_is_open(qtbot, dialog):
    assert not steps(dialog)[2].isEnabled()
    dialog.go_to(2)
    assert dialog.place == 1
    dialog.go_on()
    qtbot.mouseClick(steps(dialog)[0], Qt.MouseButton.LeftButton)
    assert dialog.place == 0
    assert not dialog.back_button.isEnabled()


def test_that_the_last_page_finishes_only_where_it_lets_go(dialog):
    dialog.go_on()
    dialog.go_on()
    dialog.held = {2}
    dialog.next_button.click()
    assert dialog.isVisible()


def test_that_the_keyboard_is_enough(qtbot, dialog):
    dialog.activateWindow()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.place == 1
    QTest.keyClick(dialog, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert dialog.place == 0
    dialog.set_next("Next", enabled=False)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.place == 0
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_that_return_in_a_field_goes_on_as_well(qtbot, dialog):
    field = QLineEdit(dialog)
    field.show()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert dialog.place == 1


def test_that_steps_are_named_for_screen_readers(dialog):
    assert [step.accessibleName() for step in steps(dialog)] == ["Step 1: First", "Step 2: Second", "Step 3: Third"]
