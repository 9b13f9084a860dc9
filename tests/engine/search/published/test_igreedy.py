"""IGreedy: the generalization with the largest smallest class is gone to."""

from hypothesis import given

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.published.igreedy import igreedy
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.naive import Case
from tests.engine.problems import problem_of
from tests.engine.strategies import cases

SEX = (("a1", "*"), ("a2", "*"))


def search(columns, hierarchies, k):
    case = Case(columns=tuple(zip(*columns, strict=True)), hierarchies=hierarchies, k=k)
    return igreedy(problem_of(case), Control(), Limits())


def test_that_the_larger_smallest_class_decides_with_violating_classes_counted():
    age = (("b1", "*"), ("b2", "*"), ("b3", "*"))
    records = [("a1", "b1"), ("a1", "b1"), ("a1", "b2"), ("a1", "b2"), ("a1", "b3"), ("a1", "b3"), ("a2", "b1")]
    solution = search(records, (SEX, age), k=2)
    # Without ages a2 is alone (and of what would be kept the smallest class has 6); without sexes there are 3, 2, 2.
    assert [check.levels for check in solution.examined] == [(0, 0), (0, 1), (1, 0)]
    assert solution.best.levels == (1, 0)


def test_that_of_equal_ones_the_attribute_with_most_distinct_values_is_raised():
    age = (("b1", "x", "*"), ("b2", "x", "*"), ("b3", "y", "*"))
    solution = search([("a1", "b1"), ("a2", "b2"), ("a1", "b3")], (SEX, age), k=3)
    # Somebody is alone until the top: first age (3 values against 2), then sex, which stands first (2 against 2).
    assert [check.levels for check in solution.examined] == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2)]
    assert solution.best.levels == (1, 2)


@given(case=cases())
def test_that_it_ends_with_something_anonymous_or_the_proof_that_there_is_nothing(case):
    solution = igreedy(problem_of(case), Control(), Limits())
    best = naive.best_score(case)
    assert (solution.status is Status.INFEASIBLE) == (best is None)
    assert (solution.best is None) == (best is None)
