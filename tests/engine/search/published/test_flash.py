"""Flash: its order, its paths, and that the order of the columns is nothing to it."""

import dataclasses

import pytest
from hypothesis import given

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.problem import ProblemKind
from arxdesk_engine.search.published.flash import TraversalOrder, flash
from arxdesk_engine.search.published.two_phase import two_phase
from arxdesk_engine.search.solution import Limits, Status
from tests.engine.naive import Case
from tests.engine.problems import ADULT, problem_of, reference_job
from tests.engine.strategies import cases

THREE_ATTRIBUTES = Case(
    columns=(("a", "b", "c", "d"), ("a", "b", "a", "b"), ("a", "b", "c", "c")),
    hierarchies=(
        (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"), ("d", "y", "*")),
        (("a", "*"), ("b", "*")),
        (("a", "x", "*"), ("b", "x", "*"), ("c", "c", "*")),
    ),
    k=4,
)


def test_that_less_generalized_comes_first_then_relative_to_the_heights_then_what_keeps_more_values():
    order = TraversalOrder(problem_of(THREE_ATTRIBUTES))
    level_one = order.sorted(iter([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0), (2, 0, 0)]))
    # (0, 1, 0) is half of nothing less than its whole height; the third attribute keeps 2 of 3 values, the first 2 of 4
    assert level_one == [(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (2, 0, 0)]


@given(cases())
def test_that_the_order_tells_any_two_transformations_apart(case):
    problem = problem_of(case)
    order = TraversalOrder(problem)
    keys = [order(levels) for levels in problem.lattice]
    assert len(set(keys)) == len(keys)
    for levels in problem.lattice:
        assert all(order(levels) < order(above) for above in problem.lattice.successors(levels))


def test_that_a_path_is_checked_by_binary_search():
    problem = dataclasses.replace(problem_of(THREE_ATTRIBUTES), suppression_limit=0.0)
    assert problem.kind is ProblemKind.MONOTONIC
    examined = [found.levels for found in flash(problem, Control(), Limits()).examined]
    # the first path goes from the bottom to the top in five steps; only the top is anonymous
    assert [sum(levels) for levels in examined[:3]] == [2, 4, 5]
    assert examined[2] == problem.lattice.top


@pytest.mark.parametrize(("limit", "most_checks"), [(0.0, 250), (0.05, 700)])
def test_that_the_order_of_the_columns_changes_nothing_on_adult(shared, limit, most_checks):
    found = set()
    for columns in (ADULT, ADULT[::-1], ADULT[4:] + ADULT[:4]):
        problem = Anonymizer.open(reference_job(shared, "adult", columns, limit=limit)).problem
        for algorithm in (flash, two_phase):
            solution = algorithm(problem, Control(), Limits())
            assert solution.status is Status.OPTIMAL
            found.add((solution.checks, f"{solution.best.score:.12f}", solution.best.suppressed_records))
    assert len(found) == 1
    assert min(checks for checks, *_others in found) <= most_checks
