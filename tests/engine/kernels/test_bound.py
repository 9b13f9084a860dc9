"""The kernels that bound, shrink and split intervals, against plain Python over every transformation in them."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.kernels.bound import aggregate, bound_at, costliest_split, is_covered, shrink

KINDS = st.integers(0, 3)


@st.composite
def intervals(draw):
    """A table of losses that rise with the level, an interval, a closed set and an incumbent."""
    attributes = draw(st.integers(1, 4))
    steps = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5]), min_size=4, max_size=4)
    table = np.array([np.cumsum(draw(steps)) for _attribute in range(attributes)])
    low = np.array([draw(st.integers(0, 3)) for _attribute in range(attributes)], np.int16)
    high = np.array([draw(st.integers(int(least), 3)) for least in low], np.int16)
    excluded = draw(st.lists(st.lists(st.integers(0, 3), min_size=attributes, max_size=attributes), max_size=4))
    rows = np.array(excluded, np.int16).reshape(len(excluded), attributes)
    return table, low, high, rows, draw(st.sampled_from([0.2, 0.5, 1.0, 2.0]))


def points(low, high):
    return set(itertools.product(*(range(a, b + 1) for a, b in zip(low, high, strict=True))))


def score(table, levels, kind):
    return aggregate(np.array([row[level] for row, level in zip(table, levels, strict=True)]), kind)


@given(intervals(), KINDS)
def test_that_shrinking_loses_only_what_is_excluded_and_gives_the_bound_of_the_rest(interval, kind):
    table, low, high, excluded, incumbent = interval
    before = points(low, high)
    bound = shrink(low, high, table, kind, incumbent, excluded, len(excluded), np.empty(len(low)))
    covered = {point for point in before if any((np.array(point) <= row).all() for row in excluded)}
    wanted = {point for point in before - covered if score(table, point, kind) < incumbent}
    if bound == np.inf:
        assert wanted == set()
        return
    after = points(low, high)
    assert wanted <= after <= before
    assert bound == min(score(table, point, kind) for point in after)


@given(intervals())
def test_that_covering_is_lying_below_a_row(interval):
    _table, low, _high, excluded, _incumbent = interval
    assert is_covered(excluded, len(excluded), low) == any((low <= row).all() for row in excluded)


@given(intervals(), KINDS)
def test_that_a_bound_is_looked_up_by_level(interval, kind):
    table, low, _high, _excluded, _incumbent = interval
    losses = np.empty(len(low))
    assert bound_at(table, low, kind, losses) == score(table, low, kind)
    assert losses.tolist() == [row[level] for row, level in zip(table, low, strict=True)]


@given(intervals())
def test_that_the_split_costs_most_and_a_single_transformation_is_not_split(interval):
    table, low, high, _excluded, _incumbent = interval
    costs = {
        attribute: table[attribute, (low[attribute] + high[attribute]) // 2 + 1] - table[attribute, low[attribute]]
        for attribute in range(len(low))
        if low[attribute] < high[attribute]
    }
    chosen = costliest_split(low, high, table)
    assert (chosen == -1 and not costs) or costs[chosen] == max(costs.values())
