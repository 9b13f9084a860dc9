"""Two handles over a histogram: pointer and keyboard move them, neither passes the other, ends are open."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.fields.range_slider import PAGE, STEP, RangeSlider


@pytest.fixture
def slider(qtbot) -> RangeSlider:
    made = RangeSlider("Score")
    qtbot.addWidget(made)
    made.resize(212, made.sizeHint().height())
    made.set_bars(0.2, 1.2, [1, 5, 20, 3])
    made.show()
    return made


def heard(slider: RangeSlider) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    slider.range_changed.connect(lambda low, high: found.append((round(low, 6), round(high, 6))))
    return found


def test_that_without_a_range_both_sides_are_open(slider: RangeSlider):
    assert slider.is_open == (True, True)
    assert slider.range == pytest.approx((0.2, 1.2))
    slider.set_range(None, 0.7)
    assert slider.is_open == (True, False)
    assert slider.range == pytest.approx((0.2, 0.7))


def test_that_keys_move_a_handle_by_steps_pages_and_to_its_ends(slider: RangeSlider):
    found = heard(slider)
    QTest.keyClick(slider.low, Qt.Key.Key_Right)
    QTest.keyClick(slider.low, Qt.Key.Key_PageUp)
    assert found == [(round(0.2 + STEP, 6), 1.2), (round(0.2 + STEP + PAGE, 6), 1.2)]
    QTest.keyClick(slider.high, Qt.Key.Key_Down)
    assert slider.range[1] == pytest.approx(1.2 - STEP)
    QTest.keyClick(slider.low, Qt.Key.Key_End)
    assert slider.low.place == slider.high.place  # it stops at the other one
    QTest.keyClick(slider.high, Qt.Key.Key_Home)
    assert slider.low.place == slider.high.place
    QTest.keyClick(slider.low, Qt.Key.Key_Home)
    QTest.keyClick(slider.high, Qt.Key.Key_End)
    assert slider.is_open == (True, True)


def test_that_the_pointer_drags_a_handle(slider: RangeSlider):
    found = heard(slider)
    start = slider.high.rect().center()
    QTest.mousePress(slider.high, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(slider.high, start - QPoint(100, 0))
    QTest.mouseRelease(slider.high, Qt.MouseButton.LeftButton)
    assert found[-1] == pytest.approx((0.2, 0.7), abs=0.01)


def test_that_a_click_on_the_track_calls_the_nearer_handle(slider: RangeSlider):
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(66, 45))
    assert slider.range == pytest.approx((0.5, 1.2), abs=0.01)
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(156, 45))
    assert slider.range == pytest.approx((0.5, 0.95), abs=0.01)


def test_that_what_is_set_is_not_announced_and_stays_within_the_limits(slider: RangeSlider):
    found = heard(slider)
    slider.set_range(-5.0, 9.0)
    assert slider.is_open == (True, True)
    slider.set_range(1.0, 0.5)  # upside down
    assert slider.range == pytest.approx((1.0, 1.0))
    slider.set_bars(3.0, 3.0, [4])
    slider.set_range(3.0, 3.0)
    assert found == []


def test_that_each_handle_has_a_name_and_takes_the_focus(slider: RangeSlider):
    names = [handle.accessibleName() for handle in (slider.low, slider.high)]
    assert names == ["Score, lowest", "Score, highest"]
    assert slider.low.focusPolicy() == slider.high.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_that_handles_keep_their_place_when_the_room_changes(slider: RangeSlider):
    slider.set_range(0.7, None)
    slider.resize(412, slider.height())
    assert slider.low.geometry().center().x() == pytest.approx(206, abs=2)
