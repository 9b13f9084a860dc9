"""What every algorithm must fulfil, whichever stands in `arxdesk_engine.search.ALGORITHMS`."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control, Progress, SearchProgress
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.stopping import let_time_go_by_looking_at_it, stopped_by_another_thread
from tests.engine.strategies import cases_of_every_kind, hard_cases, reordered, wide_cases
from tests.tiers import examples

CLAIM_THE_OPTIMUM = {"optimal", "flash", "two-phase", "best-first", "ola", "incognito", "exhaustive"}
LEAVE_SCORES_OUT = {"optimal"}
"""Those that look at what is not anonymous only to exclude what lies below it (engine/DECISIONS.md)."""
TOLERANCE = 1e-12
every_algorithm = pytest.mark.parametrize("name", ALGORITHMS)
every_exact_algorithm = pytest.mark.parametrize("name", sorted(CLAIM_THE_OPTIMUM))


def search(name, problem, limits=None, control=None):
    return ALGORITHMS[name](problem, control or Control(), limits or Limits(), 0)


def assert_consistent(solution, case, problem):
    """Status, bound, gap and best transformation agree with each other and with the truth."""
    assert (solution.best is None) == (solution.status in (Status.INFEASIBLE, Status.NONE_FOUND))
    assert len(solution.examined) <= solution.checks <= problem.lattice.size
    if solution.best is None:
        assert solution.gap is None
        return
    truth = naive.verdict(case, solution.best.levels)
    assert solution.best.levels in problem.lattice
    assert truth.anonymous
    assert solution.best.score == pytest.approx(truth.score, abs=TOLERANCE)
    assert solution.lower_bound <= solution.best.score
    assert 0.0 <= solution.gap <= 1.0
    if solution.status is Status.OPTIMAL:
        assert (solution.lower_bound, solution.gap) == (solution.best.score, 0.0)
    elif solution.best.score > 0.0:
        expected = (solution.best.score - solution.lower_bound) / solution.best.score
        assert solution.gap == pytest.approx(expected, abs=TOLERANCE)


@every_algorithm
@given(case=cases_of_every_kind())
@settings(max_examples=examples(60))
def test_that_the_best_score_is_that_of_looking_at_everything(name, case):
    problem = problem_of(case)
    solution = search(name, problem)
    assert_consistent(solution, case, problem)
    best = naive.best_score(case)
    if name in CLAIM_THE_OPTIMUM:
        assert solution.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    if best is None:
        assert solution.best is None
    elif solution.status is Status.OPTIMAL:
        assert solution.best.score == pytest.approx(best, abs=TOLERANCE)
    elif solution.best is not None:
        assert solution.lower_bound - TOLERANCE <= best <= solution.best.score + TOLERANCE


@every_algorithm
@given(case=wide_cases())
@settings(max_examples=examples(15))
def test_that_up_to_seventy_quasi_identifiers_are_searched_as_exactly(name, case):
    problem = problem_of(case)
    solution = search(name, problem)
    assert_consistent(solution, case, problem)
    best = naive.best_score(case)
    if name in CLAIM_THE_OPTIMUM:
        assert solution.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    if solution.status is Status.OPTIMAL:
        assert solution.best.score == pytest.approx(best, abs=TOLERANCE)


@every_exact_algorithm
@given(case=cases_of_every_kind(), random=st.randoms(use_true_random=False))
@settings(max_examples=examples(20))
def test_that_the_order_of_the_columns_changes_no_optimum(name, case, random):
    order = random.sample(range(len(case.columns)), len(case.columns))
    one, other = (search(name, problem_of(each)) for each in (case, reordered(case, order)))
    assert one.status is other.status
    if one.best is None:
        return
    assert one.best.score == pytest.approx(other.best.score, abs=TOLERANCE)
    verdicts = (naive.verdict(case, levels) for levels in naive.transformations(case))
    if sum(found.anonymous and found.score < one.best.score + 1e-9 for found in verdicts) == 1:
        assert other.best.levels == tuple(one.best.levels[index] for index in order)
        assert other.best.suppressed_records == one.best.suppressed_records


@every_algorithm
@given(case=hard_cases())
@settings(max_examples=examples(60))
def test_that_the_best_is_the_best_of_the_engines_own_checks(name, case):
    problem = problem_of(case)
    checks = [check(problem, levels) for levels in problem.lattice]
    scores = [found.score for found in checks if found.anonymous]
    solution = search(name, problem)
    if solution.status is Status.OPTIMAL:
        assert solution.best.score == pytest.approx(min(scores), abs=TOLERANCE)
    elif solution.status is Status.INFEASIBLE:
        assert scores == []


@every_algorithm
@given(case=cases_of_every_kind())
@settings(max_examples=examples(20))
def test_that_everything_examined_is_told_truly(name, case):
    solution = search(name, problem_of(case))
    assert len({found.levels for found in solution.examined}) == len(solution.examined)
    for found in solution.examined:
        truth = naive.verdict(case, found.levels)
        for field in ("anonymous", "suppressed_records", "classes", "smallest_class", "largest_class"):
            assert getattr(found, field) == getattr(truth, field)
        is_left_out = name in LEAVE_SCORES_OUT and not found.anonymous and math.isinf(found.score)
        assert is_left_out or found.score == pytest.approx(truth.score, abs=TOLERANCE)
        assert found.lower_bound == pytest.approx(truth.lower_bound, abs=TOLERANCE)


@every_algorithm
@given(case=cases_of_every_kind(), limit=st.integers(1, 12))
@settings(max_examples=examples(30))
def test_that_a_check_limit_is_kept_and_what_is_claimed_then_is_true(name, case, limit):
    problem = problem_of(case)
    solution = search(name, problem, Limits(checks=limit))
    assert solution.checks <= limit
    assert_consistent(solution, case, problem)
    best = naive.best_score(case)
    if solution.status is Status.OPTIMAL:
        assert solution.best.score == pytest.approx(best, abs=TOLERANCE)
    elif solution.status is Status.INFEASIBLE:
        assert best is None
    elif best is not None:
        assert solution.lower_bound <= best + TOLERANCE


@every_algorithm
@given(case=cases_of_every_kind())
@settings(max_examples=examples(10))
def test_that_the_same_search_gives_the_same_result(name, case):
    first, second = search(name, problem_of(case)), search(name, problem_of(case))
    assert (first.status, first.best, first.checks) == (second.status, second.best, second.checks)


@every_algorithm
@given(case=cases_of_every_kind(), reports=st.integers(1, 6))
@settings(max_examples=examples(20))
def test_that_stopping_from_the_progress_callback_leaves_the_best_so_far(name, case, reports):
    seen: list[Progress] = []

    def stop_after_some(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) >= reports:
            control.stop()

    control = Control(stop_after_some)
    problem = problem_of(case)
    assert_consistent(search(name, problem, control=control), case, problem)


@every_algorithm
@given(case=cases_of_every_kind())
@settings(max_examples=examples(10))
def test_that_a_search_stopped_before_it_begins_still_answers_truly(name, case):
    control = Control()
    control.stop()
    problem = problem_of(case)
    solution = search(name, problem, control=control)
    assert_consistent(solution, case, problem)
    assert solution.checks <= 1


@every_algorithm
@given(case=cases_of_every_kind())
@settings(max_examples=examples(25))
def test_that_progress_never_goes_backwards_and_its_bound_holds(name, case):
    seen: list[SearchProgress] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arxdesk_engine.search.check.REPORT_SECONDS", 0.0)  # every report is delivered
        solution = search(name, problem_of(case), control=Control(seen.append))
    best = naive.best_score(case)
    assert seen
    for earlier, later in itertools.pairwise(seen):
        assert earlier.checks <= later.checks
        assert earlier.excluded <= later.excluded
        assert earlier.lower_bound <= later.lower_bound
        assert earlier.seconds <= later.seconds
        assert earlier.score is None or (later.score is not None and later.score <= earlier.score)
    for progress in seen:
        assert 0.0 <= progress.excluded <= 1.0
        assert best is None or progress.lower_bound <= best + TOLERANCE
        assert progress.gap is None or 0.0 <= progress.gap <= 1.0
    if solution.status is Status.OPTIMAL:
        assert (seen[-1].score, seen[-1].levels) == (solution.best.score, solution.best.levels)


@every_algorithm
def test_that_stopping_from_another_thread_ends_a_long_search_soon_with_its_best_so_far(name, adult, monkeypatch):
    control = Control(threads=2)
    looks = stopped_by_another_thread(monkeypatch, control, 5)
    solution = search(name, adult.problem, control=control)
    assert looks.before == 5
    assert 1 <= looks.after <= 2
    if solution.best is not None:
        assert check(adult.problem, solution.best.levels) == solution.best
        assert solution.best.anonymous
        assert solution.lower_bound <= 0.24193236506629107 + TOLERANCE


@every_algorithm
def test_that_a_time_limit_ends_a_search(name, adult, monkeypatch):
    let_time_go_by_looking_at_it(monkeypatch, 0.001)
    solution = search(name, adult.problem, Limits(seconds=0.02))
    assert 0.02 <= solution.seconds < 0.12  # it looks a few times more


@every_algorithm
def test_that_a_stopped_search_does_not_lose_the_share_it_excluded(name, adult):
    seen: list[SearchProgress] = []
    search(name, adult.problem, Limits(checks=200), Control(seen.append))
    assert seen[-1].excluded == max(progress.excluded for progress in seen)
    assert seen[-1].checks <= 200
