"""The runs of a document: kept, bounded, compared, and honest about what they were asked."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.commands import ChangeHierarchy, ChangeSections, change_roles
from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search, search_on
from arxdesk.core.values.results import Result
from arxdesk.explore.search.runs import MOST, MOST_POINTS, Point, Runs
from arxdesk.explore.search.runs_view import RunsView, outcome, title, traces
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.solution import Status
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy

POINTS: list[Point] = [(0.001, None, 0.1), (0.002, 0.5, 0.1)]


def searched(document: Document) -> Result:
    return search(document.job, document.dataset, document.hierarchies, Control(threads=1))


def set_search(document: Document, **settings: object) -> None:
    changed = document.job.search.model_copy(update=settings)
    document.push(ChangeSections(document, {"search": changed}, "Search settings"))


@pytest.fixture
def runs(qapp) -> Runs:
    return Runs()


def add(runs: Runs, document: Document) -> Result:
    result = searched(document)
    runs.begin()
    runs.add(result, document.hierarchies, POINTS)
    return result


def test_that_a_run_keeps_what_it_was_asked_and_what_came_out(runs: Runs, small_document: Document):
    result = add(runs, small_document)
    (run,) = runs.runs
    solution = result.solution
    assert runs.current is run
    assert (run.status, run.algorithm, run.checks) == (Status.OPTIMAL, "optimal", solution.checks)
    assert (run.score, run.levels) == (solution.best.score, solution.best.levels)
    assert run.points == (*POINTS, (solution.seconds, solution.best.score, solution.lower_bound))
    assert title(run) == "Run 1: Optimal"
    assert outcome(run).startswith(f"score {solution.best.score:.4f}, proven; {solution.checks} check")


def test_that_what_is_searched_on_stays_one_run(runs: Runs, small_document: Document):
    set_search(small_document, check_limit=1)
    early = add(runs, small_document)
    assert early.solution.status is not Status.OPTIMAL
    runs.show(1, True)
    later = search_on(early, None, Control(threads=1))
    runs.add(later, small_document.hierarchies, POINTS)
    (run,) = runs.runs
    assert (run.number, run.status, run.is_shown) == (1, Status.OPTIMAL, True)
    assert run.checks == later.solution.checks > early.solution.checks


def test_that_other_algorithms_are_no_other_configuration(runs: Runs, small_document: Document):
    for algorithm in ("optimal", "flash", "genetic"):
        set_search(small_document, algorithm=algorithm)
        add(runs, small_document)
    assert [run.algorithm for run in runs.runs] == ["optimal", "flash", "genetic"]
    assert [runs.differences(run) for run in runs.runs] == [(), (), ()]
    assert len({run.look for run in runs.runs}) == 3


def test_that_runs_of_another_configuration_say_in_what(runs: Runs, small_document: Document):
    add(runs, small_document)
    model = small_document.job.privacy[0].model_copy(update={"k": 3})
    small_document.push(change_privacy(small_document, (model,), "k", mergeable=True))
    small_document.push(change_suppression_limit(small_document, 0.5))
    add(runs, small_document)
    assert runs.differences(runs.runs[0]) == ("privacy models", "suppression limit")
    small_document.push(change_roles(small_document, ["sex"], Role.INSENSITIVE))
    ages = banded_hierarchy([str(age) for age in range(10, 20)])
    small_document.push(ChangeHierarchy(small_document, "age", ages, None))
    add(runs, small_document)
    assert runs.differences(runs.runs[1]) == ("settings of sex", "hierarchy of age")
    assert runs.differences(runs.runs[2]) == ()


def test_that_the_oldest_that_is_not_drawn_goes_when_there_are_too_many(runs: Runs, small_document: Document):
    for _ in range(2):
        add(runs, small_document)
    runs.show(1, True)
    for _ in range(MOST):
        add(runs, small_document)
    assert len(runs.runs) == MOST
    assert [run.number for run in runs.runs] == [1, *range(4, MOST + 3)]
    assert len({run.look for run in runs.runs}) == MOST


def test_that_the_current_run_can_neither_be_removed_nor_drawn_twice(runs: Runs, small_document: Document):
    for _ in range(3):
        add(runs, small_document)
    for number in (1, 3):
        runs.show(number, True)
    assert [run.number for run in runs.shown] == [1]
    runs.remove(3)
    runs.remove(2)
    assert [run.number for run in runs.runs] == [1, 3]
    runs.begin()
    assert runs.current is None
    assert [run.number for run in runs.shown] == [1, 3]
    runs.forget()
    assert runs.runs == ()


def test_that_long_curves_are_thinned_and_keep_every_score(runs: Runs, small_document: Document):
    points: list[Point] = [(at / 10, 1 - (at // 5000) / 10, at / 50_000) for at in range(20_000)]
    result = searched(small_document)
    run = runs.add(result, small_document.hierarchies, points)
    assert len(run.points) <= MOST_POINTS + 10
    assert {score for _at, score, _bound in points} <= {score for _at, score, _bound in run.points}
    assert run.points[0] == points[0]


@pytest.fixture
def view(qtbot, runs: Runs, small_document: Document) -> RunsView:
    made = RunsView(runs)
    qtbot.addWidget(made)
    made.resize(352, 400)
    made.show()
    for algorithm in ("flash", "optimal"):
        set_search(small_document, algorithm=algorithm)
        add(runs, small_document)
    return made


def test_that_a_tick_draws_a_run(view: RunsView, runs: Runs):
    assert not view.boxes[2].isEnabled()  # the current one is drawn anyway
    view.boxes[1].setFocus()
    QTest.keyClick(view.boxes[1], Qt.Key.Key_Space)
    assert [trace.name for trace in traces(runs)] == ["Run 1: Flash"]
    assert view.boxes[1].isChecked()
    QTest.keyClick(view.boxes[1], Qt.Key.Key_Space)
    assert traces(runs) == []


def test_that_runs_are_removed_one_by_one_or_all(view: RunsView, runs: Runs, small_document: Document):
    add(runs, small_document)
    QTest.mouseClick(view.removers[1], Qt.MouseButton.LeftButton)
    assert [run.number for run in runs.runs] == [2, 3]
    assert 3 not in view.removers
    QTest.mouseClick(view.clear, Qt.MouseButton.LeftButton)
    assert [run.number for run in runs.runs] == [3]
    assert not view.clear.isVisible()


def test_that_other_configurations_are_marked(view: RunsView, runs: Runs, small_document: Document):
    small_document.push(change_suppression_limit(small_document, 0.5))
    add(runs, small_document)
    said = "Other configuration (suppression limit): scores may not be comparable."
    assert view.warnings == {1: said, 2: said}
