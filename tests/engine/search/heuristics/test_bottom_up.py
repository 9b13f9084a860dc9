"""Greedy best-first search from the bottom: its order, what it leaves out, what it proves."""

import math

import pytest
from hypothesis import given, settings

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.heuristics.bottom_up import bottom_up
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.strategies import cases, hard_cases
from tests.tiers import examples


def search(problem, limits=None):
    return bottom_up(problem, Control(), limits or Limits())


@given(case=cases())
def test_that_ending_by_itself_it_has_proven_the_optimum(case):
    solution = search(problem_of(case))
    best = naive.best_score(case)
    assert solution.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    if best is not None:
        assert solution.best.score == pytest.approx(best, abs=1e-12)


def next_of(problem, looked_at):
    """What may come after the bottom and its generalizations: those of what scores lowest, or of the next one where
    none of them can be better than the best so far."""
    best = min((check.score for check in looked_at if check.anonymous), default=math.inf)
    allowed = set()
    for waiting in sorted(looked_at[1:], key=lambda check: (check.score, check.levels)):
        bounds = {levels: problem.quality.lower_bound(levels) for levels in problem.lattice.successors(waiting.levels)}
        allowed |= {levels for levels, bound in bounds.items() if bound <= best + 1e-9}
        if any(bound < best - 1e-9 for bound in bounds.values()):
            break
    return allowed


@given(case=hard_cases())
def test_that_the_bottom_comes_first_and_then_the_generalizations_of_what_scores_lowest(case):
    problem = problem_of(case)
    examined = search(problem).examined
    assert examined[0].levels == problem.lattice.bottom
    above = set(problem.lattice.successors(problem.lattice.bottom))
    first = [check for check in examined[1:] if check.levels in above]
    assert [check.levels for check in examined[1 : len(first) + 1]] == [check.levels for check in first]
    if first and len(examined) > len(first) + 1 and sum(problem.lattice.top) > 2:
        assert examined[len(first) + 1].levels in next_of(problem, examined[: len(first) + 1])


@given(case=hard_cases())
@settings(max_examples=examples(20))
def test_that_stopped_early_its_bound_holds_and_is_not_below_that_of_the_bottom(case):
    problem = problem_of(case)
    best = naive.best_score(case) if case.records < 50 else None
    for checks in (1, 5, 20, 60):
        solution = search(problem, Limits(checks=checks))
        if best is not None:
            assert solution.lower_bound <= best + 1e-12
        if solution.best is not None:
            assert problem.quality.lower_bound(problem.lattice.bottom) <= solution.lower_bound <= solution.best.score
