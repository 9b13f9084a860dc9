"""The kernels that bound, shrink and split intervals, against plain Python over every transformation in them."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.bound import IS_LOWER, LEAST_AT_HIGH, SIZE, aggregate, bound_at, choose_split, shrink
from arxdesk_engine.lattice.antichain import MaximalElements
from tests.engine.naive import Case, aggregated, covered
from tests.engine.strategies import AGGREGATES

KINDS = st.integers(0, 3)
HIGHEST = 3
LEAST_GAIN = 1e-6


@st.composite
def tables(draw, attributes):
    """Losses that rise with the level."""
    steps = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5]), min_size=HIGHEST + 1, max_size=HIGHEST + 1)
    return np.array([np.cumsum(draw(steps)) for _attribute in range(attributes)])


@st.composite
def intervals(draw):
    """Two tables of losses, of which the second is nowhere larger, and an interval."""
    attributes = draw(st.integers(1, 4))
    table, other = draw(tables(attributes)), draw(tables(attributes))
    low = np.array([draw(st.integers(0, HIGHEST)) for _attribute in range(attributes)], np.int16)
    high = np.array([draw(st.integers(int(least), HIGHEST)) for least in low], np.int16)
    return table, np.minimum(table, other), low, high


@st.composite
def closed_sets(draw, attributes):
    """What is known not to be anonymous, with everything below it: to all, and to one dive alone."""
    element = st.tuples(*[st.integers(0, HIGHEST)] * attributes)
    known, recent = draw(st.lists(element, max_size=4)), draw(st.lists(element, max_size=3))
    tree = MaximalElements(attributes)
    for levels in known:
        tree.add(levels)
    unused = draw(st.integers(0, 2))  # rows that hold nothing yet: here, what would exclude everything
    rows = np.full((len(recent) + unused, attributes), HIGHEST, np.int16)
    rows[: len(recent)] = np.array(recent).reshape(len(recent), attributes)
    return known, recent, tree, rows


def points(low, high):
    return set(itertools.product(*(range(a, b + 1) for a, b in zip(low.tolist(), high.tolist(), strict=True))))


def losses_at(table, levels):
    return [float(row[level]) for row, level in zip(table, levels, strict=True)]


def score(table, levels, kind):
    return aggregate(np.array(losses_at(table, levels)), kind)


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=5), KINDS)
def test_that_losses_are_aggregated_as_the_slow_twin_does(losses, kind):
    case = Case((("a",),) * len(losses), ((("a",),),) * len(losses), aggregate=AGGREGATES[kind])
    assert abs(aggregate(np.array(losses), kind) - aggregated(losses, case)) < 1e-12


@given(intervals(), KINDS)
def test_that_a_bound_is_looked_up_by_level(interval, kind):
    table, _least, low, _high = interval
    losses = np.empty(len(low))
    assert bound_at(table, low, kind, losses) == score(table, low, kind)
    assert losses.tolist() == losses_at(table, low)


@given(intervals(), KINDS, st.sampled_from([0.1, 0.2, 0.5, 1.0, 2.0, np.inf]), st.data())
def test_that_shrinking_loses_only_what_is_excluded_and_tells_what_is_left(interval, kind, incumbent, data):
    table, least, low, high = interval
    known, recent, closed, rows = data.draw(closed_sets(len(low)))
    before, highest = points(low, high), high.copy()
    facts = np.full(3, -1.0)
    tree, losses = closed.tree, np.empty(len(low))
    terms = tree.nodes, tree.rows, rows, len(recent), losses, facts
    bound = shrink(low, high, table, least, kind, incumbent, *terms)
    wanted = {
        point for point in before if not covered([*known, *recent], point) and score(table, point, kind) < incumbent
    }
    if bound == np.inf:
        assert wanted == set()
        return
    after = points(low, high)
    assert wanted <= after <= before
    assert bound == min(score(table, point, kind) for point in after)
    assert bound < incumbent
    assert facts[SIZE] == len(after)
    assert bool(facts[IS_LOWER]) == bool((high != highest).any())
    assert facts[LEAST_AT_HIGH] == score(least, high, kind)


@given(intervals(), KINDS, st.sampled_from([0.1, 0.2, 0.5, 1.0, 2.0]), st.data())
def test_that_no_end_is_left_that_the_bound_or_the_closed_set_excludes_alone(interval, kind, incumbent, data):
    table, least, low, high = interval
    known, recent, closed, rows = data.draw(closed_sets(len(low)))
    highest = high.copy()
    terms = closed.tree.nodes, closed.tree.rows, rows, len(recent), np.empty(len(low)), np.empty(3)
    if shrink(low, high, table, least, kind, incumbent, *terms) == np.inf:
        return
    for attribute in range(len(low)):
        cheapest = low.copy()
        cheapest[attribute] = high[attribute]  # the least of what has the highest level here
        assert score(table, cheapest, kind) < incumbent
        most = highest.copy()
        most[attribute] = low[attribute]  # the most general of what has the lowest level here, before the bound
        assert not covered([*known, *recent], tuple(most))


@st.composite
def gains(draw, attributes):
    """What divisions are expected to gain, per attribute and level."""
    gain = st.sampled_from([0.0, 1e-7, 0.1, 0.3, 1.0])
    rows = st.lists(gain, min_size=HIGHEST + 1, max_size=HIGHEST + 1)
    return np.array([draw(rows) for _attribute in range(attributes)])


@given(intervals(), KINDS, st.integers(1, 2), st.data())
def test_that_the_division_that_promises_most_is_chosen(interval, kind, times_above, data):
    table, _least, low, high = interval
    gained = data.draw(gains(len(low)))
    merits, at_low = {}, score(table, low, kind)
    for attribute, level in [(a, b) for a in range(len(low)) for b in range(int(low[a]), int(high[a]))]:
        above = low.copy()
        above[attribute] = level + 1
        raised = max(score(table, above, kind) - at_low, LEAST_GAIN)
        merits[attribute, level] = max(gained[attribute, level], LEAST_GAIN) * raised**times_above
    split, bounds = np.full(2, -1, np.int64), np.full(2, -1.0)
    is_split = choose_split(low, high, table, kind, gained, times_above, np.empty(len(low)), split, bounds)
    assert is_split == bool(merits)
    if merits:
        assert merits[tuple(split.tolist())] == pytest.approx(max(merits.values()))


@given(intervals(), KINDS, st.data())
def test_that_both_halves_of_a_division_are_the_interval_and_have_their_bounds(interval, kind, data):
    table, _least, low, high = interval
    split, bounds = np.full(2, -1, np.int64), np.full(2, -1.0)
    gained = data.draw(gains(len(low)))
    if not choose_split(low, high, table, kind, gained, 1, np.empty(len(low)), split, bounds):
        assert (low == high).all()
        return
    attribute, level = split.tolist()
    lower_high, upper_low = high.copy(), low.copy()
    lower_high[attribute], upper_low[attribute] = level, level + 1
    lower, upper = points(low, lower_high), points(upper_low, high)
    assert lower
    assert upper
    assert not lower & upper
    assert lower | upper == points(low, high)
    assert bounds.tolist() == [min(score(table, point, kind) for point in half) for half in (lower, upper)]


def test_that_a_kernel_is_compiled_for_one_signature_only_and_releases_the_interpreter():
    for kernel in (aggregate, bound_at, shrink, choose_split):
        assert len(kernel.signatures) == 1
        assert kernel.targetoptions["nogil"]
