"""Explore: what was examined, one selection shared with the document, and the way to apply it."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.document import Document
from arxdesk.exploration import Exploration
from arxdesk.models.transformations import Shown
from arxdesk.perspectives.explore.perspective import ExplorePerspective
from arxdesk.results import Result
from arxdesk.workers.jobs import Jobs
from arxdesk.workers.search import apply, search
from engine.control import Control
from engine.search.solution import Status
from tests.arxdesk.changes import change_suppression_limit


@pytest.fixture
def result(small_document: Document) -> Result:
    return search(small_document.job, small_document.dataset, small_document.hierarchies, Control())


@pytest.fixture
def explore(qtbot, small_document: Document, jobs: Jobs) -> ExplorePerspective:
    made = ExplorePerspective(Exploration(small_document, jobs, small_document))
    qtbot.addWidget(made)
    made.resize(1368, 700)
    made.show()
    return made


def levels_at(explore: ExplorePerspective, row: int) -> tuple[int, ...]:
    return explore.list_view._model.check_at(row).levels


def message(explore: ExplorePerspective) -> str:
    return explore.selection_pane.selection_view._message.text.text()


def test_that_before_a_search_the_way_on_is_told(explore: ExplorePerspective, small_document: Document):
    assert explore.list_view._stack.currentWidget() is explore.list_view._empty
    small_document.set_locked(True)
    assert explore.selection_pane.selection_view._stack.currentWidget() is explore.selection_pane.selection_view._empty


def test_that_the_best_is_selected_after_a_search(explore, small_document: Document, result: Result):
    small_document.set_result(result)
    table = explore.list_view.table
    assert levels_at(explore, table.currentIndex().row()) == result.solution.best.levels
    assert explore.selection_pane.selection_view.caption == "the optimum"
    shown, size = len(result.solution.examined), result.anonymizer.problem.lattice.size
    assert explore.list_view.caption == f"{shown} of {size} examined, the others excluded by proof"


def test_that_a_search_that_ended_early_claims_no_proof(explore, small_document: Document, result: Result):
    best = result.solution.best
    early = dataclasses.replace(result.solution, status=Status.BEST_FOUND, lower_bound=best.score / 2)
    small_document.set_result(Result(result.anonymizer, early))
    assert "proof" not in explore.list_view.caption
    assert explore.list_view.caption.endswith(" examined before the search ended")


def test_that_the_selection_is_shared_both_ways(explore, small_document: Document, result: Result):
    small_document.set_result(result)
    table = explore.list_view.table
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert small_document.selection.levels == levels_at(explore, 1)
    assert explore.selection_pane.selection_view.caption == ""
    small_document.select(levels_at(explore, 0))
    assert table.currentIndex().row() == 0
    assert [index.row() for index in table.selectionModel().selectedRows()] == [0]


@pytest.mark.parametrize("column", [Shown.GROUPS, Shown.REMOVED, Shown.LEVELS])
def test_that_sorting_keeps_the_selection_of_the_document(explore, small_document, result: Result, column):
    small_document.set_result(result)
    before = small_document.selection
    heard: list[int] = []
    small_document.selection_changed.connect(lambda: heard.append(1))
    for way in Qt.SortOrder:
        explore.list_view.table.sortByColumn(column, way)
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
    with qtbot.waitSignal(explore.apply_requested):
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
    assert "has changed since this search" in message(explore)
    small_document.undo_stack.undo()
    assert not explore.selection_pane.selection_view._message.isVisible()


def test_that_another_result_replaces_the_list(explore, small_document: Document, result: Result):
    small_document.set_result(result)
    small_document.push(change_suppression_limit(small_document, 0.9))
    again = search(small_document.job, small_document.dataset, small_document.hierarchies, Control())
    small_document.set_result(again)
    assert explore.list_view._model.rowCount() == len(again.solution.examined)
    assert small_document.selection == again.solution.best
