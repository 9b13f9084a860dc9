"""Distinct people in classes, and the removal of whole people, against definitions in plain Python."""

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.kernels.people.counting import count_people, mark_first_values
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.diversity import DistinctValues
from arxdesk_engine.privacy.size import MinimalPopulation, MinimalSize
from arxdesk_engine.quality.discernibility import Discernibility
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from arxdesk_engine.search.whole.classification import classify
from tests.engine import naive, people
from tests.engine.people import PeopleCase
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.strategies import LIMITS, tables

EXACT = ("optimal", "flash", "two-phase", "best-first", "ola", "incognito")


@dataclass(frozen=True)
class NoDominance(ClassCriterion):
    """No value belongs to more than a share of the people of a class, counted by value: nothing follows from it."""

    most: float

    def violating(self, classes):
        found = classes.histograms("s")
        of_entry = np.repeat(np.arange(len(classes)), np.diff(found.starts))
        largest = np.zeros(len(classes), np.int64)
        np.maximum.at(largest, of_entry, found.counts)
        return largest > self.most * classes.counted_values("s")


@st.composite
def people_cases(draw, most: float = 1.0) -> PeopleCase:
    """Small tables of at most six people."""
    columns, hierarchies = draw(tables(max_attributes=3, max_records=14))
    records = len(columns[0])
    owners = draw(st.lists(st.integers(0, 5), min_size=records, max_size=records))
    numbers = {person: number for number, person in enumerate(sorted(set(owners)))}
    values = draw(st.lists(st.sampled_from("xyz"), min_size=records, max_size=records))
    case = naive.Case(columns, hierarchies, limit=draw(st.sampled_from(LIMITS)))
    k, least = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    return PeopleCase(case, tuple(numbers[each] for each in owners), tuple(values), k, least, most)


def problem_of(given_case: PeopleCase, *, removes_people: bool = True, quality=Loss) -> SearchProblem:
    columns, bound = columns_and_hierarchies(given_case.case)
    grouping = Grouping(
        [column.codes for column in columns],
        bound,
        {"s": column_of("s", given_case.sensitive).codes},
        people=np.array(given_case.people, np.int32),
    )
    criteria = [MinimalSize(given_case.k), DistinctValues("s", given_case.values)]
    if given_case.most < 1.0:
        criteria.append(NoDominance(given_case.most))
    lattice = Lattice(given_case.case.lowest, given_case.case.highest)
    limit = given_case.case.limit
    return SearchProblem(grouping, lattice, tuple(criteria), quality(grouping), limit, removes_people)


def assert_removed(case: PeopleCase, problem: SearchProblem, levels, left: set[int]) -> None:
    """The check of a transformation, and the output, where some people are left."""
    removed = [person not in left for person in case.people]
    found = check(problem, levels)
    sizes = [len({case.people[each] for each in members}) for members in people.classes(case, levels, left)]
    assert found.suppressed_people == len(set(case.people) - left)
    assert found.suppressed_records == sum(removed)
    assert (found.classes, found.smallest_class, found.largest_class) == (
        len(sizes),
        min(sizes, default=0),
        max(sizes, default=0),
    )
    assert found.anonymous == (found.suppressed_people <= naive.allowed(case.case.limit, len(set(case.people))))
    losses = naive.losses_of(case.case, levels, removed)
    assert found.score == pytest.approx(naive.aggregated(losses, case.case), abs=1e-9)
    verdict = problem.judge(problem.grouping.classes(levels))
    gone = np.append(verdict.violating, True)[verdict.classes.of_records]
    assert gone.tolist() == removed


@given(people_cases())
def test_that_the_largest_set_of_people_is_left_whose_classes_all_fulfil_the_criteria(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        assert_removed(case, problem, levels, people.largest_stable(case, levels))


@given(people_cases(most=0.5))
def test_that_people_go_step_by_step_where_parts_inherit_nothing(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        assert_removed(case, problem, levels, people.left_step_by_step(case, levels))


@given(people_cases(most=0.7))
def test_that_single_records_go_where_that_is_asked(case):
    problem = problem_of(case, removes_people=False)
    for levels in problem.lattice:
        removed = people.removed_by_record(case, levels)
        found = check(problem, levels)
        assert (found.suppressed_records, found.suppressed_people) == (sum(removed), 0)
        assert found.anonymous == (sum(removed) <= naive.allowed(case.case.limit, len(removed)))


@pytest.mark.parametrize("quality", [Loss, Discernibility])
@pytest.mark.parametrize("removes_people", [True, False])
@given(st.one_of(people_cases(), people_cases(most=0.5)))
def test_that_all_exact_searches_find_the_optimum_of_all_checks(quality, removes_people, case):
    problem = problem_of(case, removes_people=removes_people, quality=quality)
    checks = [check(problem, levels) for levels in problem.lattice]
    best = min((each.score for each in checks if each.anonymous), default=None)
    for name in EXACT:
        solution = ALGORITHMS[name](problem, Control(), Limits(), 0)
        assert solution.status in (Status.OPTIMAL, Status.INFEASIBLE), name
        assert (None if solution.best is None else solution.best.score) == best, name
        if solution.best is not None:
            assert solution.best == check(problem, solution.best.levels), name


@given(st.one_of(people_cases(), people_cases(most=0.5)), st.booleans())
def test_that_what_a_check_concludes_for_others_is_true(case, removes_people):
    problem = problem_of(case, removes_people=removes_people)
    checks = {levels: check(problem, levels) for levels in problem.lattice}
    for levels, found in checks.items():
        for others, other in checks.items():
            if all(high >= low for high, low in zip(others, levels, strict=True)):
                assert not (found.generalizations_hold and not other.anonymous)
                assert not (other.specializations_fail and found.anonymous)


@given(st.one_of(people_cases(), people_cases(most=0.5)), st.booleans())
def test_that_every_transformation_is_classified_as_it_is_checked(case, removes_people):
    problem = problem_of(case, removes_people=removes_people)
    rows = [(found, row) for found in classify(problem) for row in range(len(found))]
    for (found, row), levels in zip(rows, problem.lattice, strict=True):
        expected = check(problem, levels)
        assert tuple(found.levels[row].tolist()) == levels
        assert bool(found.anonymous[row]) == expected.anonymous
        assert (found.suppressed_records[row], found.classes[row], found.smallest_class[row]) == (
            expected.suppressed_records,
            expected.classes,
            expected.smallest_class,
        )
        assert math.isnan(found.score[row]) or found.score[row] == expected.score


@given(people_cases(), st.data())
def test_that_the_population_keeps_those_who_are_removed(case, data):
    """A class of the research subset needs so many people of the whole table; who is removed is still one of them."""
    records = len(case.people)
    included = np.array(data.draw(st.lists(st.booleans(), min_size=records, max_size=records)))
    included[0] = True
    columns, bound = columns_and_hierarchies(case.case)
    owners = np.array(case.people, np.int32)
    grouping = Grouping([column.codes for column in columns], bound, None, included, people=owners)
    lattice = Lattice(case.case.lowest, case.case.highest)
    criteria = MinimalPopulation(case.k), MinimalSize(case.values)
    problem = SearchProblem(grouping, lattice, criteria, Loss(grouping), case.case.limit, removes_people=True)
    for rows in classify(problem):
        for row in range(len(rows)):
            levels = tuple(rows.levels[row].tolist())
            texts = naive.generalized(case.case, levels)
            of_population = Counter(text for text, _person in set(zip(texts, case.people, strict=True)))
            left = {person for person, counts in zip(case.people, included, strict=True) if counts}
            number = len(left)
            while True:
                there = {
                    (text, person)
                    for text, person, counts in zip(texts, case.people, included, strict=True)
                    if counts and person in left
                }
                sizes = Counter(text for text, _person in there)
                broken = {person for text, person in there if of_population[text] < case.k or sizes[text] < case.values}
                if not broken:
                    break
                left -= broken
            found = check(problem, levels)
            assert found.suppressed_people == number - len(left)
            assert (rows.anonymous[row], rows.suppressed_records[row]) == (found.anonymous, found.suppressed_records)


ROWS = st.lists(
    st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)), min_size=1, max_size=40
)


@given(ROWS)
def test_that_people_are_counted_as_sets_count_them(rows):
    rows = sorted(rows)
    owners, members, values, amounts = (np.array(column) for column in zip(*rows, strict=True))
    sums, last = np.empty(4, np.int64), np.empty(4, np.int32)
    count_people(members.astype(np.uint32), owners.astype(np.int32), amounts.astype(np.uint32), last, sums)
    distinct = {(member, owner) for owner, member, _value, amount in rows if amount}
    assert sums.tolist() == [Counter(member for member, _owner in distinct)[each] for each in range(4)]
    firsts = np.empty(len(rows), np.uint32)
    mark_first_values(
        members.astype(np.uint32),
        owners.astype(np.int32),
        values.astype(np.int32),
        amounts.astype(np.uint32),
        3,
        np.empty(64, np.uint64),
        np.empty(64, np.int32),
        firsts,
    )
    seen, expected = set(), []
    for owner, member, value, amount in rows:
        expected.append(int(amount > 0 and (owner, member, value) not in seen))
        if amount:
            seen.add((owner, member, value))
    assert firsts.tolist() == expected
