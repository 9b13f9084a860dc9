"""Looking at transformations: remembered within bounds, counted, reported at a pace people can follow."""

import pytest
from hypothesis import given

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import Checker, check
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.strategies import cases


@given(case=cases())
def test_that_a_transformation_is_checked_once_and_the_best_is_kept(case):
    problem = problem_of(case)
    checker = Checker(problem, Control(), Limits())
    assert (checker.best, checker.incumbent, checker.must_end) == (None, float("inf"), False)
    for levels in [*problem.lattice, *problem.lattice]:
        assert checker.check(levels) == check(problem, levels)
    assert checker.checks == problem.lattice.size
    verdicts = [naive.verdict(case, levels) for levels in naive.transformations(case)]
    anonymous = [found for found in verdicts if found.anonymous]
    assert (checker.best is None) == (not anonymous)
    if anonymous:
        assert checker.best.score == pytest.approx(min(found.score for found in anonymous), abs=1e-12)


@given(case=cases())
def test_that_of_equal_scores_the_one_with_the_smaller_levels_is_kept_in_any_order(case):
    problem = problem_of(case)
    checkers = [Checker(problem, Control(), Limits()) for _order in range(2)]
    for levels in problem.lattice:
        checkers[0].check(levels)
    for levels in reversed(list(problem.lattice)):
        checkers[1].check(levels)
    assert checkers[0].best == checkers[1].best
    best = checkers[0].best
    if best is not None:
        ties = [check(problem, levels) for levels in problem.lattice]
        ties = [found for found in ties if found.anonymous and found.score == best.score]
        assert sum(best.levels) == min(sum(found.levels) for found in ties)


@pytest.mark.parametrize("name", ALGORITHMS)
@given(case=cases())
def test_that_forgetting_checks_changes_no_result_and_memory_is_bounded(name, case):
    whole = ALGORITHMS[name](problem_of(case), Control(), Limits(), 0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arxdesk_engine.search.check.REMEMBERED_CHECKS", 2)
        forgetful = ALGORITHMS[name](problem_of(case), Control(), Limits(), 0)
    assert len(forgetful.examined) <= 2
    assert (forgetful.status, forgetful.best) == (whole.status, whole.best)


def test_that_reports_come_at_most_thirty_times_a_second(adult):
    seen = []
    solution = ALGORITHMS["optimal"](adult.problem, Control(seen.append), Limits(), 0)
    assert solution.status is Status.OPTIMAL
    assert 2 <= len(seen) <= 30 * solution.seconds + 3
