"""Attributes that are shown as an aggregate of each class: what quality models say of them (engine reference 2.4)."""

import math
import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import AggregatedColumns, Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.model import Preferences
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.strategies import cases_of_every_kind
from tests.tiers import examples

SEEING = ("loss", "precision", "entropy")
"""The models that see what an aggregate loses."""
TOGETHER = "shown together"


@st.composite
def tables_with_aggregates(draw):
    """A case, the values of one more attribute, and whether one of the generalized ones is only grouped by."""
    case = draw(cases_of_every_kind())
    values = draw(st.lists(st.sampled_from("uvwx"), min_size=case.records, max_size=case.records))
    return case, tuple(values), draw(st.booleans())


def problem_of(case, values, is_clustered, name):
    columns, bound = columns_and_hierarchies(case)
    column = column_of("values", values)
    together = bind(Hierarchy(((TOGETHER,),)), column_of("one", (TOGETHER,) * case.records))
    aggregated = {len(columns): "values"}
    grouping = Grouping(
        [*(each.codes for each in columns), np.zeros(case.records, np.int32)],
        [*bound, together],
        {"values": column.codes, "first": columns[0].codes},
        aggregates=AggregatedColumns(aggregated, (0,) if is_clustered else ()),
    )
    weights = None if case.weights is None else np.array([*case.weights, 0.5])
    quality = MODELS[name].of(grouping, Preferences(weights, case.aggregate, case.factor))
    lattice = Lattice((*case.lowest, 0), (*case.highest, 0))
    return SearchProblem(grouping, lattice, (MinimalSize(case.k),), quality, case.limit)


def expected_score(case, values, is_clustered, name, levels, removed):
    """By the definition, record by record."""
    g, s = map(float, naive.factors(case.factor))
    records = naive.generalized(case, levels[:-1])
    columns = [*case.columns, values]
    shares = []
    for column in columns:
        seen = defaultdict(set)
        for record, value in zip(records, column, strict=True):
            seen[record].add(value)
        shares.append([len(seen[record]) / len(set(column)) for record in records])
    is_aggregate = [False for _column in case.columns] + [True]  # clusters are scored by their labels
    n, gone = case.records, sum(removed)
    if name == "entropy":
        areas, domains = _areas(case, levels, records)
        for place, aggregates in enumerate(is_aggregate):
            if aggregates:
                domains[place] = len(set(columns[place]))
                areas[place] = [share * domains[place] for share in shares[place]]
        return _entropy(areas, domains, removed, (g, s))
    losses = []
    for place, aggregates in enumerate(is_aggregate):
        if not aggregates and name == "loss":
            losses.append(naive.losses_of(case, levels[:-1], removed)[place])
        elif not aggregates:
            height = levels[place] / max(len(case.hierarchies[place][0]) - 1, 1)
            losses.append(((n - gone) * g * height + gone * s) / n)
        else:
            total = 0.0
            for share, is_removed in zip(shares[place], removed, strict=True):
                suppressed = share + s * (1.0 - share) if name == "loss" else s
                total += suppressed if is_removed else g * share
            losses.append(total / n)
    weighted = None if case.weights is None else (*case.weights, 0.5)
    return naive.aggregated(losses, naive.Case((), (), weights=weighted, aggregate=case.aggregate))


def _areas(case, levels, records):
    """By attribute the hierarchy rows of the label of each record, and all rows; of the last attribute nothing."""
    areas = [
        [naive.share(rows, record[place], level) * len(rows) for record in records]
        for place, (rows, level) in enumerate(zip(case.hierarchies, levels[:-1], strict=True))
    ]
    return [*areas, [1] * len(records)], [*map(len, case.hierarchies), 1]


def _entropy(areas, domains, removed, factors):
    g, s = factors
    whole = sum(map(math.log, domains))
    total = 0.0
    for number, is_removed in enumerate(removed):
        told = sum(math.log(area[number]) for area in areas)
        total += s if is_removed else g * (told / whole if whole else 0.0)
    return total


@pytest.mark.parametrize("name", sorted(MODELS.keys() - {"classification"}))
@given(given_table=tables_with_aggregates(), seed=st.integers(0, 2**32))
@settings(max_examples=examples(25))
def test_that_aggregates_lose_what_their_classes_have_of_all_values(name, given_table, seed):
    case, values, is_clustered = given_table
    problem = problem_of(case, values, is_clustered, name)
    chance = random.Random(seed)  # noqa: S311 - a choice of what to look at
    everything = list(problem.lattice)
    for levels in chance.sample(everything, min(8, len(everything))):
        classes = problem.grouping.classes(levels)
        chosen = np.array([chance.random() < 0.4 for _class in range(len(classes))], np.bool_)
        found = problem.quality.score(classes, chosen)
        assert problem.quality.lowest - 1e-9 <= found <= problem.quality.highest * (1.0 + 1e-9) + 1e-9
        if name in SEEING:
            removed = chosen[classes.of_records].tolist()
            expected = expected_score(case, values, is_clustered, name, levels, removed)
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", sorted(MODELS.keys() - {"classification"}))
@given(given_table=tables_with_aggregates())
@settings(max_examples=examples(15))
def test_that_the_best_with_aggregates_is_that_of_looking_at_everything(name, given_table):
    problem = problem_of(*given_table, name)
    scores = [found.score for found in (check(problem, levels) for levels in problem.lattice) if found.anonymous]
    for algorithm in ("optimal", "flash", "best-first", "exhaustive"):
        solution = ALGORITHMS[algorithm](problem, Control(), Limits(), 0)
        assert solution.status is (Status.OPTIMAL if scores else Status.INFEASIBLE)
        assert not scores or solution.best.score == pytest.approx(min(scores), rel=1e-9, abs=1e-9)
