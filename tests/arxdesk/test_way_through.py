"""On the way through the window every screen speaks of what it shows, and the keyboard stays where the work is."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.settings import RecentProject
from arxdesk.ui.widgets.frames.rail import RailItem
from arxdesk.ui.widgets.tables.level_bars import LevelRows
from arxdesk.window.window import MainWindow
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.changes import change_privacy

LONG = 60_000
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document(window: MainWindow, qtbot) -> Document:
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    assert window.document is not None
    return window.document


def anonymize(window: MainWindow, document: Document, qtbot) -> None:
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        window.session.searching.anonymize()


def test_that_quality_and_risk_name_what_they_show(window: MainWindow, document: Document, qtbot):
    anonymize(window, document, qtbot)
    assert document.result is not None
    solution = document.result.solution
    assert solution.best is not None
    window.show_perspective("quality")
    shown = ", ".join(map(str, solution.best.levels))
    assert window.command_bar.state == (f"Shown: {shown}", "the optimum, applied")

    other = next(check for check in solution.examined if check.anonymous and check.levels != solution.best.levels)
    window.show_perspective("explore")
    assert window.command_bar.state[0] == "Optimum proven."
    document.select(other.levels)
    with qtbot.waitSignal(document.applied_changed, timeout=LONG):
        QTest.mouseClick(window.buttons["apply"], LEFT)
    for perspective in ("quality", "risk"):
        window.show_perspective(perspective)
        lead, rest = window.command_bar.state
        assert lead == f"Shown: {', '.join(map(str, other.levels))}"
        assert rest.startswith("applied, not the optimum: ")


def test_that_applying_leaves_the_keyboard_in_the_perspective(window: MainWindow, document: Document, qtbot):
    anonymize(window, document, qtbot)
    assert document.result is not None
    other = next(
        check for check in document.result.solution.examined if check.anonymous and check != document.selection
    )
    document.select(other.levels)
    window.activateWindow()
    window.buttons["apply"].setFocus()
    with qtbot.waitSignal(document.applied_changed, timeout=LONG):
        QTest.keyClick(window.buttons["apply"], Qt.Key.Key_Space)
    focused = window.focusWidget()
    assert not isinstance(focused, RailItem)
    assert window.workspace.perspectives["explore"].isAncestorOf(focused)


def test_that_the_search_panel_stays_behind_once_the_search_is_over(window: MainWindow, document: Document, qtbot):
    anonymize(window, document, qtbot)
    window.show_perspective("explore")
    if not window.panel.isVisible():  # the search took less than a second
        window.actions_by_name["panel"].trigger()
    window.show_perspective("risk")
    assert not window.panel.isVisible()
    window.actions_by_name["panel"].trigger()
    assert window.panel.isVisible()
    window.show_perspective("quality")
    assert window.panel.isVisible()


@pytest.mark.parametrize("other", ["configure", "quality", "risk"])
def test_that_the_search_panel_is_in_explore_alone_once_the_search_is_over(
    window: MainWindow, document: Document, qtbot, other
):
    window._begin_search()
    qtbot.waitUntil(window.panel.isVisible, timeout=LONG)
    window.panel_place._is_searching = lambda: True
    window.show_perspective(other)
    assert window.panel.isVisible(), "a search that runs is told of everywhere"
    window.panel_place._is_searching = lambda: False
    window._end_search()
    assert not window.panel.isVisible()
    window.show_perspective("explore")
    assert window.panel.isVisible()
    window.show_perspective(other)
    assert not window.panel.isVisible()


def test_that_a_click_on_the_rail_moves_the_search_panel_as_well(window: MainWindow, document: Document, qtbot):
    window._begin_search()
    qtbot.waitUntil(window.panel.isVisible, timeout=LONG)
    window._end_search()
    QTest.mouseClick(window.rail.item("quality"), Qt.MouseButton.LeftButton)
    assert not window.panel.isVisible()
    QTest.mouseClick(window.rail.item("explore"), Qt.MouseButton.LeftButton)
    assert window.panel.isVisible()


def test_that_letters_of_menus_are_underlined_while_alt_is_held(window: MainWindow):
    bar = window.menuBar()
    at_rest = bar.grab().toImage()
    QTest.keyPress(window.rail, Qt.Key.Key_Alt)
    assert bar.grab().toImage() != at_rest
    QTest.keyRelease(window.rail, Qt.Key.Key_Alt)
    bar.setActiveAction(None)
    assert bar.grab().toImage() == at_rest


def test_that_the_panel_opens_for_searches_that_take_their_time_alone(window: MainWindow, document: Document, qtbot):
    assert window.panel_place.due.interval() == 1000
    window._begin_search()
    assert not window.panel.isVisible()
    window._end_search()
    QTest.qWait(1100)
    assert not window.panel.isVisible()
    window._begin_search()
    qtbot.waitUntil(window.panel.isVisible, timeout=LONG)


def test_that_a_search_without_result_shows_no_levels_as_if_they_were_found(
    window: MainWindow, document: Document, qtbot
):
    document.push(change_privacy(document, (KAnonymity(k=20_000),), "k", mergeable=False))
    with qtbot.waitSignal(window.session.searching.ended, timeout=LONG):
        window.session.searching.anonymize()
    assert window.command_bar.state[0] == "Nothing satisfies these rules."
    assert not window.buttons["stop"].isVisible()
    rows = window.panel.findChild(LevelRows)
    assert isinstance(rows, LevelRows)
    assert not rows.rows


def test_that_no_perspective_is_chosen_on_the_start_page(window: MainWindow, document: Document, qtbot):
    window.show_perspective("risk")
    window.flows.project.close()
    assert window.rail.current == ""
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    assert window.rail.current == "configure"


def test_that_the_example_is_always_a_copy(window: MainWindow, qtbot):
    window.flows.project.open(example_project())
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    assert window.document is not None
    assert window.document.file is None
    assert window.settings.recent == ()


def test_that_recent_projects_stand_under_each_other_with_both_lines_whole(
    window: MainWindow, tmp_path: Path, picture, qtbot
):
    files = [tmp_path / name for name in ("one.toml", "two.toml")]
    for file in files:
        file.touch()
    window.workspace.start_page.show_recent(tuple(RecentProject(str(file), "10 records") for file in files))
    QTest.qWait(50)
    picture(window, "start-recent-light")
    entries = [each for each in window.findChildren(object) if type(each).__name__ == "_RecentEntry"]
    assert [entry.height() for entry in entries[-2:]] == [56, 56]
