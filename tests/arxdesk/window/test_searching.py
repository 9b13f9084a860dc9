"""From the dialog to the result in the real window: settings, stop, searching on, runs."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.activities import APPLYING, SEARCHING
from arxdesk.explore.search import panel_place
from arxdesk.explore.search.dialog import AnonymizeDialog
from arxdesk.window.window import MainWindow
from arxdesk_engine.search.solution import Status
from tests.arxdesk.anonymizing import anonymize, asked_how, start_search
from tests.arxdesk.conftest import small_project, wide_project

LONG = 60_000


@pytest.fixture(autouse=True)
def panel_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel opens for searches that take their time; how long these take is no matter of the machine here."""
    monkeypatch.setattr(panel_place, "PANEL_AFTER", 0)


@pytest.fixture
def document(window: MainWindow) -> Document:
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    return made


@pytest.fixture
def wide(window: MainWindow) -> Document:
    """What a search goes through in some seconds."""
    made = Document(*wide_project(7, 600), None, window.session)
    window.session._replace_document(made)
    return made


def wait_until_quiet(window: MainWindow, qtbot) -> None:
    session = window.session
    qtbot.waitUntil(lambda: not session.is_busy(SEARCHING) and not session.is_busy(APPLYING), timeout=LONG)


def start_with(window: MainWindow, qtbot, button: str = "anonymize", **texts: str) -> None:
    """Accept the dialog with another algorithm, or other numbers."""
    dialog = asked_how(window, button)
    dialog.algorithm.set_value(texts.pop("algorithm", dialog.algorithm.value))
    dialog.algorithm.chosen.emit(dialog.algorithm.value)
    for name, text in texts.items():
        dialog.edits[name].setText(text)
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)


def test_that_the_shortcut_asks_and_return_starts(window: MainWindow, qtbot, document: Document):
    with qtbot.waitActive(window):
        window.activateWindow()
    QTest.keyClick(window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    dialog = window.dialog
    assert isinstance(dialog, AnonymizeDialog)
    assert not window.session.is_busy(SEARCHING)
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert window.session.is_busy(SEARCHING)
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)


def test_that_cancel_searches_nothing_and_changes_nothing(window: MainWindow, document: Document):
    dialog = asked_how(window)
    dialog.seconds.setText("5")
    QTest.mouseClick(dialog.foot.cancel, Qt.MouseButton.LeftButton)
    assert not window.session.is_busy(SEARCHING)
    assert document.undo_stack.count() == 0


def test_that_settings_are_one_step_of_undo_and_only_when_they_differ(window: MainWindow, qtbot, document: Document):
    anonymize(window, qtbot)
    assert document.undo_stack.count() == 0
    start_with(window, qtbot, "again", algorithm="flash", time_limit="30")
    wait_until_quiet(window, qtbot)
    assert document.undo_stack.count() == 1
    assert (document.job.search.algorithm, document.job.search.time_limit) == ("flash", 30.0)
    assert document.result.solution.algorithm == "flash"
    document.undo_stack.undo()
    assert document.job.search.algorithm == "optimal"


def test_that_after_a_stop_searching_on_proves_what_an_uninterrupted_search_proves(
    window: MainWindow, qtbot, wide: Document
):
    start_with(window, qtbot, check_limit="60")
    wait_until_quiet(window, qtbot)
    early = wide.result.solution
    assert early.status is Status.BEST_FOUND
    assert "ended early" in window.command_bar.state[1]
    assert window.buttons["search_on"].isVisible()
    assert window.panel.search_on.isVisible()
    assert [action.text() for action in window.panel.search_on.menu().actions()] == [
        "Search On Until It Ends",
        "Search On for 1 Minute",
        "Search On for 10 Minutes",
    ]
    before = window.panel.curves.points()
    window.actions_by_name["search_on"].trigger()
    assert window.session.searching.goes_on
    assert window.panel.title.text() == "Search running"
    assert window.panel.curves.points() == before
    wait_until_quiet(window, qtbot)
    later = wide.result.solution
    assert later.status is Status.OPTIMAL
    assert later.checks > early.checks
    assert not window.buttons["search_on"].isVisible()
    assert not window.panel.search_on.isVisible()
    assert [run.number for run in window.panel.runs.runs] == [1]
    start_with(window, qtbot, "again", check_limit="")
    wait_until_quiet(window, qtbot)
    whole = wide.result.solution
    assert (whole.status, whole.best.score) == (Status.OPTIMAL, later.best.score)
    assert [run.number for run in window.panel.runs.runs] == [1, 2]


def test_that_a_search_that_goes_on_is_stopped_like_any_other(window: MainWindow, qtbot):
    made = Document(*wide_project(), None, window.session)
    window.session._replace_document(made)
    start_search(window)
    for _ in range(2):
        told = window.panel._told
        qtbot.waitUntil(lambda told=told: window.panel._told.checks > told.checks, timeout=LONG)
        window.actions_by_name["stop"].trigger()
        wait_until_quiet(window, qtbot)
        assert made.result.solution.status is Status.BEST_FOUND
        seconds, checks = made.result.solution.seconds, made.result.solution.checks
        window.actions_by_name["search_on_1"].trigger()
        assert window.session.searching.ends_at == pytest.approx(seconds + 60)
        qtbot.waitUntil(lambda checks=checks: window.panel._told.checks > checks, timeout=LONG)
    assert "at most" in window.status._left.text()


def test_that_the_panel_is_painted_again_once_a_search_has_ended(window: MainWindow, qtbot, wide: Document):
    window.show()
    start_with(window, qtbot)
    wait_until_quiet(window, qtbot)
    qtbot.waitUntil(lambda: window.panel.isVisible() and window.panel.updatesEnabled())


def test_that_what_ended_by_itself_is_not_searched_on(window: MainWindow, qtbot, wide: Document):
    start_with(window, qtbot, algorithm="datafly")
    wait_until_quiet(window, qtbot)
    assert wide.result.solution.status is Status.BEST_FOUND
    assert not wide.can_search_on
    assert not window.panel.search_on.isVisible()
    assert "has ended" in window.panel._explanation.text()


def test_that_an_algorithm_without_a_continuation_begins_again(window: MainWindow, qtbot, wide: Document):
    start_with(window, qtbot, algorithm="flash", check_limit="20")
    wait_until_quiet(window, qtbot)
    early = wide.result.solution
    assert "begins again" in window.panel._explanation.text()
    window.actions_by_name["search_on"].trigger()
    wait_until_quiet(window, qtbot)
    later = wide.result.solution
    assert later.status is Status.OPTIMAL
    assert later.checks > early.checks
    points = window.panel.curves.points()
    assert [at for at, _score, _bound in points] == sorted(at for at, _score, _bound in points)
    scores = [score for _at, score, _bound in points if score is not None]
    assert scores == sorted(scores, reverse=True)


def test_that_runs_of_other_algorithms_are_drawn_beside_the_search(window: MainWindow, qtbot, wide: Document):
    start_with(window, qtbot, algorithm="genetic")
    wait_until_quiet(window, qtbot)
    start_with(window, qtbot, "again", algorithm="optimal")
    wait_until_quiet(window, qtbot)
    panel = window.panel
    panel.tabs.setCurrentIndex(2)
    QTest.mouseClick(panel.runs_view.boxes[1], Qt.MouseButton.LeftButton, pos=panel.runs_view.boxes[1].rect().center())
    (trace,) = panel.curves.traces
    assert trace.name == "Run 1: Genetic, seed 0"
    assert trace.points[-1][1] >= wide.result.solution.best.score
    window.session._replace_document(Document(*small_project(), None, window.session))
    assert panel.runs.runs == ()
    assert panel.curves.traces == ()


def test_that_an_improvement_that_is_clicked_is_selected_everywhere(window: MainWindow, qtbot, wide: Document):
    start_search(window)
    wait_until_quiet(window, qtbot)
    exploration = window.workspace.exploration
    qtbot.waitUntil(lambda: exploration.is_settled, timeout=LONG)
    improvements = wide.result.solution.improvements
    first = improvements[0].check
    assert wide.selected == wide.result.solution.best.levels != first.levels
    rows = window.panel.improvements
    rows.clicked.emit(rows.model().index(len(improvements) - 1, 0))
    assert wide.selected == first.levels
    assert wide.selection is not None
    assert wide.selection.score == first.score


def test_that_the_status_bar_tells_best_and_share_while_searching(window: MainWindow, qtbot):
    made = Document(*wide_project(), None, window.session)
    window.session._replace_document(made)
    start_search(window)
    qtbot.waitUntil(lambda: window.panel._told.levels is not None, timeout=LONG)
    status = window.status
    assert status._activity.text() == "Searching"
    assert status._left.text().endswith("%")  # nobody knows how long it takes
    assert status._selected.text().startswith("Best so far: ")
    assert not status._applied.isVisible()
    window.actions_by_name["stop"].trigger()
    wait_until_quiet(window, qtbot)
    qtbot.waitUntil(lambda: status._left.text() == "", timeout=LONG)
    assert status._selected.text().startswith("Selected: ")
    assert status._applied.isVisible()


def test_that_the_dialog_leads_nowhere_once_another_project_is_open(window: MainWindow, document: Document):
    dialog = asked_how(window)
    window.session._replace_document(Document(*small_project(), None, window.session))
    dialog.accept()
    assert not window.session.is_busy(SEARCHING)
