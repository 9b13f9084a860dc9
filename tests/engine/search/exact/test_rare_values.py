"""Losses of levels that no transformation undercuts: by hand, and against the scores of whole lattices."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.exact import rare_values
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from tests.engine.naive import aggregated
from tests.engine.privacy.random_combinations import combinations
from tests.engine.problems import column_of, combined_problem, problem_of
from tests.engine.strategies import cases_of_every_kind
from tests.tiers import examples

AGES = Hierarchy(tuple((str(age), f"{age // 10 * 10}s", "*") for age in range(20, 40)))


def never():
    return False


@pytest.fixture
def any_lattice(monkeypatch):
    """Small lattices are asked for these losses, too."""
    monkeypatch.setattr(rare_values, "LEAST_TRANSFORMATIONS", 0)


def problem_with_rare_ages(limit):
    """Of ten records six are 20, two 21 and two 30; at most two thirds of ten years are one class."""
    column = column_of("age", ("20",) * 6 + ("21",) * 2 + ("30",) * 2)
    grouping = Grouping([column.codes], [bind(AGES, column)])
    return SearchProblem(grouping, Lattice((0,), (2,)), (MinimalSize(3),), Loss(grouping), limit)


def test_that_rare_values_are_lost_at_the_levels_that_show_them(any_lattice):
    problem = problem_with_rare_ages(1.0)
    kept_in_tens = 9 / 19  # one of twenty ages, or ten of them
    by_level = [4 / 10, (8 * kept_in_tens + 2) / 10, 1.0]
    assert rare_values.bound_table(problem, problem.quality, never) == pytest.approx(np.array([by_level]))


def test_that_a_level_that_suppresses_too_much_has_the_loss_of_the_next(any_lattice):
    problem = problem_with_rare_ages(0.3)
    tens = (8 * 9 / 19 + 2) / 10
    assert rare_values.bound_table(problem, problem.quality, never) == pytest.approx(np.array([[tens, tens, 1.0]]))


def test_that_nothing_is_known_where_the_search_must_end(any_lattice):
    problem = problem_with_rare_ages(1.0)
    table = rare_values.bound_table(problem, problem.quality, lambda: True)
    assert table.tolist() == problem.quality.bound_table.tolist()


def test_that_small_lattices_are_not_looked_at():
    problem = problem_with_rare_ages(1.0)
    table = rare_values.bound_table(problem, problem.quality, never)
    assert table.tolist() == problem.quality.bound_table.tolist()


def assert_bounded(problem, case):
    """No score below the losses of its levels, which rise from level to level, and the best of all is found."""
    table = rare_values.bound_table(problem, problem.quality, never)
    assert (table >= problem.quality.bound_table).all()
    for attribute, (lowest, highest) in enumerate(zip(problem.lattice.bottom, problem.lattice.top, strict=True)):
        assert (np.diff(table[attribute, lowest : highest + 1]) >= 0).all()
    weighted = dataclasses.replace(case, weights=None)  # as these losses are
    best = None
    for levels in problem.lattice:
        found = check(problem, levels)
        if found.anonymous:
            losses = [float(table[attribute, level]) for attribute, level in enumerate(levels)]
            assert aggregated(losses, weighted) <= found.score + 1e-9
            best = found.score if best is None else min(best, found.score)
    solution = ALGORITHMS["optimal"](problem, Control(), Limits(), 0)
    assert solution.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
    if best is not None:
        assert solution.best.score == best


@given(case=cases_of_every_kind())
@settings(max_examples=examples(100))
def test_that_no_transformation_loses_less(case):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rare_values, "LEAST_TRANSFORMATIONS", 0)
        assert_bounded(problem_of(case), case)


@given(drawn=combinations())
@settings(max_examples=examples(100))
def test_that_no_transformation_loses_less_under_any_models(drawn):
    combined, _chance = drawn
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rare_values, "LEAST_TRANSFORMATIONS", 0)
        assert_bounded(combined_problem(combined), combined.case)
