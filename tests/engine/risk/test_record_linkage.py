"""Distance-based record linkage against brute force, and against examples by hand."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.risk.record_linkage import ComparedRecords, nearest_links, optimal_links

NAN = float("nan")
NUMBERS = st.sampled_from([NAN, 0.0, 1.0, 2.0, 5.0])
CATEGORIES = st.sampled_from([-1, 0, 1, 2])


@st.composite
def tables(draw):
    records, numbers, categories = draw(st.integers(1, 6)), draw(st.integers(0, 2)), draw(st.integers(1, 2))

    def columns(cells, number):
        one = st.lists(cells, min_size=records, max_size=records)
        return draw(st.lists(st.tuples(one, one), min_size=number, max_size=number))

    return columns(NUMBERS, numbers), columns(CATEGORIES, categories)


def compared(numbers, categories):
    return ComparedRecords.of(
        [tuple(np.array(side) for side in column) for column in numbers],
        [tuple(np.array(side, np.int32) for side in column) for column in categories],
    )


def gower(numbers, categories, own, other):
    """The mean of the differences, by the definition."""
    found = []
    for before, after in numbers:
        known = [each for each in (*before, *after) if each == each]
        width = max(known, default=0.0) - min(known, default=0.0)
        if before[own] == before[own] and after[other] == after[other]:
            found.append(abs(before[own] - after[other]) / width if width else 0.0)
    for before, after in categories:
        if before[own] >= 0 and after[other] >= 0:
            found.append(float(before[own] != after[other]))
    return sum(found) / len(found) if found else 1.0


@given(tables())
@settings(max_examples=60, deadline=None)
def test_that_distances_are_means_of_differences(table):
    found = compared(*table)
    every = range(found.records)
    expected = [[gower(*table, own, other) for other in every] for own in every]
    assert found.distances() == pytest.approx(np.array(expected))


@given(tables())
@settings(max_examples=60, deadline=None)
def test_that_the_nearest_are_counted_with_their_ties(table):
    found = compared(*table)
    correct, alone = 0.0, 0
    for own in range(found.records):
        row = [gower(*table, own, other) for other in range(found.records)]
        nearest = [other for other, distance in enumerate(row) if distance <= min(row) + 1e-12]
        correct += (own in nearest) / len(nearest)
        alone += nearest == [own]
    links = nearest_links(found, np.arange(found.records))
    assert (links.tried, links.alone) == (found.records, alone)
    assert links.correct == pytest.approx(correct)


@given(tables())
@settings(max_examples=60, deadline=None)
def test_that_no_matching_has_a_lower_sum(table):
    distances = compared(*table).distances()
    chosen = optimal_links(distances)
    number = len(chosen)
    assert sorted(chosen.tolist()) == list(range(number))
    least = min(
        sum(distances[own, other] for own, other in enumerate(each)) for each in itertools.permutations(range(number))
    )
    assert sum(distances[own, other] for own, other in enumerate(chosen)) == pytest.approx(least)


def test_that_records_without_a_common_cell_are_as_far_as_can_be():
    found = ComparedRecords.of([(np.array([1.0, NAN]), np.array([NAN, 2.0]))], [])
    assert found.distances().tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_that_the_order_of_the_records_decides_nothing_among_ties():
    """Everybody looks the same: a matching by the order would find all of them."""
    chosen = optimal_links(np.zeros((200, 200)))
    assert int((chosen == np.arange(200)).sum()) < 10


def test_that_linking_can_be_stopped():
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        nearest_links(ComparedRecords.of([(np.zeros(2), np.zeros(2))], []), np.arange(2), control)
