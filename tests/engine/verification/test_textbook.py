"""The definitions of the recount, against loops over fractions, linear programs and published values."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from arxdesk_engine.job.job import job_from
from arxdesk_engine.verification.evidence import Evidence, Sensitive
from arxdesk_engine.verification.textbook import judge

TREE = (("v0", "x", "top"), ("v1", "x", "top"), ("v2", "y", "top"), ("v3", "z", "top"), ("v4", "z", "top"))
"""A value, its label at the next level, and the root."""
VALUES = len(TREE)

GROUPS = st.lists(st.lists(st.integers(0, VALUES - 1), min_size=1, max_size=9), min_size=1, max_size=4)


def evidence(
    groups: list[list[int]],
    *,
    others: tuple[int, ...] = (),
    records: int | None = None,
    population: list[int] | None = None,
    absent: int = 0,
    covered: tuple[Any, Any] | None = None,
    **sections: Any,
) -> Evidence:
    """Groups of sensitive values; `others` are those of suppressed records."""
    entries = [(group, value, count) for group, values in enumerate(groups) for value, count in Counter(values).items()]
    group, value, count = (np.array(column, np.int64) for column in zip(*entries, strict=True))
    overall = np.bincount([*others, *(value for values in groups for value in values)], minlength=VALUES)
    labels = [np.array([sorted({row[level] for row in TREE}).index(row[level]) for row in TREE]) for level in (0, 1)]
    sizes = np.array([len(values) for values in groups], np.int64)
    return Evidence(
        job_from({"data": {"path": "x.csv"}, **sections}),
        len(others) + int(sizes.sum()) if records is None else records,
        sizes,
        {"s": Sensitive(group, value, count, overall, tuple(labels))},
        lambda: (np.array(population, np.int64), absent),
        lambda: covered,
        lambda group: (("group", str(group)),),
    )


def verdict(model: dict[str, Any], shown: Evidence) -> bool | None:
    return judge(job_from({"data": {"path": "x.csv"}, "privacy": [model]}).privacy[0], shown).verified


def sizes_of(*sizes: int) -> list[list[int]]:
    return [[0] * size for size in sizes]


def entropy(counts: list[int]) -> float:
    return -math.fsum(count / sum(counts) * math.log(count / sum(counts)) for count in counts)


def grassberger(number: int) -> float:
    """G by its recursion."""
    if number <= 1:
        return -np.euler_gamma - math.log(2.0)
    if number % 2:
        return grassberger(number - 1)
    return grassberger(number - 2) + 2.0 / (number - 1)


@given(groups=GROUPS, rank=st.integers(1, 5), c=st.sampled_from([0.5, 1.0, 2.0, 3.5]))
def test_that_diversity_is_what_the_definition_says(groups, rank, c):
    histograms = [sorted(Counter(values).values(), reverse=True) for values in groups]
    shown = evidence(groups)
    model = {"model": "l-diversity", "attribute": "s", "l": rank}
    assert verdict(model, shown) is all(len(counts) >= rank for counts in histograms)
    assert verdict(model | {"variant": "recursive", "c": c}, shown) is all(
        counts[0] < c * sum(counts[rank - 1 :]) for counts in histograms
    )
    enough = all(len(counts) >= rank and entropy(counts) >= math.log(rank) - 1e-9 for counts in histograms)
    assert verdict(model | {"variant": "shannon"}, shown) is enough
    corrected = [
        math.log(sum(counts)) - sum(count * grassberger(count) for count in counts) / sum(counts)
        for counts in histograms
    ]
    enough = all(
        len(counts) >= rank and found >= math.log(rank) - 1e-9
        for counts, found in zip(histograms, corrected, strict=True)
    )
    assert verdict(model | {"variant": "grassberger"}, shown) is enough


def ground_distance(variant: str, first: int, second: int, there: list[int]) -> float:
    """`there` are the values that the table has, in their order: no steps lead over others."""
    if first == second:
        return 0.0
    if variant == "equal":
        return 1.0
    if variant == "ordered":
        if first not in there or second not in there:
            return 1.0  # nothing is moved there
        return abs(there.index(first) - there.index(second)) / (len(there) - 1)
    return 0.5 if TREE[first][1] == TREE[second][1] else 1.0


def earth_movers_distance(q: list[float], p: list[float], variant: str) -> float:
    """The cheapest way to move q to p, as a linear program."""
    flows = [(i, j) for i in range(VALUES) for j in range(VALUES)]
    there = [value for value in range(VALUES) if p[value] > 0.0]
    costs = [ground_distance(variant, i, j, there) for i, j in flows]
    leaving = [[float(i == value) for i, _j in flows] for value in range(VALUES)]
    arriving = [[float(j == value) for _i, j in flows] for value in range(VALUES)]
    return float(linprog(costs, A_eq=[*leaving, *arriving], b_eq=[*q, *p]).fun)


@pytest.mark.parametrize("variant", ["equal", "ordered", "hierarchical"])
@given(groups=st.lists(st.lists(st.integers(0, VALUES - 1), min_size=1, max_size=6), min_size=2, max_size=2))
def test_that_closeness_is_the_earth_movers_distance(variant, groups):
    overall = Counter(value for values in groups for value in values)
    p = [overall[value] / overall.total() for value in range(VALUES)]
    largest = max(
        earth_movers_distance([values.count(value) / len(values) for value in range(VALUES)], p, variant)
        for values in groups
    )
    model = {"model": "t-closeness", "attribute": "s", "variant": variant}
    assert verdict(model | {"t": min(1.0, largest + 1e-6)}, evidence(groups)) is True
    if largest > 1e-6:
        assert verdict(model | {"t": largest - 1e-6}, evidence(groups)) is False


@given(groups=GROUPS, limit=st.sampled_from([0.3, 0.5, 1.0, 1.5, 2.5]))
def test_that_shares_are_compared_with_those_of_the_table(groups, limit):
    overall = Counter(value for values in groups for value in values)
    n = overall.total()
    pairs = [
        (Fraction(values.count(value), len(values)), Fraction(overall[value], n))
        for values in groups
        for value in set(values)
    ]
    shown = evidence(groups)
    disclosed = all(abs(math.log2(q / p)) < limit for q, p in pairs)
    model = {"model": "delta-disclosure", "attribute": "s", "delta": limit}
    assert verdict(model, shown) is disclosed
    complete = all(set(values) == set(overall) for values in groups)
    assert verdict(model | {"absent_values": "violating"}, shown) is (disclosed and complete)
    gains = [(float((q - p) / p), -math.log(p)) for q, p in pairs]
    model = {"model": "beta-likeness", "attribute": "s", "beta": limit}
    assert verdict(model, shown) is all(gain <= limit + 1e-9 for gain, _most in gains)
    enhanced = all(gain <= min(limit, most) + 1e-9 for gain, most in gains)
    assert verdict(model | {"variant": "enhanced"}, shown) is enhanced


def test_that_sizes_are_compared_with_what_is_asked():
    for k, holds in ((3, True), (4, False)):
        assert verdict({"model": "k-anonymity", "k": k}, evidence(sizes_of(3, 5))) is holds
        shown = evidence(sizes_of(1, 2), population=[3, 7])
        assert verdict({"model": "k-map", "k": k, "subset": "x = 1"}, shown) is holds
    share = {"model": "delta-presence", "subset": "x = 1"}
    shown = evidence(sizes_of(1, 2), population=[10, 5])
    assert verdict(share | {"dmin": 0.1, "dmax": 0.4}, shown) is True
    assert verdict(share | {"dmin": 0.1, "dmax": 0.39}, shown) is False
    assert verdict(share | {"dmin": 0.11, "dmax": 0.4}, shown) is False
    nobody = evidence(sizes_of(1, 2), population=[10, 5], absent=2)
    assert verdict(share | {"dmin": 0.0, "dmax": 0.4}, nobody) is True
    assert verdict(share | {"dmin": 0.1, "dmax": 0.4}, nobody) is False


@pytest.mark.parametrize(
    ("estimator", "k", "derived"),
    [
        ("poisson", 5, 4),
        ("poisson", 10, 5),
        ("poisson", 50, 11),
        ("zero_truncated_poisson", 5, 3),
        ("zero_truncated_poisson", 10, 4),
        ("zero_truncated_poisson", 50, 10),
    ],
)
def test_that_derived_sizes_are_those_of_the_reference(estimator, k, derived):
    model = {"model": "k-map", "k": k, "estimator": estimator, "significance": 0.05, "population": 301_620}
    assert verdict(model, evidence(sizes_of(derived, 100), records=30_162)) is True
    assert verdict(model, evidence(sizes_of(derived - 1, 100), records=30_162)) is False


@pytest.mark.parametrize(
    ("highest", "size"), [(0.2, 5), (0.334, 3), (1.0, 1), (0.5, 2), (0.35, 3), (1e-300, 10**6), (0.0, 10**6)]
)
def test_that_the_highest_risk_is_a_size(highest, size):
    model = {"model": "average-risk", "threshold": 1.0, "highest": highest, "records": 0.0}
    assert verdict(model, evidence(sizes_of(min(size, 50)))) is (size <= 50)
    if size > 1:
        assert verdict(model, evidence(sizes_of(min(size, 50) - 1))) is False


def test_that_shares_of_the_whole_table_are_compared_with_the_threshold():
    shown = evidence(sizes_of(1, 1, 2, 6))
    for threshold, holds in ((0.4, True), (0.399, False)):
        assert verdict({"model": "average-risk", "threshold": threshold}, shown) is holds
    for threshold, holds in ((0.2, True), (0.199, False)):
        assert verdict({"model": "sample-uniqueness", "threshold": threshold}, shown) is holds
    strict = {"model": "average-risk", "threshold": 0.5, "highest": 0.3}
    for share, holds in ((0.4, True), (0.39, False)):
        assert verdict(strict | {"records": share}, shown) is holds


def probability_of_one(people: int, population: int, sample: int) -> Fraction:
    """One of so many people is in the sample: hypergeometric."""
    if population - people < sample - 1:
        return Fraction(0)
    return Fraction(people * math.comb(population - people, sample - 1), math.comb(population, sample))


@given(sizes=st.lists(st.integers(1, 8), min_size=1, max_size=6), more=st.integers(0, 60))
def test_that_zayatz_estimates_by_hypergeometric_probabilities(sizes, more):
    n = sum(sizes)
    numbers = Counter(sizes)
    weighted = {size: number * probability_of_one(size, n + more, n) for size, number in numbers.items()}
    share = Fraction(0)
    if numbers[1]:
        share = numbers[1] * weighted[1] / sum(weighted.values()) / n
    model = {"model": "population-uniqueness", "estimator": "zayatz", "population": n + more}
    shown = evidence(sizes_of(*sizes))
    assert verdict(model | {"threshold": min(1.0, float(share) + 1e-6)}, shown) is True
    if share:
        assert verdict(model | {"threshold": float(share) - 1e-6}, shown) is False


def test_that_the_decision_rule_is_confirmed_by_zayatz_where_it_takes_the_smaller_one_of_two():
    shown = evidence(sizes_of(1, 2, 3, 4))
    model = {"model": "population-uniqueness", "estimator": "dankar"}
    assert verdict(model | {"population": 50, "threshold": 1.0}, shown) is True
    assert verdict(model | {"population": 50, "threshold": 0.0}, shown) is None
    assert verdict(model | {"population": 500, "threshold": 1.0}, shown) is None
    assert verdict(model | {"population": 500, "threshold": 0.0}, evidence(sizes_of(2, 3))) is True
    assert verdict(model | {"population": 10, "threshold": 0.05}, shown) is False  # the sample is the population


@pytest.mark.parametrize(("epsilon", "delta", "k"), [(1.0, 1e-4, 47), (math.log(2.0), 1e-4, 41)])
def test_that_differential_privacy_needs_the_smallest_size_of_the_reference(epsilon, delta, k):
    model = {"model": "differential-privacy", "epsilon": epsilon, "delta": delta, "scheme": "low"}
    assert verdict(model, evidence(sizes_of(k, 90))) is None
    assert verdict(model, evidence(sizes_of(k - 1, 90))) is False
    spent = model | {"epsilon": epsilon + 0.5, "search_budget": 0.5}
    del spent["scheme"]
    assert verdict(spent, evidence(sizes_of(k, 90))) is None
    assert verdict(spent, evidence(sizes_of(k - 1, 90))) is False


@pytest.mark.parametrize("epsilon", [0.01, 5.0, 10.0])
def test_that_extreme_epsilons_come_to_an_end(epsilon):
    model = {"model": "differential-privacy", "epsilon": epsilon, "delta": 1e-3, "scheme": "low"}
    assert verdict(model, evidence(sizes_of(1, 90))) is False


COSTS = {"publisher_benefit": 100.0, "publisher_loss": 60.0, "adversary_gain": 0.3, "adversary_cost": 0.1}


@pytest.mark.parametrize("attacker", ["prosecutor", "journalist"])
def test_that_an_attack_that_breaks_even_does_not_lose(attacker):
    model = {"model": "profitability", "attacker": attacker, "attack": False}
    for size, holds in ((3, False), (4, True)):
        mine, theirs = (size, 99) if attacker == "prosecutor" else (1, size)
        assert verdict(model, evidence(sizes_of(mine), population=[theirs], costs=COSTS)) is holds
    free = {"adversary_gain": 1.0, "adversary_cost": 0.0}
    shown = evidence(sizes_of(9), population=[9], costs=free)
    assert verdict(model, shown) is False
    shown = evidence(sizes_of(1), population=[1], costs={"adversary_gain": 0.0, "adversary_cost": 0.0})
    assert verdict(model, shown) is True


@given(
    sizes=st.lists(st.integers(1, 6), min_size=1, max_size=4),
    rows=st.lists(st.tuples(st.integers(1, 8), st.integers(1, 5)), min_size=4, max_size=4),
    loss=st.sampled_from([0.0, 30.0, 60.0, 90.0]),
)
def test_that_payouts_are_benefits_without_the_losses_of_attacks(sizes, rows, loss):
    domain = np.array([8, 5])
    costs = COSTS | {"publisher_loss": loss}
    payouts = []
    for size, covered in zip(sizes, rows, strict=False):
        lost = math.log10(math.prod(c / d for c, d in zip(covered, domain, strict=True))) / math.log10(40) + 1
        pays = 0.3 / size - 0.1 > 1e-12
        payouts.append(100.0 * (1 - max(0.0, lost)) - (loss / size if pays else 0.0))
    if any(abs(payout) < 1e-6 for payout in payouts):
        return
    table = np.array(rows[: len(sizes)], np.int64).T
    shown = evidence(sizes_of(*sizes), covered=(np.stack([table, table]), domain), costs=costs)
    assert verdict({"model": "profitability"}, shown) is all(payout > 0 for payout in payouts)


def test_that_labels_of_several_meanings_leave_payouts_open_between_the_best_and_the_worst():
    domain, costs = np.array([8]), COSTS | {"publisher_loss": 0.0}
    meanings = [[1, 8], [1, 4], [8, 8]]
    found = []
    for least, most in meanings:
        shown = evidence(sizes_of(5), covered=(np.array([[[least]], [[most]]]), domain), costs=costs)
        found.append(verdict({"model": "profitability"}, shown))
    assert found == [None, True, False]


def test_that_grassbergers_numbers_grow_as_the_recursion_says():
    values = [grassberger(number) for number in range(1, 40)]
    assert all(second >= first for first, second in pairwise(values))
    assert values[-1] == pytest.approx(math.log(39), abs=0.05)
