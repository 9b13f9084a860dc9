"""A look by splitting classes tells what a look by grouping whole rows tells, from whatever it starts."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.search.check import check
from arxdesk_engine.search.evaluation import evaluate
from tests.engine.problems import problem_of
from tests.engine.strategies import cases_of_every_kind, hard_cases, wide_cases
from tests.tiers import examples


def look(problem, source, levels, *, keep_rows=True, scores_all=True):
    ends = np.array(levels, np.int16)
    return evaluate(problem, source, ends, keep_rows=keep_rows, scores_all=scores_all)


def assert_same(found, expected, *, scores_all):
    """All that a check tells; only the score of what is not anonymous may be left out."""
    if not scores_all and not expected.anonymous:
        assert found.score in (math.inf, expected.score)
        found = dataclasses.replace(found, score=expected.score)
    assert found == expected


def source_above(draw, problem, levels, scores_all):
    """A partition of a random generalization, formed in up to three steps from all rows."""
    source, above = problem.partitioner.whole, problem.lattice.top
    for _step in range(draw(st.integers(0, 3))):
        above = tuple(draw(st.integers(low, high)) for low, high in zip(levels, above, strict=True))
        found = look(problem, source, above, scores_all=scores_all)
        if scores_all or found.check.anonymous:  # otherwise nothing may start from it
            source = found.partition
    return source


@pytest.mark.parametrize("scores_all", [False, True])
@given(case=cases_of_every_kind() | hard_cases(), data=st.data())
@settings(max_examples=examples(60))
def test_that_every_transformation_is_judged_as_by_grouping_whole_rows(scores_all, case, data):
    problem = problem_of(case)
    for place, levels in enumerate(problem.lattice):
        source = problem.partitioner.whole if place % 4 else source_above(data.draw, problem, levels, scores_all)
        found = look(problem, source, levels, scores_all=scores_all)
        assert_same(found.check, check(problem, levels), scores_all=scores_all)


@given(case=wide_cases(), data=st.data())
@settings(max_examples=examples(25))
def test_that_up_to_seventy_quasi_identifiers_are_judged_alike(case, data):
    problem = problem_of(case)
    for levels in problem.lattice:
        source = source_above(data.draw, problem, levels, True)
        assert_same(look(problem, source, levels).check, check(problem, levels), scores_all=True)


@given(case=cases_of_every_kind())
@settings(max_examples=examples(40))
def test_that_facts_without_rows_are_the_same_facts(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        with_rows, without = (
            look(problem, problem.partitioner.whole, levels, keep_rows=keep) for keep in (True, False)
        )
        assert with_rows.check == without.check
        assert (with_rows.table is None) == (without.table is None)
        if with_rows.table is not None:
            assert (with_rows.table == without.table).all()


@given(case=cases_of_every_kind())
@settings(max_examples=examples(40))
def test_that_there_are_bounds_for_what_lies_below_exactly_where_it_is_anonymous(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        for scores_all in (False, True):
            found = look(problem, problem.partitioner.whole, levels, scores_all=scores_all)
            assert (found.table is not None) == found.check.anonymous
