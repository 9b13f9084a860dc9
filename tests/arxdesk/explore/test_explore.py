"""Explore: what was examined, one selection shared with the document, and the way to apply it."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import apply, search
from arxdesk.core.values.results import Result
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list.model import ListColumn
from arxdesk.explore.perspective import ExplorePerspective
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.item_roles import STATE_ROLE
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.solution import Status
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.explored_results import wait_for


@pytest.fixture
def result(small_document: Document) -> Result:
    return search(small_document.job, small_document.dataset, small_document.hierarchies, Control())


@pytest.fixture
def exploration(small_document: Document, jobs: Jobs) -> Exploration:
    return Exploration(small_document, jobs, small_document)


@pytest.fixture
def explore(qtbot, exploration: Exploration) -> ExplorePerspective:
    made = ExplorePerspective(exploration)
    qtbot.addWidget(made)
    made.resize(1368, 700)
    made.show()
    return made


def levels_at(explore: ExplorePerspective, row: int) -> tuple[int, ...]:
    return explore.list_view.model.levels_at(row)


def message(explore: ExplorePerspective) -> str:
    return explore.selection_pane.selection_view._message.text.text()


def test_that_before_a_search_the_way_on_is_told(explore: ExplorePerspective, small_document: Document):
    assert explore.list_view._stack.currentWidget() is explore.list_view._empty
    small_document.set_locked(True)
    assert explore.selection_pane.selection_view._stack.currentWidget() is explore.selection_pane.selection_view._empty


def test_that_the_best_is_selected_after_a_search(
    explore, exploration, small_document: Document, result: Result, qtbot
):
    small_document.set_result(result)
    wait_for(exploration, qtbot)
    table = explore.list_view.table
    assert levels_at(explore, table.currentIndex().row()) == result.solution.best.levels
    assert explore.selection_pane.selection_view.caption.casefold() == "the optimum"
    assert explore.list_view.model.rowCount() == result.anonymizer.problem.lattice.size
    assert explore.list_view.caption == "sorted by score, best first"


def test_that_a_search_that_ended_early_claims_no_proof(explore, exploration, small_document, result: Result, qtbot):
    best = result.solution.best
    early = dataclasses.replace(result.solution, status=Status.BEST_FOUND, lower_bound=best.score / 2)
    small_document.set_result(Result(result.anonymizer, early))
    wait_for(exploration, qtbot)
    first = explore.list_view.model.index(explore.list_view.model.row_of(best.levels), ListColumn.STATE)
    assert first.data(Qt.ItemDataRole.AccessibleTextRole) == "Best"
    assert explore.filters_view.classes.boxes["optimum"].accessibleName() == "Best so far"


def test_that_the_selection_is_shared_by_list_tiles_and_document(explore, exploration, small_document, result, qtbot):
    small_document.set_result(result)
    wait_for(exploration, qtbot)
    table, tiles = explore.list_view.table, explore.list_view.tiles
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert small_document.selected == levels_at(explore, 1)
    assert tiles.current == 1
    assert "optimum" not in explore.selection_pane.selection_view.caption.casefold()
    small_document.select(levels_at(explore, 0))
    assert table.currentIndex().row() == tiles.current == 0
    assert [index.row() for index in table.selectionModel().selectedRows()] == [0]
    explore.list_view.show_as("tiles")
    QTest.keyClick(tiles, Qt.Key.Key_Right)
    QTest.keyClick(tiles, Qt.Key.Key_Right)
    assert small_document.selected == levels_at(explore, 2)
    assert table.currentIndex().row() == 2


@pytest.mark.parametrize("column", [ListColumn.GROUPS, ListColumn.REMOVED, ListColumn.LEVELS])
def test_that_sorting_keeps_the_selection_of_the_document(explore, exploration, small_document, result, column, qtbot):
    small_document.set_result(result)
    wait_for(exploration, qtbot)
    before = small_document.selection
    heard: list[int] = []
    small_document.selection_changed.connect(lambda: heard.append(1))
    for way in Qt.SortOrder:
        explore.list_view.table.sortByColumn(column, way)
        wait_for(exploration, qtbot)
        assert small_document.selection == before
        assert levels_at(explore, explore.list_view.table.currentIndex().row()) == before.levels
    assert heard == []


def test_that_what_is_not_anonymous_cannot_be_applied_and_says_why(explore, small_document, result: Result):
    small_document.set_result(result)
    bad = next(check for check in result.solution.examined if not check.anonymous)
    small_document.select(bad.levels)
    assert not explore.selection_pane.selection_view._apply.isEnabled()
    assert "Cannot be applied." in message(explore)
    assert explore.selection_pane.selection_view._sentence.text().startswith("Not anonymous:")


def test_that_apply_is_offered_until_it_is_applied(explore, small_document: Document, result: Result, qtbot):
    small_document.set_result(result)
    button = explore.selection_pane.selection_view._apply
    with qtbot.waitSignal(small_document.wishes.application):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    small_document.set_applied(apply(result, result.solution.best.levels, Control()))
    assert not button.isEnabled()
    assert "Applied." in message(explore)


def test_that_nothing_is_applied_while_a_search_runs(explore, small_document: Document, result: Result):
    small_document.set_result(result)
    small_document.set_locked(True)
    assert not explore.selection_pane.selection_view._apply.isEnabled()
    small_document.set_locked(False)
    assert explore.selection_pane.selection_view._apply.isEnabled()


def test_that_a_changed_configuration_is_told_beside_the_selection(explore, small_document, result: Result):
    small_document.set_result(result)
    small_document.push(change_suppression_limit(small_document, 0.5))
    assert "Out of date." in message(explore)
    small_document.undo_stack.undo()
    assert not explore.selection_pane.selection_view._message.isVisible()


def test_that_another_result_replaces_the_list(explore, exploration, small_document: Document, result: Result, qtbot):
    small_document.set_result(result)
    wait_for(exploration, qtbot)
    small_document.push(change_suppression_limit(small_document, 0.9))
    again = search(small_document.job, small_document.dataset, small_document.hierarchies, Control())
    small_document.set_result(again)
    wait_for(exploration, qtbot)
    anonymous = exploration.sifted.counts["anonymous"] + exploration.sifted.counts["optimum"]
    states = [explore.list_view.model.index(row, ListColumn.STATE).data(STATE_ROLE) for row in range(anonymous)]
    assert states == ["optimum"] + ["anonymous"] * (anonymous - 1)
    assert small_document.selection == again.solution.best
