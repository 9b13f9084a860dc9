"""Rail and command bar."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.buttons import primary_button, secondary_button
from arxdesk.ui.widgets.frames.command_bar import CommandBar
from arxdesk.ui.widgets.frames.rail import Rail


@pytest.fixture
def rail(shown):
    made = Rail()
    for key in ("configure", "explore", "quality"):
        made.add_item(key, key.capitalize(), key)
    made.set_current("configure")
    return shown(made, 72, 400)


def test_that_one_perspective_is_chosen_and_a_click_announces_another(rail, qtbot):
    with qtbot.waitSignal(rail.chosen) as caught:
        qtbot.mouseClick(rail.item("explore"), Qt.MouseButton.LeftButton)
    assert caught.args == ["explore"]
    assert rail.current == "explore"
    assert not rail.item("configure").isChecked()


def test_that_choosing_by_program_is_silent(rail, qtbot):
    with qtbot.assertNotEmitted(rail.chosen):
        rail.set_current("quality")
    assert rail.current == "quality"


def test_that_a_badge_is_drawn_and_said(rail):
    item = rail.item("explore")
    before = item.grab().toImage()
    rail.set_badge("explore", 3, "searches wait")
    assert item.accessibleDescription() == "3 searches wait"
    assert item.grab().toImage() != before
    rail.set_badge("explore", 0)
    assert item.grab().toImage() == before


def test_that_the_active_item_has_an_accent_bar_at_the_edge(rail):
    color = rail.item("configure").grab().toImage().pixelColor(1, 30)
    assert color == theme.current().color("accent")


def test_that_a_disabled_perspective_cannot_be_chosen(rail, qtbot):
    rail.item("quality").setEnabled(False)
    with qtbot.assertNotEmitted(rail.chosen):
        qtbot.mouseClick(rail.item("quality"), Qt.MouseButton.LeftButton)
    assert rail.current == "configure"


def test_that_the_command_bar_is_48_px_high_and_keeps_the_primary_button_last(shown):
    bar = CommandBar()
    undo = QAction("Undo", bar)
    bar.add_icon_action(undo)
    bar.set_state("Optimum proven.", "No other of the 12,960 transformations keeps more detail. " * 5)
    first, second = secondary_button("Anonymize again…"), primary_button("Apply and export…")
    bar.add_button(first)
    bar.add_button(second)
    shown(bar, 900, 48)
    assert bar.minimumHeight() == bar.maximumHeight() == 48
    assert second.mapTo(bar, second.rect().topLeft()).x() > first.mapTo(bar, first.rect().topRight()).x()
    assert second.mapTo(bar, second.rect().topRight()).x() < 900
    assert bar.state[0] == "Optimum proven."
