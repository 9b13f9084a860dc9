"""DataFly: the attribute with most distinct values is raised."""

import itertools

from hypothesis import given

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.published.datafly import datafly
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.naive import Case
from tests.engine.problems import problem_of
from tests.engine.strategies import cases

SEX = (("a1", "*"), ("a2", "*"))
AGE = (("b1", "*"), ("b2", "*"), ("b3", "*"), ("b4", "*"))  # b4 does not occur
RECORDS = [("a1", "b1"), ("a1", "b1"), ("a1", "b2"), ("a1", "b2"), ("a1", "b3"), ("a1", "b3"), ("a2", "b1")]


def search(case):
    return datafly(problem_of(case), Control(), Limits())


def distinct(case, levels, attribute):
    return len({record[attribute] for record in naive.generalized(case, levels)})


def test_that_a_small_table_is_anonymized_as_by_hand():
    case = Case(columns=tuple(zip(*RECORDS, strict=True)), hierarchies=(SEX, AGE), k=2)
    solution = search(case)  # three ages, two sexes; then a2 is still alone
    assert [check.levels for check in solution.examined] == [(0, 0), (0, 1), (1, 1)]
    assert solution.best.levels == (1, 1)
    assert solution.status is Status.BEST_FOUND


@given(case=cases())
def test_that_every_step_raises_the_attribute_with_most_distinct_values_until_anonymous(case):
    examined = search(case).examined
    assert examined[0].levels == case.lowest
    for before, after in itertools.pairwise(examined):
        assert not before.anonymous
        raised = [index for index, level in enumerate(before.levels) if after.levels[index] == level + 1]
        assert len(raised) == 1
        assert sum(after.levels) == sum(before.levels) + 1
        can_rise = [index for index, level in enumerate(before.levels) if level < case.highest[index]]
        widest = max(distinct(case, before.levels, index) for index in can_rise)
        assert raised[0] == next(i for i in can_rise if distinct(case, before.levels, i) == widest)
    assert examined[-1].anonymous or examined[-1].levels == case.highest


@given(case=cases())
def test_that_an_unanonymous_top_is_told_as_proof_where_nothing_can_be_anonymous(case):
    solution = search(case)
    assert (solution.status is Status.INFEASIBLE) == (naive.best_score(case) is None)
