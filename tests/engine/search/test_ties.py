"""Of equal scores the smaller sum of levels wins, then smaller levels, with every algorithm that proves its best."""

import dataclasses
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.model import Preferences
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.strategies import AGGREGATES, cases
from tests.tiers import examples

EXACT = ("optimal", "flash", "two-phase", "best-first", "ola", "incognito", "exhaustive", "bottom-up", "top-down")
QUALITIES = (
    *("loss", "height", "precision", "discernibility", "average-class-size", "ambiguity", "entropy"),
    *("non-uniform-entropy", "kl-divergence"),
)


def first_of_equals(problem):
    """The first of the best by going through all transformations, looked at one by one."""
    found = ALGORITHMS["exhaustive"](problem, Control(), Limits(), 0).examined
    assert len(found) == problem.lattice.size
    return min((check for check in found if check.anonymous), key=by_place, default=None)


def by_place(check):
    return check.score, sum(check.levels), check.levels


@pytest.fixture(params=[True, False], ids=["after a first search", "by the proof alone"])
def first_search(request, monkeypatch):
    """The first search often finds the right one by itself; the proof has to find it as well."""
    if not request.param:
        monkeypatch.setattr("arxdesk_engine.search.exact.frame.find_incumbent", lambda *_: None)


def assert_first_of_equals(name, problem, best):
    solution = ALGORITHMS[name](problem, Control(), Limits(), 0)
    if best is None:
        assert solution.status is Status.INFEASIBLE
    else:
        assert solution.status is Status.OPTIMAL
        assert (solution.best.score, solution.best.levels) == (best.score, best.levels), name


@given(
    case=cases(), aggregate=st.sampled_from((*sorted(AGGREGATES), "rank")), limit=st.sampled_from([0.0, 0.2, 0.6, 1.0])
)
@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_of_equal_scores_the_smallest_sum_of_levels_wins(first_search, case, aggregate, limit):
    case = dataclasses.replace(case, limit=limit)
    for quality in ("loss", "height"):
        problem = with_quality(problem_of(case), quality, aggregate, case)
        best = first_of_equals(problem)
        for name in EXACT:
            assert_first_of_equals(name, with_quality(problem_of(case), quality, aggregate, case), best)


def with_quality(problem, quality, aggregate, case):
    weights = np.ones(len(case.columns)) if case.weights is None else np.array(case.weights)
    preferences = Preferences(weights, aggregate, case.factor)
    return dataclasses.replace(problem, quality=MODELS[quality].of(problem.grouping, preferences))


ROUNDED = naive.Case(
    columns=(("",) * 5, ("", "", "", "*", "*"), ("", "", "*", "", "")),
    hierarchies=tuple(
        tuple((value, *("*",) * (levels - 1)) for value in values)
        for values, levels in (
            (("", "*", "a", "b"), 2),
            (("", "*", "a", "b", "c"), 3),
            (("", "*", "a", "b", "c", "d"), 4),
        )
    ),
    k=1,
    limit=0.0,
    aggregate="sum",
    factor=0.0,
)
"""Classes whose terms sum to another number in another order."""


@given(case=cases(), quality=st.sampled_from(QUALITIES), limit=st.sampled_from([0.0, 0.2, 0.6, 1.0]))
@example(case=ROUNDED, quality="kl-divergence", limit=0.0)
@settings(max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_it_wins_for_every_quality_model(first_search, case, quality, limit):
    case = dataclasses.replace(case, limit=limit)
    best = first_of_equals(with_quality(problem_of(case), quality, None, case))
    for name in EXACT:
        assert_first_of_equals(name, with_quality(problem_of(case), quality, None, case), best)


@given(case=cases(), limit=st.sampled_from([0.0, 0.2, 0.6, 1.0]))
@settings(max_examples=examples(60))
def test_that_plain_python_finds_no_smaller_sum_with_the_same_largest_loss(case, limit):
    """The maximum of losses of ten decimals is the same number however it is formed."""
    case = dataclasses.replace(case, aggregate="maximum", limit=limit, weights=None)
    verdicts = [naive.verdict(case, levels) for levels in naive.transformations(case)]
    best = min((each for each in verdicts if each.anonymous), key=by_place, default=None)
    assert_first_of_equals("optimal", problem_of(case), best)


def test_that_the_least_generalized_of_equals_is_found_in_a_larger_lattice():
    """Four attributes of which one decides the largest loss: the others stay as detailed as they can be."""
    chance = random.Random(4)  # noqa: S311
    rows = tuple((str(value), f"{value // 2}+", f"{value // 4}!", "*") for value in range(8))
    for seed in range(12):
        chance.seed(seed)
        columns = tuple(tuple(str(chance.randrange(8)) for _record in range(300)) for _attribute in range(4))
        case = naive.Case(columns, (rows,) * 4, k=3, limit=0.05, aggregate="maximum")
        best = first_of_equals(problem_of(case))
        for name in ("optimal", "best-first", "two-phase"):
            assert_first_of_equals(name, problem_of(case), best)


def test_that_a_search_ends_where_the_best_score_is_0(monkeypatch):
    """What has no weight loses nothing: nothing is below the best score, and single transformations are looked at."""
    monkeypatch.setattr("arxdesk_engine.search.exact.frame.find_incumbent", lambda *_: None)
    rows = (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*"))
    case = naive.Case(
        columns=(tuple("abcdabcd"), tuple("abcdbadc"), tuple("aabbccdd")),
        hierarchies=(rows, rows, rows),
        k=2,
        limit=0.0,
        weights=(0.0, 0.0, 1.0),
    )
    problem = with_quality(problem_of(case), "loss", "arithmetic-mean", case)
    best = first_of_equals(problem)
    looks = Limits(checks=problem.lattice.size + 1)
    solution = ALGORITHMS["optimal"](problem, Control(), looks, 0)
    assert (solution.best.score, solution.best.levels) == (0.0, best.levels)
