"""Fact 8 of the search design: what one check says of everything below it."""

import itertools

import numpy as np
from hypothesis import given

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.quality.aggregate import AGGREGATES, aggregated
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import evaluate
from arxdesk_engine.search.solution import Limits
from tests.engine.problems import problem_of
from tests.engine.strategies import cases


def look(problem, levels, source=None):
    source = source or problem.partitioner.whole
    return evaluate(problem, source, np.array(levels, np.int16), keep_rows=True, scores_all=False)


def below(problem, levels):
    ranges = (range(low, high + 1) for low, high in zip(problem.lattice.bottom, levels, strict=True))
    return itertools.product(*ranges)


@given(cases())
def test_that_no_transformation_of_an_interval_scores_below_the_bound_of_its_upper_end(case):
    problem = problem_of(case)
    checker = Checker(problem, Control(), Limits())
    scores = {levels: checker.check(levels).score for levels in problem.lattice}
    kind = AGGREGATES[case.aggregate]
    for upper in problem.lattice:
        found = look(problem, upper)
        check, table = found.check, found.table
        assert (table is None) == (not check.anonymous)
        if table is None:
            continue
        for low in below(problem, upper):
            bound = aggregated(table[range(len(low)), list(low)], kind)
            between = (
                levels for levels in below(problem, upper) if all(a <= b for a, b in zip(low, levels, strict=True))
            )
            assert bound <= min(scores[levels] for levels in between)
        assert aggregated(table[range(len(upper)), list(upper)], kind) == check.score


@given(cases())
def test_that_bounds_from_the_tuples_are_at_least_those_of_generalization_alone(case):
    problem = problem_of(case)
    for upper in problem.lattice:
        table = look(problem, upper).table
        if table is not None:
            for attribute, level in enumerate(upper):
                rows = table[attribute, : level + 1] >= problem.quality.bound_table[attribute, : level + 1]
                assert rows.all()
