"""The shared state of Explore: what follows a search, what is looked at on demand, and what a filter changes."""

from __future__ import annotations

import itertools
import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search, search_on
from arxdesk.core.values.results import Result, RunningSearch
from arxdesk.explore.alternatives.exploration import SIFTING, Exploration
from arxdesk.explore.alternatives.single_looks import MOST_AT_ONCE
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.exploration import gathering
from arxdesk_engine.exploration.alternatives import State
from arxdesk_engine.exploration.sifting import SortBy, Sorting
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.search.solution import Status
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import small_project, wide_project
from tests.arxdesk.explored_results import LONG, searched, wait_for


def result_of(document: Document) -> Result:
    return search(document.job, document.dataset, document.hierarchies, Control())


def early_result(document: Document, checks: int = 40) -> Result:
    """What a search leaves that may look at few transformations."""
    document.set_sections({"search": SearchSettings(check_limit=checks)})
    return result_of(document)


@pytest.fixture
def wide(qapp) -> Document:
    return Document(*wide_project(10), None)


@pytest.fixture
def middle(qapp) -> Document:
    return Document(*wide_project(4, 300), None)


@pytest.fixture
def large(wide: Document, jobs: Jobs, qtbot, monkeypatch: pytest.MonkeyPatch) -> Exploration:
    """An exploration of a lattice that is not known as a whole."""
    monkeypatch.setattr(gathering, "MOST_WHOLE", 1000)
    exploration = Exploration(wide, jobs, wide)
    wide.set_result(early_result(wide))
    wait_for(exploration, qtbot)
    return exploration


def test_that_after_a_search_the_whole_lattice_is_classified(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    sifted, alternatives = exploration.sifted, exploration.alternatives
    assert sifted is not None
    assert alternatives is not None
    assert alternatives.is_whole
    assert len(alternatives) == result.anonymizer.problem.lattice.size == 4**4
    assert (alternatives.state != State.UNKNOWN).all()
    assert alternatives.is_proven
    assert alternatives.levels_of(alternatives.best) == result.solution.best.levels
    assert sum(sifted.counts.values()) == 4**4
    assert exploration.classification.share is None


def test_that_filters_and_orders_change_what_is_sifted(middle: Document, jobs: Jobs, qtbot):
    exploration, _result = searched(middle, qtbot, jobs)
    exploration.document.set_filters(Filters(classes=("anonymous",), forbidden={"q1": (0, 3)}))
    wait_for(exploration, qtbot)
    sifted = exploration.sifted
    assert sifted is not None
    assert set(sifted.alternatives.levels[sifted.order, 1].tolist()) == {1, 2}
    assert (sifted.alternatives.state[sifted.order] == State.ANONYMOUS).all()
    exploration.sort(Sorting(SortBy.REMOVED, descending=True))
    wait_for(exploration, qtbot)
    assert exploration.sifted is not None
    removed = exploration.sifted.alternatives.suppressed[exploration.sifted.order]
    assert removed.tolist() == sorted(removed.tolist(), reverse=True)
    assert exploration.sifted.filters == middle.job.explore.filters


def test_that_filters_are_kept_with_the_project_and_are_no_change_to_ask_about(middle: Document, jobs: Jobs, qtbot):
    exploration, _result = searched(middle, qtbot, jobs)
    exploration.document.set_filters(Filters(removed=3))
    assert middle.job.explore.filters == Filters(removed=3)
    assert not middle.modified
    assert middle.undo_stack.count() == 0
    assert middle.result_is_current
    again = Exploration(Document(middle.job, middle.dataset, middle.hierarchies, None, middle), jobs, middle)
    assert again.filters == Filters(removed=3)
    middle.push(change_suppression_limit(middle, 0.1))
    assert middle.modified
    exploration.document.set_filters(Filters())
    assert middle.modified
    wait_for(exploration, qtbot)


def test_that_selecting_what_was_not_looked_at_looks_at_it(large: Exploration, qtbot):
    document, alternatives = large.document, large.alternatives
    assert alternatives is not None
    assert not alternatives.is_whole
    levels = next(each for each in itertools.product(range(4), repeat=10) if alternatives.row_of(each) < 0)
    large.select(levels)
    assert document.selected == levels
    assert document.selection is None
    with qtbot.waitSignal(document.selection_changed, timeout=LONG):
        pass
    assert document.selection is not None
    assert document.selection.levels == levels
    wait_for(large, qtbot)
    assert large.alternatives is not None
    assert large.alternatives.row_of(levels) >= 0
    assert large.alternatives.levels_of(large.alternatives.best) == document.result.solution.best.levels


def test_that_many_looks_all_arrive_and_known_ones_cost_nothing(large: Exploration, qtbot):
    wanted = list(itertools.product(range(4), repeat=10))[1000:1150]
    large.look_at(wanted)
    large.look_at(wanted[:30])
    wait_for(large, qtbot)
    alternatives = large.alternatives
    assert alternatives is not None
    assert all(alternatives.is_looked_at(alternatives.row_of(levels)) for levels in wanted)
    large.look_at(wanted)
    assert large.is_settled


def test_that_a_selection_from_elsewhere_survives_a_filter_that_hides_it(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    exploration.select((3, 3, 3, 3))
    exploration.document.set_filters(Filters(forbidden={"q0": (3,)}))
    wait_for(exploration, qtbot)
    assert middle.selected == (3, 3, 3, 3)
    assert middle.selection is not None
    assert middle.selection.anonymous
    assert result.solution.best.levels != (3, 3, 3, 3)


def lives_of(document: Document) -> list[RunningSearch]:
    """The reports of a search with the problem that it solves."""
    reports: list[RunningSearch] = []

    def remember(progress: Progress) -> None:
        if isinstance(progress, RunningSearch):
            reports.append(progress)

    settings = SearchSettings(algorithm="flash", check_limit=60)
    job = document.job.model_copy(update={"search": settings})
    search(job, document.dataset, document.hierarchies, Control(remember))
    return reports


def test_that_a_search_fills_the_alternatives_while_it_goes_on(middle: Document, jobs: Jobs, qtbot):
    exploration = Exploration(middle, jobs, middle)
    exploration.begin_search()
    last = lives_of(middle)[-1]
    exploration.follow(last)
    qtbot.waitUntil(lambda: exploration.sifted is not None, timeout=LONG)
    assert exploration.is_searching
    assert not exploration.may_look
    assert exploration.alternatives is not None
    assert last.report is not None
    assert last.report.seen is not None
    rows = [exploration.alternatives.row_of(each.levels) for each in last.report.seen.checks()]
    assert all(exploration.alternatives.is_looked_at(row) for row in rows)
    assert not exploration.alternatives.is_proven
    result = result_of(middle)
    middle.set_result(result)
    exploration.end_search()
    wait_for(exploration, qtbot)
    assert exploration.sifted is not None
    assert exploration.sifted.counts["unknown"] == 0


def test_that_a_search_under_other_rules_tells_nothing_of_those_before(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    assert result.solution.best is not None
    exploration.select((0, 0, 0, 0))
    before = middle.selection
    assert before is not None
    assert not before.anonymous
    middle.push(change_suppression_limit(middle, 1.0))
    exploration.begin_search()
    assert middle.selection is None
    exploration.follow(lives_of(middle)[-1])
    qtbot.waitUntil(lambda: exploration.anonymizer is not result.anonymizer, timeout=LONG)
    exploration.select((0, 0, 0, 0))
    known = exploration.alternatives
    assert known is not None
    row = known.row_of((0, 0, 0, 0))
    assert middle.selection == (known.check_of(row) if known.is_looked_at(row) else None)
    assert middle.selection is None or middle.selection.anonymous


def test_that_what_was_shown_comes_back_when_a_search_fails(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    exploration.begin_search()
    exploration.follow(lives_of(middle)[-1])
    qtbot.waitUntil(
        lambda: exploration.alternatives.facts is not None and not exploration._updates.is_due, timeout=LONG
    )
    exploration.end_search()
    wait_for(exploration, qtbot)
    assert exploration.alternatives is not None
    assert exploration.alternatives.levels_of(exploration.alternatives.best) == result.solution.best.levels
    assert exploration.sifted is not None
    assert exploration.sifted.counts["unknown"] == 0


def test_that_nothing_of_a_search_that_fails_is_left_not_even_its_selection(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    failures: list[object] = []
    middle.wishes.failure.connect(failures.append)
    other = Document(*wide_project(5, 300), None)
    middle.set_locked(True)
    exploration.begin_search()
    last = lives_of(other)[-1]
    exploration.follow(last)
    qtbot.waitUntil(lambda: exploration.anonymizer is last.anonymizer, timeout=LONG)
    exploration.select((1, 1, 1, 1, 1))
    assert middle.selected == (1, 1, 1, 1, 1)
    exploration.follow(last)
    exploration._updates.catch_up()
    assert jobs.is_running(SIFTING)  # a late look at the search that fails now
    middle.set_locked(False)
    exploration.end_search()
    wait_for(exploration, qtbot)
    assert exploration.anonymizer is result.anonymizer
    assert len(exploration.alternatives) == 4**4
    assert exploration.sifted.counts["unknown"] == 0
    assert middle.selected == result.solution.best.levels
    assert middle.selection.score == result.solution.best.score
    assert failures == []


def test_that_what_a_failed_search_told_of_a_transformation_is_forgotten(middle: Document, jobs: Jobs, qtbot):
    exploration, result = searched(middle, qtbot, jobs)
    levels = next(each.levels for each in result.solution.examined if not each.anonymous)
    job, dataset, hierarchies = wide_project(4, 300)
    loose = job.model_copy(update={"suppression": job.suppression.model_copy(update={"limit": 1.0})})
    exploration.begin_search()
    exploration.follow(lives_of(Document(loose, dataset, hierarchies, None))[-1])
    qtbot.waitUntil(lambda: exploration.anonymizer is not result.anonymizer, timeout=LONG)
    check = replace(result.solution.best, levels=levels)
    middle.select(levels, check)
    assert middle.selection.anonymous
    exploration.end_search()
    wait_for(exploration, qtbot)
    assert middle.selected == levels
    assert not middle.selection.anonymous


def test_that_searching_on_keeps_what_is_known(large: Exploration, qtbot):
    document, before = large.document, large.alternatives
    assert document.can_search_on
    result = document.result
    assert result is not None
    assert result.solution.status is Status.BEST_FOUND
    large.begin_search()
    control = Control()
    timer = threading.Timer(0.3, control.stop)
    timer.start()
    document.set_result(search_on(result, None, control))
    timer.join()
    large.end_search()
    wait_for(large, qtbot)
    assert large.alternatives is not None
    assert before is not None
    assert len(large.alternatives) > len(before)
    assert np.array_equal(large.alternatives.levels[: len(before)], before.levels)


def test_that_marks_are_shared_and_those_marked_can_come_first(middle: Document, jobs: Jobs, qtbot):
    exploration, _result = searched(middle, qtbot, jobs)
    mask = np.zeros(4**4, np.bool_)
    mask[[5, 200]] = True
    with qtbot.waitSignal(exploration.emphasis.marked_changed):
        exploration.emphasis.mark(mask)
    exploration.sort(Sorting(SortBy.MARKED))
    wait_for(exploration, qtbot)
    sifted = exploration.sifted
    assert sifted is not None
    in_class = [row for row in sifted.order if sifted.alternatives.state[row] == sifted.alternatives.state[200]]
    assert in_class[0] in (5, 200)
    exploration.emphasis.mark(np.zeros(4**4, np.bool_))
    assert exploration.emphasis.marked is None


def test_that_differential_privacy_shows_nothing_but_what_was_drawn(qapp, jobs: Jobs, qtbot):
    job, dataset, hierarchies = small_project()
    model = DifferentialPrivacy(epsilon=2.0, delta=0.1, search_budget=0.5, steps=2, seed=3)
    private: Job = job.model_copy(update={"privacy": (model,), "quality": QualitySettings(model="precision")})
    document = Document(private, dataset, hierarchies, None)
    exploration = Exploration(document, jobs, document)
    document.set_result(result_of(document))
    wait_for(exploration, qtbot)
    assert not exploration.may_look
    assert exploration.sifted is not None
    assert sum(exploration.sifted.counts[name] for name in ("optimum", "anonymous", "not")) == 1
    exploration.look_at([(3, 0)])
    QTest.qWait(50)
    assert exploration.is_settled


def test_that_what_is_asked_for_again_and_again_is_looked_at_once(large: Exploration, qtbot):
    wanted = list(itertools.islice(itertools.product(range(4), repeat=10), 50_000, 51_000))
    for _time in range(3):
        large.look_at(wanted)
    # What is in work when it is asked for again is looked at again: one batch at most.
    assert len(wanted) - MOST_AT_ONCE <= len(large._looks._wanted) <= len(wanted)
    assert set(large._looks._wanted) <= set(wanted)
    large._looks.forget()
    wait_for(large, qtbot)
