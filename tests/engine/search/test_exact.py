"""What the exact algorithms promise beyond the contracts: other quality models, memory, bounds of an early end."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.quality.model import ClassWiseModel, QualityModel
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from tests.engine.naive import Case
from tests.engine.problems import problem_of
from tests.engine.stopping import let_time_go_by_looking_at_it
from tests.engine.strategies import cases_of_every_kind
from tests.tiers import examples

CLASSICAL = ("flash", "two-phase", "best-first", "ola", "incognito", "exhaustive")
classical = pytest.mark.parametrize("name", CLASSICAL)


class Unbounded(ClassWiseModel):
    """A score without a bound but 0."""

    lowest, highest = 0.0, 1e6

    @classmethod
    def of(cls, grouping, preferences):
        return cls(grouping)

    def bound(self, classes, hidden, minimal_class_size=1, top=None):
        return 0.0

    def lower_bound(self, levels):
        return 0.0


class Scattered(Unbounded):
    """A score that has nothing to do with the lattice."""

    monotonic_without_suppression = False

    def score(self, classes, suppressed):
        return float(np.random.default_rng([*classes.levels, 7]).random())


class MeanClassSize(Unbounded):
    """Records per class that is kept: rises with generalization while nothing is suppressed."""

    def score(self, classes, suppressed):
        return self.grouping.records / max(0.5, float((~suppressed).sum()))


class OfNeitherKind(QualityModel):
    """What somebody writes by the docstring alone: the score of above, bounded by the lowest."""

    lowest, highest, monotonic_without_suppression = 0.0, 1e6, False
    score = Scattered.score

    @classmethod
    def of(cls, grouping, preferences):
        return cls(grouping)

    def lower_bound(self, levels):
        return self.lowest


@pytest.mark.parametrize("name", ["optimal", *CLASSICAL])
@pytest.mark.parametrize("quality", [Scattered, MeanClassSize, OfNeitherKind])
@given(case=cases_of_every_kind())
@settings(max_examples=examples(25))
def test_that_the_optimum_is_found_for_any_quality_model(name, quality, case):
    loss = problem_of(case)
    problem = SearchProblem(loss.grouping, loss.lattice, loss.privacy, quality(loss.grouping), case.limit)
    scores = [found.score for found in (check(problem, levels) for levels in problem.lattice) if found.anonymous]
    solution = ALGORITHMS[name](problem, Control(), Limits(), 0)
    assert solution.status is (Status.OPTIMAL if scores else Status.INFEASIBLE)
    assert solution.best is None or solution.best.score == min(scores)


@classical
def test_that_a_lattice_of_any_size_can_be_searched_until_a_limit(name, monkeypatch):
    hierarchy = tuple((str(value), *(str(value >> level) for level in range(1, 7)), "*") for value in range(64))
    generator = np.random.default_rng(0)
    columns = tuple(tuple(str(generator.integers(64)) for _record in range(50)) for _attribute in range(24))
    case = Case(columns, (hierarchy,) * 24, k=5, limit=0.1)
    problem = problem_of(case)
    assert problem.lattice.size == 8**24
    let_time_go_by_looking_at_it(monkeypatch, 0.001)
    solution = ALGORITHMS[name](problem, Control(), Limits(seconds=0.5), 0)
    assert solution.status in (Status.BEST_FOUND, Status.NONE_FOUND)
    assert 0.5 <= solution.seconds < 0.6  # it looks a few times more
    assert solution.lower_bound >= problem.quality.lower_bound(problem.lattice.bottom)


@pytest.mark.parametrize("name", sorted(set(CLASSICAL) - {"exhaustive"}))
def test_that_an_infeasible_problem_is_recognized_in_a_few_checks(name):
    hierarchy = tuple((str(value), str(value // 2)) for value in range(4))
    columns = tuple(tuple(str(value) for value in range(4)) for _attribute in range(20))
    case = Case(columns, (hierarchy,) * 20, k=3)
    solution = ALGORITHMS[name](problem_of(case), Control(), Limits(checks=20), 0)
    assert solution.status is Status.INFEASIBLE


@classical
@given(case=cases_of_every_kind())
@settings(max_examples=examples(25))
def test_that_the_bound_rises_with_the_checks_that_are_allowed(name, case):
    problem = problem_of(case)
    solutions = [ALGORITHMS[name](problem, Control(), Limits(checks=checks), 0) for checks in (1, 3, 9, 27)]
    for fewer, more in itertools.pairwise(solutions):
        assert fewer.lower_bound <= more.lower_bound or more.status is Status.OPTIMAL
        assert fewer.best is None or more.best.score <= fewer.best.score


def test_that_exhaustive_examines_every_transformation_a_specialization_before_its_generalizations():
    hierarchy = (("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"))
    case = Case((("a", "b", "c"), ("a", "c", "c")), (hierarchy, hierarchy), k=2, bottom=(0, 1), top=(2, 2))
    problem = problem_of(case)
    examined = [found.levels for found in ALGORITHMS["exhaustive"](problem, Control(), Limits(), 0).examined]
    assert sorted(examined) == list(Lattice((0, 1), (2, 2)))
    for levels in examined:
        assert all(examined.index(below) < examined.index(levels) for below in problem.lattice.predecessors(levels))
