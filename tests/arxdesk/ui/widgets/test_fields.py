"""Segments, number fields and spin boxes: values, signals, keyboard."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent

from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.fields.segmented import Option, Segmented
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox

ROLES = [
    Option("i", "Identifying"),
    Option("q", "Quasi-identifying", "role.quasi", "role.quasi.soft"),
    ("s", "Sensitive"),
]


@pytest.fixture
def roles(shown):
    return shown(Segmented("Role", ROLES), 300, 30)


def test_that_one_segment_is_chosen_and_a_click_announces_another(roles, qtbot):
    assert roles.value == "i"
    with qtbot.waitSignal(roles.chosen) as caught:
        qtbot.mouseClick(roles.segment("q"), Qt.MouseButton.LeftButton)
    assert caught.args == ["q"]
    assert roles.value == "q"
    assert not roles.segment("i").isChecked()


def test_that_setting_a_value_is_silent_and_none_clears(roles, qtbot):
    with qtbot.assertNotEmitted(roles.chosen):
        roles.set_value("s")
        roles.set_value(None)
    assert roles.value == ""
    qtbot.mouseClick(roles.segment("i"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(roles.segment("q"), Qt.MouseButton.LeftButton)
    assert [key for key in ("i", "q", "s") if roles.segment(key).isChecked()] == ["q"]


def test_that_the_keyboard_chooses_a_segment(roles, qtbot):
    with qtbot.waitSignal(roles.chosen) as caught:
        qtbot.keyClick(roles.segment("s"), Qt.Key.Key_Space)
    assert caught.args == ["s"]
    with qtbot.waitExposed(roles):
        roles.show()
    roles.activateWindow()
    roles.segment("s").setFocus()
    with qtbot.waitSignal(roles.chosen) as caught:
        qtbot.keyClick(roles.segment("s"), Qt.Key.Key_Left)
    assert caught.args == ["q"]
    assert roles.value == "q"


def test_that_a_forbidden_segment_cannot_be_chosen(roles, qtbot):
    roles.set_option_enabled("q", False)
    with qtbot.assertNotEmitted(roles.chosen):
        qtbot.mouseClick(roles.segment("q"), Qt.MouseButton.LeftButton)


@pytest.fixture
def limit(shown):
    return shown(NumberField("Suppression limit", 0, 100, 5, 0, " %"), 300, 30)


def test_that_slider_and_box_agree(limit):
    assert (limit.value, limit.slider.value(), limit.box.text()) == (5, 5, "5 %")
    limit.slider.setValue(40)
    assert limit.box.value() == 40
    limit.box.setValue(12)
    assert limit.slider.value() == 12


def test_that_decimals_survive_the_slider(shown):
    weight = shown(NumberField("Weight", 0, 1, 0.5, 2), 300, 30)
    assert weight.slider.maximum() == 100
    weight.slider.setValue(37)
    assert weight.value == 0.37


def test_that_dragging_is_announced_and_committed_once(limit, qtbot):
    changes, commits = [], []
    limit.value_changed.connect(changes.append)
    limit.value_committed.connect(commits.append)
    limit.slider.setSliderDown(True)
    for value in (10, 20, 30):
        limit.slider.setSliderPosition(value)
    assert changes == [10, 20, 30]
    assert commits == []
    limit.slider.setSliderDown(False)
    assert commits == [30]


def test_that_the_keyboard_moves_the_slider_and_commits(limit, qtbot):
    with qtbot.waitSignal(limit.value_committed) as caught:
        qtbot.keyClick(limit.slider, Qt.Key.Key_Right)
    assert caught.args == [6]


def test_that_setting_is_silent(limit, qtbot):
    with qtbot.assertNotEmitted(limit.value_changed), qtbot.assertNotEmitted(limit.value_committed):
        limit.set_value(50)
        limit.set_range(0, 20)
    assert limit.value == 20
    assert limit.slider.value() == 20


def test_that_typing_is_announced_when_complete(limit, qtbot):
    limit.box.selectAll()
    with qtbot.assertNotEmitted(limit.value_changed):
        qtbot.keyClicks(limit.box, "37")
    with qtbot.waitSignal(limit.value_committed) as caught:
        qtbot.keyClick(limit.box, Qt.Key.Key_Return)
    assert caught.args == [37]


def wheel(qapp, widget):
    at = QPointF(widget.rect().center())
    nothing = Qt.KeyboardModifier.NoModifier
    turn = QWheelEvent(
        at, at, QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton, nothing, Qt.ScrollPhase.NoScrollPhase, False
    )
    qapp.sendEvent(widget, turn)


def test_that_the_wheel_changes_nothing_without_focus(qapp, shown, limit):
    whole, decimal = shown(SpinBox(0, 10, 5)), shown(DoubleSpinBox(0, 1, 0.5))
    for widget in (whole, decimal, limit.slider):
        wheel(qapp, widget)
    assert (whole.value(), decimal.value(), limit.value) == (5, 0.5, 5)


def test_that_thousands_are_separated(shown):
    assert shown(SpinBox(0, 10**9, 317_238_626)).text() == "317,238,626"


def test_that_tab_goes_to_the_chosen_segment_and_to_the_first_where_none_is(roles, qtbot):
    def stops() -> list[str]:
        return [key for key in ("i", "q", "s") if roles.segment(key).focusPolicy() & Qt.FocusPolicy.TabFocus]

    assert stops() == ["i"]
    roles.set_value("s")
    assert stops() == ["s"]
    qtbot.keyClick(roles.segment("q"), Qt.Key.Key_Space)
    assert stops() == ["q"]
    roles.set_value(None)
    assert stops() == ["i"]


def test_that_a_slider_in_whole_numbers_leaves_typed_decimals_alone(shown, qtbot):
    field = shown(NumberField("Threshold", 0, 100, 20, 1, " %", slider_decimals=0), 300, 30)
    assert field.box.text() == "20 %"
    field.set_value(33.4)
    assert (field.box.text(), field.slider.value(), field.value) == ("33.4 %", 33, 33.4)
    field.slider.setValue(10)
    assert (field.box.text(), field.value) == ("10 %", 10.0)


def test_that_a_long_option_ends_in_an_ellipsis_and_not_in_a_letter(qtbot):
    choice = ChoiceBox(
        "Attribute", [("long", "Hauptentlassungsdiagnose nach dem amtlichen Verzeichnis"), ("short", "age")]
    )
    qtbot.addWidget(choice)
    choice.resize(160, 24)
    choice.set_value("long")
    choice.show()
    assert choice.shown_text.startswith("Hauptentl")
    assert choice.shown_text.endswith("…")
    assert choice.fontMetrics().horizontalAdvance(choice.shown_text) < 160
    choice.set_value("short")
    assert choice.shown_text == "age"
