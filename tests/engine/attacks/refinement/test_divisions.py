"""Shares of the ways to divide records, and what boxes have in common, by going through all of them."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.divisions import none_above, none_small, none_small_anywhere
from arxdesk_engine.attacks.refinement.finer import FinerLabels, taken
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy

PARTS = st.lists(st.integers(1, 3), min_size=1, max_size=3)


def share(values, records, is_allowed):
    """The share of the ways to give records one of some values each, which have labels: by the counts of labels."""
    labels = [label for label, number in enumerate(values) for _each in range(number)]
    ways = list(itertools.product(labels, repeat=records))
    return sum(all(is_allowed(number) for number in Counter(way).values()) for way in ways) / len(ways)


@given(PARTS, st.integers(1, 5), st.integers(1, 3))
def test_that_small_and_large_parts_are_those_of_all_ways(values, records, least):
    shares = np.array(values) / sum(values)
    expected = share(values, records, lambda number: number >= least)
    if records >= least:
        assert math.exp(none_small(records, shares, least)) == pytest.approx(expected)
    assert math.exp(none_above(records, shares, least)) == pytest.approx(
        share(values, records, lambda number: number <= least)
    )


@given(PARTS, PARTS, st.integers(1, 3), st.integers(1, 3))
def test_that_small_parts_in_two_attributes_are_those_of_all_ways(first, second, records, least):
    labels = [[label for label, number in enumerate(values) for _each in range(number)] for values in (first, second)]
    cells = list(itertools.product(*labels))
    ways = list(itertools.product(cells, repeat=records))
    fits = 0
    for way in ways:
        counts = [Counter(cell[axis] for cell in way) for axis in range(2)]
        fits += all(number >= least for each in counts for number in each.values())
    shares = tuple(np.array(values) / sum(values) for values in (first, second))
    found = none_small_anywhere(records, shares, least)
    assert math.exp(found) == pytest.approx(fits / len(ways))


def test_that_too_many_ways_are_left_out():
    assert none_small(2000, np.array([0.5, 0.5]), 2) is None
    assert none_above(2000, np.array([0.5, 0.5]), 2) == 0.0
    assert none_small_anywhere(40, (np.full(4, 0.25), np.full(4, 0.25)), 2) is None


@st.composite
def scales(draw):
    """A hierarchy of up to five values in which parts are drawn, and merge."""
    values = draw(st.integers(1, 5))
    label = list(range(values))
    levels = [{str(value): str(value) for value in range(values)}]
    for level in range(draw(st.integers(0, 2))):
        into = draw(st.lists(st.integers(0, 1 - level), min_size=5, max_size=5))
        label = [into[each] for each in label]
        levels.append({str(value): f"{level}{each}" for value, each in enumerate(label)})
    return KnownHierarchy.of(levels)


@given(st.lists(scales(), min_size=1, max_size=3), st.data())
def test_that_boxes_have_in_common_what_both_stand_for(chosen, data):
    def boxes(levels):
        values = data.draw(
            st.lists(st.tuples(*(st.integers(0, each.size - 1) for each in chosen)), min_size=1, max_size=5)
        )
        return Boxes(
            np.full(len(values), 5),
            np.array([levels() for _each in values]),
            np.array(values),
            np.zeros(len(values), np.int64),
            np.ones(len(values), np.bool_),
        )

    one = [data.draw(st.integers(0, each.height - 1)) for each in chosen]
    others = boxes(lambda: one)
    mine = boxes(lambda: [data.draw(st.integers(0, each.height)) for each in chosen])

    def inside(levels, values):
        axes = [
            np.flatnonzero(scale.codes[level] == scale.codes[level, value]).tolist()
            for scale, level, value in zip(chosen, levels, values, strict=True)
        ]
        return set(itertools.product(*axes))

    lower = np.minimum(mine.levels, one)
    finer = FinerLabels.of(mine, chosen, lower)
    found = taken(mine, others, finer, chosen)
    of_others = [inside(*each) for each in zip(others.levels.tolist(), others.values.tolist(), strict=True)]
    for group, key in enumerate(zip(mine.levels.tolist(), mine.values.tolist(), strict=True)):
        own = inside(*key)
        common = [own & each for each in of_others]
        assert found.groups[group] == sum(map(bool, common))
        assert found.values[group] == sum(map(len, common))
        for attribute, scale in enumerate(chosen):
            labels = Counter(scale.codes[lower[group, attribute], value] for value in {each[attribute] for each in own})
            start, number = finer.starts[group, attribute], finer.counts[group, attribute]
            assert sorted(labels.values()) == sorted(finer.values[start : start + number].tolist())
            by_label = Counter(
                label
                for each in common
                for label in {scale.codes[lower[group, attribute], value[attribute]] for value in each}
            )
            told = sorted(found.by_label[start : start + number].tolist())
            assert told == sorted([*by_label.values(), *[0] * (number - len(by_label))])
