"""Distinction, separation and risks of attribute sets, against counting records and pairs of records."""

import itertools
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.attributes import attribute_risks, number_of_sets
from arxdesk_engine.risk.wildcards import SuppressedCells, distinct_tuples
from tests.engine.risk.tables import SUPPRESSED, columns_of, compatible, part, records_with_suppressed_cells

FIGURES = ("records", "distinction", "separation", "highest", "average", "uniqueness")


def sets_of(attributes, largest):
    return [chosen for size in range(1, largest + 1) for chosen in itertools.combinations(range(attributes), size)]


def figures_of_values(records):
    """The suppressed cell as a value; records with nothing else do not count."""
    records = [record for record in records if set(record) != {SUPPRESSED}]
    sizes = Counter(records)
    pairs = list(itertools.combinations(records, 2))
    return figures(records, [sizes[record] for record in records], sum(one != other for one, other in pairs), pairs)


def figures_of_wildcards(records):
    sizes = [sum(compatible(one, other) for other in records) for one in records]
    pairs = list(itertools.combinations(records, 2))
    return figures(records, sizes, sum(not compatible(one, other) for one, other in pairs), pairs)


def figures(records, sizes, apart, pairs):
    if not records:
        return [0] * 6
    risks = [Fraction(1, size) for size in sizes]
    average = sum(risks) / len(risks)
    separation = Fraction(apart, len(pairs)) if pairs else 0
    return [len(records), average, separation, max(risks), average, Fraction(sizes.count(1), len(records))]


@pytest.mark.parametrize(
    ("suppressed", "expected"),
    [(SuppressedCells.VALUE, figures_of_values), (SuppressedCells.WILDCARD, figures_of_wildcards)],
)
@given(records=records_with_suppressed_cells(), largest=st.none() | st.integers(1, 6))
def test_that_the_figures_of_every_set_are_those_of_its_records(suppressed, expected, records, largest):
    attributes = len(records[0])
    found = attribute_risks(distinct_tuples(columns_of(records)), largest, suppressed)
    looked_at = sets_of(attributes, min(largest or attributes, attributes))
    assert sorted(risk.attributes for risk in found.sets) == sorted(looked_at)
    for risk in found.sets:
        truth = expected([part(record, risk.attributes) for record in records])
        assert [getattr(risk, name) for name in FIGURES] == pytest.approx([float(value) for value in truth], rel=1e-12)
    assert (found.suppressed, found.complete) == (suppressed, True)
    assert found.largest == max(len(chosen) for chosen in looked_at)
    assert found.left_out == len(sets_of(attributes, attributes)) - len(looked_at)


@given(records_with_suppressed_cells())
def test_that_sets_come_by_size_and_then_by_what_they_reveal(records):
    found = attribute_risks(distinct_tuples(columns_of(records)))
    order = [(len(risk.attributes), risk.distinction, risk.separation, risk.attributes) for risk in found.sets]
    assert order == sorted(order)


@given(st.lists(st.tuples(*[st.integers(0, 10**6)] * 3), min_size=1, max_size=40))
def test_that_many_values_are_told_apart_as_few_are(records):
    """So many pairs of a class and a code are possible that they are not counted by direct address."""
    for risk in attribute_risks(distinct_tuples(columns_of(records))).sets:
        truth = figures_of_values([part(record, risk.attributes) for record in records])
        assert [getattr(risk, name) for name in FIGURES] == pytest.approx([float(value) for value in truth], rel=1e-12)


def test_that_the_separation_of_a_single_record_is_zero():
    only = attribute_risks(distinct_tuples([np.zeros(1, np.int32)])).sets[0]
    assert [getattr(only, name) for name in FIGURES] == [1, 1.0, 0.0, 1.0, 1.0, 1.0]


def test_that_no_records_have_no_figures():
    for suppressed in SuppressedCells:
        found = attribute_risks(distinct_tuples([np.empty(0, np.int32)] * 2), suppressed=suppressed)
        assert [getattr(risk, name) for risk in found.sets for name in FIGURES] == [0] * 18


@given(st.integers(1, 9), st.none() | st.integers(1, 12))
def test_that_the_number_of_sets_is_known_beforehand(attributes, largest):
    assert number_of_sets(attributes, largest) == len(sets_of(attributes, min(largest or attributes, attributes)))


def test_that_sets_without_attributes_are_refused():
    with pytest.raises(ValueError, match="at least one attribute"):
        attribute_risks(distinct_tuples([np.zeros(1, np.int32)]), 0)


@pytest.mark.parametrize("suppressed", SuppressedCells)
def test_that_progress_is_told_and_a_wish_to_stop_is_followed(suppressed):
    tuples = distinct_tuples([np.array([0, 1, SUPPRESSED, attribute], np.int32) for attribute in range(8)])
    told = []
    attribute_risks(tuples, None, suppressed, Control(told.append))
    assert told[-1].fraction == 1.0
    stopping = Control(lambda _progress: stopping.stop())
    found = attribute_risks(tuples, None, suppressed, stopping)
    assert not found.complete
    assert 0 < len(found.sets) < number_of_sets(8)
    whole = attribute_risks(tuples, None, suppressed)
    assert set(found.sets) < set(whole.sets)
