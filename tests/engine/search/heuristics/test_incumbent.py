"""A good transformation in few checks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.check import Checker, check
from arxdesk_engine.search.heuristics.incumbent import find_incumbent
from arxdesk_engine.search.solution import Limits
from tests.engine import naive
from tests.engine.problems import CUP, adult_anonymizer, problem_of, reference_job
from tests.engine.strategies import cases, hard_cases

TOLERANCE = 1e-12


def incumbent(problem, max_checks=1000, control=None, limits=None):
    checker = Checker(problem, control or Control(), limits or Limits())
    return find_incumbent(problem, checker, max_checks), checker


@given(case=cases(), max_checks=st.integers(1, 40))
def test_that_it_returns_the_best_anonymous_one_it_saw_within_the_number_of_checks(case, max_checks):
    problem = problem_of(case)
    found, checker = incumbent(problem, max_checks)
    assert checker.checks <= max_checks
    assert found == checker.best
    if found is not None:
        assert naive.verdict(case, found.levels).anonymous


@given(case=cases())
def test_that_no_change_of_one_attribute_improves_what_it_returns(case):
    problem = problem_of(case)
    found, _checker = incumbent(problem)
    if found is None:
        return
    for attribute, (low, high) in enumerate(zip(problem.lattice.bottom, problem.lattice.top, strict=True)):
        for level in range(low, high + 1):
            other = check(problem, (*found.levels[:attribute], level, *found.levels[attribute + 1 :]))
            assert not other.anonymous or other.score >= found.score


@given(case=hard_cases())
def test_that_the_same_problem_gives_the_same_result_in_the_same_checks(case):
    results = [incumbent(problem_of(case)) for _repeat in range(2)]
    assert results[0][0] == results[1][0]
    assert results[0][1].checks == results[1][1].checks


def test_that_it_ends_when_the_search_has_to(adult):
    control = Control()
    control.stop()
    found, checker = incumbent(adult.problem, control=control)
    assert checker.checks <= 1
    assert found == checker.best
    assert incumbent(adult.problem, limits=Limits(checks=7))[1].checks <= 7


@pytest.mark.parametrize(("limit", "optimum"), [(0.05, 0.24193236506629), (1.0, 0.22041192847984)])
def test_that_the_optimum_of_adult_is_found_in_a_hundred_checks(shared, limit, optimum):
    found, _checker = incumbent(adult_anonymizer(shared, limit).problem, max_checks=100)
    assert found.score == pytest.approx(optimum, abs=1e-12)


def test_that_the_optimum_of_cup_beyond_the_border_of_suppression_is_found(shared):
    found, _checker = incumbent(Anonymizer.open(reference_job(shared, "cup", CUP)).problem, max_checks=120)
    assert found.score == pytest.approx(0.13968936091749, abs=1e-12)
