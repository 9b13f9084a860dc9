"""Every quality model: its score is that of its definition, its bounds are bounds, and every search finds its best."""

import dataclasses
import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.aggregate import RankedScore, aggregated_at
from arxdesk_engine.quality.model import AttributeWiseModel, ClassWiseModel, Preferences
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.evaluation import evaluate, least_score
from arxdesk_engine.search.exact.optimal import both_ends
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.amounts import costs_of
from tests.engine.models import MODELS as CRITERIA
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.quality import textbook
from tests.engine.quality.textbook import QualityCase, Transformed
from tests.engine.strategies import AGGREGATES, cases_of_every_kind
from tests.tiers import examples

EXACT = ("optimal", "flash", "two-phase", "best-first", "ola", "incognito", "exhaustive")
CHANCE = st.integers(0, 2**32).map(random.Random)
every_model = pytest.mark.parametrize("name", MODELS)


@st.composite
def asked_of_quality(draw) -> QualityCase:
    """Problems of every kind, with something to predict."""
    case = draw(cases_of_every_kind())
    case = dataclasses.replace(case, aggregate=draw(st.sampled_from((*AGGREGATES, "rank"))))
    places = range(len(case.columns))
    targets = draw(st.lists(st.sampled_from(("target", *places)), min_size=1, max_size=2, unique=True))
    features = draw(st.none() | st.lists(st.sampled_from(places), min_size=1, unique=True))
    return QualityCase(
        case=case,
        target=tuple(draw(st.lists(st.sampled_from("xyz"), min_size=case.records, max_size=case.records))),
        targets=tuple(targets),
        features=None if features is None else tuple(features),
        monotonic=draw(st.booleans()),
        costs=draw(st.sampled_from(((1200.0, 300.0, 300.0, 4.0), (10.0, 30.0, 5.0, 2.0), (1.0, 0.0, 0.0, 1.0)))),
    )


def problem_of(asked: QualityCase, name: str) -> SearchProblem:
    """The problem as the search takes it."""
    case = asked.case
    columns, bound = columns_and_hierarchies(case)
    predicted = {"target": column_of("target", asked.target).codes} if "target" in asked.targets else {}
    grouping = Grouping([column.codes for column in columns], bound, predicted)
    preferences = Preferences(
        None if case.weights is None else np.array(case.weights),
        case.aggregate,
        case.factor,
        asked.monotonic,
        costs_of(*asked.costs),
        targets=asked.targets,
        features=asked.features,
    )
    privacy = (MinimalSize(case.k), *(CRITERIA[model](n=n) for model, n in case.models))
    quality = MODELS[name].of(grouping, preferences)
    return SearchProblem(grouping, Lattice(case.lowest, case.highest), privacy, quality, case.limit)


def same(found: float, expected: float | tuple[float, ...]) -> bool:
    """Whether a score is the expected one, ranked losses one by one."""
    if isinstance(expected, tuple):
        return isinstance(found, RankedScore) and list(found.losses) == pytest.approx(expected, rel=1e-9, abs=2e-10)
    return found == pytest.approx(expected, rel=1e-9, abs=1e-9)


def at_least(found: float, bound: float) -> bool:
    """Whether a score is not below a bound, rounding aside; ranked losses without their order."""
    if isinstance(found, RankedScore) and isinstance(bound, RankedScore):
        if found >= bound:
            return True
        return list(found.losses) == pytest.approx(list(bound.losses), rel=1e-12, abs=1e-12)
    return found >= bound - 1e-9 * max(1.0, abs(bound))


def choice(classes, chance) -> np.ndarray:
    """Some classes, at random: all, none, or any."""
    odds = chance.choice((0.0, 0.3, 0.7, 1.0))
    return np.array([chance.random() < odds for _class in range(len(classes))], np.bool_)


@every_model
@given(asked=asked_of_quality(), chance=CHANCE)
@settings(max_examples=examples(30))
def test_that_scores_are_those_of_the_definition_and_in_their_range(name, asked, chance):
    problem = problem_of(asked, name)
    for levels in some(problem.lattice, chance):
        classes = problem.grouping.classes(levels)
        chosen = choice(classes, chance)
        expected = textbook.score(name, Transformed(asked, levels, chosen[classes.of_records].tolist()))
        found = problem.quality.score(classes, chosen)
        assert same(found, expected)
        assert at_least(found, problem.quality.lowest)
        assert at_least(problem.quality.highest, found)


@every_model
@given(asked=asked_of_quality(), chance=CHANCE)
@settings(max_examples=examples(25))
def test_that_bounds_hold_for_all_generalizations_whatever_is_suppressed(name, asked, chance):
    problem = problem_of(asked, name)
    quality = problem.quality
    for levels, _high, between in intervals(problem.lattice, chance, 6):
        bounds = quality.lower_bound(levels), least_score(problem, problem.grouping.classes(levels))
        for above in some(between, chance):
            classes = problem.grouping.classes(above)
            found = quality.score(classes, choice(classes, chance))
            assert all(at_least(found, bound) for bound in bounds)
            assert at_least(quality.lower_bound(above), bounds[0])


@every_model
@given(asked=asked_of_quality(), chance=CHANCE)
@settings(max_examples=examples(25))
def test_that_scores_without_suppression_never_fall_where_that_is_claimed(name, asked, chance):
    problem = problem_of(asked, name)
    if not problem.quality.monotonic_without_suppression:
        return

    def score(levels):
        classes = problem.grouping.classes(levels)
        return problem.quality.score(classes, np.zeros(len(classes), np.bool_))

    for levels in some(problem.lattice, chance):
        assert all(at_least(score(above), score(levels)) for above in problem.lattice.successors(levels))


def some(transformations, chance):
    """Ten of them at most."""
    everything = list(transformations)
    return chance.sample(everything, min(len(everything), 10))


def intervals(lattice: Lattice, chance, number: int):
    """Pairs of a specialization and a generalization, and everything between them."""
    everything = list(lattice)
    for _pair in range(number):
        one, other = chance.choice(everything), chance.choice(everything)
        low, high = (tuple(map(pick, one, other)) for pick in (min, max))
        between = itertools.product(*(range(bottom, top + 1) for bottom, top in zip(low, high, strict=True)))
        yield low, high, list(between)


@every_model
@given(asked=asked_of_quality(), chance=CHANCE)
@settings(max_examples=examples(30))
def test_that_an_interval_is_bounded_by_what_its_ends_say(name, asked, chance):
    """Everything between suppresses the classes chosen at the upper end, and what is too small; perhaps more."""
    problem = problem_of(asked, name)
    grouping, quality, k = problem.grouping, problem.quality, asked.case.k
    for low, high, between in intervals(problem.lattice, chance, 4):
        above = grouping.classes(high)
        gone = choice(above, chance) | (above.counts < k)
        hidden_tuples = gone[above.of_tuples]
        below = grouping.classes(low)
        if isinstance(quality, ClassWiseModel):
            hidden = np.zeros(len(below), np.bool_)
            hidden[below.of_tuples[hidden_tuples]] = True
            bound = quality.bound(below, hidden, k, chance.choice((None, high)))
        else:
            table = quality.table_below(above, gone)
            bound = aggregated_at(table, np.array(low, np.int16), quality.aggregate_kind)
        for levels in some(between, chance):
            classes = grouping.classes(levels)
            suppressed = choice(classes, chance) | (classes.counts < k)
            suppressed[classes.of_tuples[hidden_tuples]] = True
            assert at_least(quality.score(classes, suppressed), bound)


@every_model
@given(asked=asked_of_quality(), chance=CHANCE)
@settings(max_examples=examples(25))
def test_that_looks_by_splitting_tell_what_looks_by_grouping_do(name, asked, chance):
    problem = problem_of(asked, name)
    quality, whole = problem.quality, problem.partitioner.whole
    for low, high, between in intervals(problem.lattice, chance, 3):
        source = evaluate(problem, whole, np.array(high, np.int16), keep_rows=True, scores_all=True)
        for levels in (low, chance.choice(between)):
            start = chance.choice((whole, source.partition))
            found = evaluate(problem, start, np.array(levels, np.int16), keep_rows=True, scores_all=True)
            expected = check(problem, levels)
            assert same(found.check.score, getattr(expected.score, "losses", expected.score))
            assert at_least(found.check.lower_bound, expected.lower_bound)
            plain = {"score": 0.0, "lower_bound": 0.0}
            assert dataclasses.replace(found.check, **plain) == dataclasses.replace(expected, **plain)
        if source.table is not None and isinstance(quality, AttributeWiseModel):
            bound = aggregated_at(source.table, np.array(low, np.int16), quality.aggregate_kind)
            assert all(at_least(check(problem, levels).score, bound) for levels in some(between, chance))


def best_by_definition(asked: QualityCase, name: str) -> float | tuple[float, ...] | None:
    """The lowest score of everything anonymous, with the classes that violate suppressed."""
    case = asked.case
    scores = []
    for levels in naive.transformations(case):
        removed = naive.suppressed(case, levels)
        if sum(removed) <= naive.allowed(case.limit, case.records):
            scores.append(textbook.score(name, Transformed(asked, levels, removed)))
    return min(scores, default=None)


@every_model
@given(asked=asked_of_quality())
@settings(max_examples=examples(15))
def test_that_every_search_that_claims_the_optimum_finds_it(name, asked):
    problem, best = problem_of(asked, name), best_by_definition(asked, name)
    searches = [ALGORITHMS[algorithm] for algorithm in EXACT]
    if name != "classification":
        searches.append(lambda *terms: both_ends(*terms[:3]))
    for search in searches:
        solution = search(problem, Control(), Limits(), 0)
        assert solution.status is (Status.INFEASIBLE if best is None else Status.OPTIMAL)
        assert best is None or same(solution.best.score, best)
        assert best is None or (solution.gap == 0.0 and solution.lower_bound == solution.best.score)


@every_model
@given(asked=asked_of_quality(), limit=st.integers(1, 12))
@settings(max_examples=examples(8))
def test_that_what_is_claimed_within_a_limit_of_checks_is_true(name, asked, limit):
    problem, best = problem_of(asked, name), best_by_definition(asked, name)
    for algorithm in ALGORITHMS:
        solution = ALGORITHMS[algorithm](problem, Control(), Limits(checks=limit), 0)
        assert solution.checks <= limit
        if solution.status is Status.OPTIMAL:
            assert same(solution.best.score, best)
        elif solution.status is Status.INFEASIBLE:
            assert best is None
        elif solution.best is not None:
            assert 0.0 <= solution.gap <= 1.0
            assert isinstance(best, tuple) or best >= solution.lower_bound - 1e-9 * max(1.0, abs(best))


def test_that_ranked_scores_compare_their_largest_losses_first():
    low, high = RankedScore(np.array([0.2, 0.9, 0.9])), RankedScore(np.array([0.9, 0.3, 0.9]))
    assert low < high
    assert low <= high
    assert high > low
    assert high >= low
    assert low != high
    assert low == RankedScore(np.array([0.9, 0.9, 0.2]))
    assert float(low) == pytest.approx((1.2 * 1.9 * 1.9) ** (1 / 3) - 1)
    assert low < math.inf
    assert RankedScore(np.array([0.8, 0.1])).gap_above(RankedScore(np.array([0.5, 0.6]))) == pytest.approx(0.25)
    assert low.gap_above(low) == RankedScore(np.zeros(2)).gap_above(0.0) == 0.0
    assert low.gap_above(0.0) == 1.0
    assert min(math.inf, high) is high
