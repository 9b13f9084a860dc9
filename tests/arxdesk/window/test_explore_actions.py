"""Pinning, comparing, applying and taking it back, as a person does it in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.explore.comparison.flow import COMPARING
from arxdesk.explore.perspective import ExplorePerspective
from arxdesk.explore.pins.selection_pane import PINNED
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import load_job
from arxdesk_engine.lattice.lattice import Levels
from tests.arxdesk.conftest import wide_project

LONG = 60_000
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def document(window: MainWindow, qtbot) -> Document:
    """A project that was searched; the window shows Explore."""
    document = Document(*wide_project(3, 400), None, window.session)
    window.session._replace_document(document)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    window.show_perspective("explore")
    qtbot.waitUntil(lambda: window.workspace.exploration.is_settled, timeout=LONG)
    return document


def explore(window: MainWindow) -> ExplorePerspective:
    made = window.workspace.perspectives["explore"]
    assert isinstance(made, ExplorePerspective)
    return made


def another(window: MainWindow) -> Levels:
    """An anonymous transformation that is not applied."""
    exploration = window.workspace.exploration
    order, alternatives = exploration.sifted.order, exploration.alternatives
    return alternatives.levels_of(int(order[3]))


def apply(window: MainWindow, document: Document, qtbot, levels: Levels) -> None:
    window.workspace.exploration.select(levels)
    window.actions_by_name["apply"].trigger()
    qtbot.waitUntil(lambda: document.applied.check.levels == levels, timeout=LONG)


def test_that_applying_is_undone_and_redone_in_the_whole_window(window: MainWindow, document: Document, qtbot):
    best, levels = document.applied.check.levels, another(window)
    apply(window, document, qtbot, levels)
    window.show_perspective("quality")
    said = ", ".join(map(str, levels))
    assert window.undo_actions.undo.text() == f"Undo Apply {said}"
    assert window.command_bar.state[0] == f"Shown: {said}"
    assert not window.isWindowModified()
    window.undo_actions.undo.trigger()
    assert document.applied.check.levels == best
    assert window.command_bar.state[0] == f"Shown: {', '.join(map(str, best))}"
    assert window.undo_actions.redo.isEnabled()
    window.undo_actions.redo.trigger()
    assert document.applied.check.levels == levels
    assert not window.isWindowModified()


def test_that_undo_is_off_while_a_search_runs_even_after_pinning(window: MainWindow, document: Document):
    document.set_locked(True)
    window.actions_by_name["pin"].trigger()
    assert len(document.job.explore.pins) == 1
    assert not window.undo_actions.undo.isEnabled()
    document.set_locked(False)
    assert window.undo_actions.undo.isEnabled()
    assert window.isWindowModified()


def test_that_the_selection_is_pinned_with_a_key_and_the_pins_come_to_the_front(window: MainWindow, document: Document):
    QTest.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert len(document.job.explore.pins) == 1
    assert explore(window).selection_pane.tabs.currentIndex() == PINNED
    QTest.keyClick(window, Qt.Key.Key_B, CONTROL)
    assert document.job.explore.pins == ()


def test_that_list_and_lattice_pin_and_compare(window: MainWindow, document: Document):
    best, levels = document.applied.check.levels, another(window)
    view = explore(window)
    document.wishes.toggle_pin(levels)
    document.wishes.toggle_pin(best)
    assert [tuple(pin.levels.values()) for pin in document.job.explore.pins] == [levels, best]
    document.wishes.compare(levels, best)
    assert view.comparison.dialog.isVisible()
    view.comparison.dialog.close()


def test_that_the_selection_is_compared_with_the_best_and_applied_from_there(
    window: MainWindow, document: Document, qtbot
):
    assert not window.actions_by_name["compare"].isEnabled()
    levels = another(window)
    window.workspace.exploration.select(levels)
    QTest.keyClick(window, Qt.Key.Key_K, CONTROL)
    dialog = explore(window).comparison.dialog
    qtbot.waitUntil(lambda: dialog.comparison is not None, timeout=LONG)
    assert dialog.comparison.levels == (levels, document.result.solution.best.levels)
    QTest.mouseClick(dialog.heads[0].apply, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: document.applied.check.levels == levels, timeout=LONG)
    assert dialog.heads[0].apply.text() == "Applied"
    dialog.close()
    assert window.undo_actions.undo.isEnabled()


def test_that_where_the_best_is_selected_it_is_compared_with_what_is_applied(
    window: MainWindow, document: Document, qtbot
):
    best, levels = document.applied.check.levels, another(window)
    apply(window, document, qtbot, levels)
    window.workspace.exploration.select(best)
    window.actions_by_name["compare"].trigger()
    flow = explore(window).comparison
    assert flow._levels == (best, levels)
    flow.dialog.close()


def test_that_pins_are_saved_with_the_project_and_are_there_again(
    window: MainWindow, document: Document, qtbot, tmp_path
):
    view = explore(window).selection_pane
    view.toggle_pin()
    view.pinning.annotate(0, "Ask the registry.")
    assert window.isWindowModified()
    path = tmp_path / "study.toml"
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.session.save(path)
    assert not window.isWindowModified()
    assert load_job(path).explore.pins == document.job.explore.pins
    assert load_job(path).explore.pins[0].note == "Ask the registry."


def test_that_a_comparison_goes_with_its_project(window: MainWindow, document: Document, qtbot):
    window.workspace.exploration.select(another(window))
    window.actions_by_name["compare"].trigger()
    dialog = explore(window).comparison.dialog
    window.session.close_document()
    qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)
    assert not window.session.is_busy(COMPARING)
    assert dialog is not None


def test_that_a_search_that_begins_leaves_the_pins_as_they_are(window: MainWindow, document: Document, qtbot):
    explore(window).toggle_pin()
    first = document.result
    window.session.searching.anonymize()
    explore(window).selection_pane.pinning.annotate(0, "While it runs.")
    qtbot.waitUntil(lambda: document.result is not first, timeout=LONG)
    assert document.job.explore.pins[0].note == "While it runs."
    assert document.result_is_current
