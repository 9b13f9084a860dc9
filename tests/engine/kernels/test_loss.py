"""The loss from sums of whole numbers, against its definition record by record in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.loss import attribute_loss, loss_rows, loss_table
from arxdesk_engine.quality.factors import generalization_and_suppression_factors
from tests.engine.naive import factors, rounded_down
from tests.engine.strategies import FACTORS

LEVELS = 3


def exact_loss(covered, removed, domain, factor):
    """Iyengar's loss by its definition, rounded down; `covered` is how many rows each record's label covers."""
    if domain == 1:
        return 0.0
    g, s = factors(factor)
    n = len(covered)
    raw = Fraction(0)
    for rows, is_removed in zip(covered, removed, strict=True):
        share = Fraction(rows, domain)
        raw += share + s * (1 - share) if is_removed else g * share
    least = g * n / domain
    return rounded_down(max(Fraction(0), (raw - least) / (n - least)))


def whole_factors(factor):
    """a, b and q with g = a/q and s = b/q."""
    g, s = generalization_and_suppression_factors(factor)
    q = int(np.lcm(g.denominator, s.denominator))
    return float(g * q), float(s * q), float(q)


@st.composite
def records(draw, attributes=1):
    """Per attribute and level how many rows the label of each record covers, which records are removed, a factor."""
    n = draw(st.integers(1, 30))
    removed = draw(st.lists(st.booleans(), min_size=n, max_size=n))
    domains = draw(st.lists(st.integers(1, 12), min_size=attributes, max_size=attributes))
    covered = []
    for domain in domains:
        levels = st.lists(st.integers(1, domain), min_size=n, max_size=n)
        covered.append([draw(levels) for _level in range(LEVELS)])
    return covered, removed, domains, draw(st.sampled_from(FACTORS))


def sums(covered, removed):
    """Totals over all records and over the removed ones, [attributes, levels]."""
    totals = np.array(covered).sum(axis=2)
    gone = (np.array(covered) * np.array(removed)).sum(axis=2)
    return totals.astype(np.float64), gone


@given(records())
def test_that_the_loss_of_an_attribute_is_its_definition_rounded_down(case):
    (covered,), removed, (domain,), factor = case
    n = float(len(removed))
    for labels in covered:
        gone = float(sum(rows for rows, is_removed in zip(labels, removed, strict=True) if is_removed))
        kept = float(sum(labels)) - gone
        found = attribute_loss(kept, gone, float(sum(removed)), float(domain), n, *whole_factors(factor))
        assert found == exact_loss(labels, removed, domain, factor)


@pytest.mark.parametrize(("rows", "loss"), [(2, 0.1), (3, 0.2), (6, 0.5), (8, 0.7), (11, 1.0)])
def test_that_a_loss_that_is_a_short_decimal_stays_it(rows, loss):
    """(rows - 1) / 10 without noise: rounding down loses no ten-billionth."""
    assert attribute_loss(7.0 * rows, 0.0, 0.0, 11.0, 7.0, 1.0, 1.0, 1.0) == loss


@given(records(attributes=2), st.lists(st.sampled_from([0.0, 0.1, 0.5, 1.0]), min_size=2, max_size=2))
def test_that_a_table_holds_the_weighted_loss_of_every_level(case, weights):
    covered, removed, domains, factor = case
    totals, gone = sums(covered, removed)
    nothing = np.zeros_like(totals)
    table = np.full_like(totals, -1.0)
    n, terms = float(len(removed)), whole_factors(factor)
    domain, factors_of = np.array(domains, np.float64), np.array(weights)
    loss_table(totals, gone, float(sum(removed)), domain, nothing, factors_of, n, *terms, table)
    assert table.tolist() == [
        [weight * exact_loss(labels, removed, size, factor) for labels in levels]
        for levels, size, weight in zip(covered, domains, weights, strict=True)
    ]


@given(records(attributes=2), st.lists(st.floats(0.0, 1.0), min_size=2 * LEVELS, max_size=2 * LEVELS))
def test_that_no_loss_is_below_the_least_one(case, least):
    covered, removed, domains, factor = case
    totals, gone = sums(covered, removed)
    floor = np.array(least).reshape(2, LEVELS)
    plain, table = np.empty_like(totals), np.empty_like(totals)
    terms = float(len(removed)), *whole_factors(factor)
    domain, ones = np.array(domains, np.float64), np.ones(2)
    loss_table(totals, gone, float(sum(removed)), domain, np.zeros_like(totals), ones, *terms, plain)
    loss_table(totals, gone, float(sum(removed)), domain, floor, ones, *terms, table)
    assert (table == np.maximum(plain, floor)).all()


@given(
    records(attributes=2),
    st.lists(
        st.tuples(st.tuples(*[st.integers(0, LEVELS - 1)] * 2), st.lists(st.booleans(), min_size=30, max_size=30)),
        max_size=8,
    ),
)
def test_that_the_losses_of_many_are_the_loss_of_each(case, transformations):
    """Each of them removes other records."""
    covered, removed, domains, factor = case
    n = len(removed)
    totals, _gone = sums(covered, removed)
    levels = np.array([levels for levels, _removed in transformations], np.int64).reshape(-1, 2)
    gone = np.zeros(levels.shape, np.int64)
    for row, (place, chosen) in enumerate(transformations):
        _totals, by_level = sums(covered, chosen[:n])
        gone[row] = by_level[[0, 1], list(place)]
    counts = np.array([sum(chosen[:n]) for _levels, chosen in transformations], np.int64)
    losses = np.full(levels.shape, -1.0)
    domain, weights = np.array(domains, np.float64), np.array([1.0, 0.5])
    terms = float(n), *whole_factors(factor)
    loss_rows(totals, levels, gone, counts, domain, np.zeros_like(totals), weights, *terms, losses)
    assert losses.tolist() == [
        [
            weight * exact_loss(covered[attribute][level], chosen[:n], domains[attribute], factor)
            for attribute, (level, weight) in enumerate(zip(place, (1.0, 0.5), strict=True))
        ]
        for place, chosen in transformations
    ]
