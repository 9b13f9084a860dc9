"""Minimal sample uniques, against comparing all records in all sets of attributes."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.attributes import number_of_sets
from arxdesk_engine.risk.key_uniqueness import (
    KeyScore,
    attribute_keys,
    dis_histogram,
    dis_scores,
    key_scores,
    minimal_sample_uniques,
    record_scores,
)
from arxdesk_engine.risk.wildcards import SuppressedCells, distinct_tuples
from tests.engine.risk.tables import SUPPRESSED, columns_of, compatible, part, records_with_suppressed_cells
from tests.tiers import examples

both_meanings = pytest.mark.parametrize("suppressed", SuppressedCells)


def looks_like(suppressed, one, other):
    return one == other if suppressed is SuppressedCells.VALUE else compatible(one, other)


def present(records, suppressed):
    """The positions of the records that take part."""
    return [
        index
        for index, record in enumerate(records)
        if suppressed is SuppressedCells.WILDCARD or set(record) != {SUPPRESSED}
    ]


def alike(records, suppressed, index, attributes):
    """How many records look like one in some attributes, itself among them."""
    own = part(records[index], attributes)
    others = present(records, suppressed)
    return sum(looks_like(suppressed, own, part(records[other], attributes)) for other in others)


def keys_of(records, suppressed, largest):
    """Every (set, record) by definition: unique there, and in no non-empty proper subset."""
    found = []
    for index in present(records, suppressed):
        usable = range(len(records[0]))
        if suppressed is SuppressedCells.WILDCARD:
            usable = [attribute for attribute in usable if records[index][attribute] != SUPPRESSED]
        unique = [
            chosen
            for size in range(1, largest + 1)
            for chosen in itertools.combinations(usable, size)
            if alike(records, suppressed, index, chosen) == 1
        ]
        found += [(chosen, index) for chosen in unique if not any(set(other) < set(chosen) for other in unique)]
    return sorted(found, key=lambda key: (len(key[0]), key))


def found_keys(uniques):
    chosen = [uniques.sets[index] for index in uniques.set_of_key]
    return list(zip(chosen, uniques.record_of_key.tolist(), strict=True))


def found_in(records, suppressed=SuppressedCells.VALUE, largest=None):
    return minimal_sample_uniques(distinct_tuples(columns_of(records)), largest, suppressed)


@both_meanings
@given(records=records_with_suppressed_cells(), largest=st.none() | st.integers(1, 6))
def test_that_keys_are_those_of_comparing_everything(suppressed, records, largest):
    attributes = len(records[0])
    uniques = found_in(records, suppressed, largest)
    largest = min(largest or attributes, attributes)
    expected = keys_of(records, suppressed, largest)
    assert found_keys(uniques) == expected
    assert uniques.sets == tuple(dict.fromkeys(chosen for chosen, _record in expected))
    assert (uniques.records, uniques.attributes, uniques.largest) == (len(records), attributes, largest)
    assert uniques.left_out == len(records) - len(present(records, suppressed))
    assert (uniques.suppressed, uniques.complete) == (suppressed, True)
    everything = tuple(range(attributes))
    sizes = [alike(records, suppressed, index, everything) for index in present(records, suppressed)]
    assert (uniques.uniques, uniques.paired) == (sizes.count(1), sizes.count(2))


@both_meanings
@given(records=records_with_suppressed_cells(max_attributes=7, max_records=30, codes=(0, 1)))
def test_that_many_attributes_with_few_values_are_searched_as_well(suppressed, records):
    assert found_keys(found_in(records, suppressed)) == keys_of(records, suppressed, len(records[0]))


@given(records_with_suppressed_cells(max_attributes=70, max_records=6, codes=(0, 1)))
@settings(max_examples=examples(12))
def test_that_more_attributes_than_bits_of_a_word_are_searched_as_well(records):
    assert found_keys(found_in(records, largest=2)) == keys_of(records, SuppressedCells.VALUE, min(2, len(records[0])))


@both_meanings
@given(records=records_with_suppressed_cells(), random=st.randoms(use_true_random=False))
def test_that_the_order_of_attributes_and_records_changes_nothing(suppressed, records, random):
    attributes = random.sample(range(len(records[0])), len(records[0]))
    order = random.sample(range(len(records)), len(records))
    other = found_in([part(records[index], attributes) for index in order], suppressed)
    back = [
        (tuple(sorted(attributes[index] for index in chosen)), order[record]) for chosen, record in found_keys(other)
    ]
    assert sorted(back, key=lambda key: (len(key[0]), key)) == found_keys(found_in(records, suppressed))


def test_that_a_single_record_is_found_by_each_of_its_values():
    assert found_keys(found_in([(5, 7)])) == [((0,), 0), ((1,), 0)]
    assert found_keys(found_in([(5, SUPPRESSED)], SuppressedCells.WILDCARD)) == [((0,), 0)]


def test_that_no_records_have_no_keys():
    for suppressed in SuppressedCells:
        uniques = minimal_sample_uniques(distinct_tuples([np.empty(0, np.int32)] * 3), None, suppressed)
        assert (len(uniques), uniques.records, uniques.mean_size) == (0, 0, 0.0)
        assert record_scores(uniques).tolist() == dis_scores(uniques, 0.5).tolist() == []


def test_that_a_suppressed_record_is_left_out_or_hides_all_others():
    records = [(0, 0), (1, 1), (2, 2), (SUPPRESSED, SUPPRESSED)]
    assert len(found_in(records)) == 6
    assert len(found_in(records, SuppressedCells.WILDCARD)) == 0


def test_that_keys_without_attributes_are_refused():
    with pytest.raises(ValueError, match="at least one attribute"):
        found_in([(0,)], largest=0)


def score(kind, size, attributes, largest):
    """The score of one key by its formula."""
    if kind is KeyScore.ELLIOT:
        return math.prod(attributes - i for i in range(size, min(largest, attributes - 1)))
    left = attributes - size
    return Fraction((2**left - 1) * math.factorial(size) * math.factorial(left), math.factorial(attributes))


@pytest.mark.parametrize("kind", KeyScore)
@given(records=records_with_suppressed_cells(), largest=st.none() | st.integers(1, 6))
def test_that_statistics_and_scores_add_up_over_all_keys(kind, records, largest):
    attributes = len(records[0])
    uniques = found_in(records, largest=largest)
    largest = min(largest or attributes, attributes)
    keys = keys_of(records, SuppressedCells.VALUE, largest)
    scores = [float(score(kind, len(chosen), attributes, largest)) for chosen, _record in keys]
    sizes = [len(chosen) for chosen, _record in keys]
    assert uniques.keys_by_size.tolist() == [sizes.count(size) for size in range(1, largest + 1)]
    assert uniques.mean_size == pytest.approx(sum(sizes) / len(sizes) if sizes else 0.0, rel=1e-12)
    assert uniques.sizes.tolist() == sizes
    assert key_scores(uniques, kind).tolist() == pytest.approx(scores, rel=1e-12)
    of_records = [
        sum(value for value, key in zip(scores, keys, strict=True) if key[1] == index) for index in range(len(records))
    ]
    assert record_scores(uniques, kind).tolist() == pytest.approx(of_records, rel=1e-12)
    numbers = [sum(key[1] == index for key in keys) for index in range(len(records))]
    assert uniques.keys_of_records.tolist() == numbers
    for attribute, found in enumerate(attribute_keys(uniques, kind)):
        inside = [index for index, (chosen, _record) in enumerate(keys) if attribute in chosen]
        share = sum(scores[index] for index in inside) / sum(scores) if sum(scores) else 0.0
        assert found.keys == len(inside)
        assert found.share == pytest.approx(len(inside) / len(keys) if keys else 0.0, rel=1e-12)
        assert found.mean_size == pytest.approx(
            sum(sizes[index] for index in inside) / len(inside) if inside else 0.0, rel=1e-12
        )
        assert found.score_share == pytest.approx(share, rel=1e-12)


def test_that_the_scores_of_a_record_with_several_keys_are_added():
    uniques = found_in([(0, 0, 9), (1, 1, 9), (1, 1, 9)])
    assert found_keys(uniques) == [((0,), 0), ((1,), 0)]
    assert record_scores(uniques).tolist() == [4.0, 0.0, 0.0]


@pytest.mark.parametrize("kind", KeyScore)
@given(records=records_with_suppressed_cells(), fraction=st.sampled_from((0.01, 0.1, 0.5, 1.0)))
def test_that_dis_scores_follow_the_formula(kind, records, fraction):
    attributes = len(records[0])
    uniques = found_in(records)
    scores = record_scores(uniques, kind).tolist()
    exponent = 1 + (8 - attributes) / 20
    risky = [value for value in scores if value > 0]
    expected = [0.0] * len(records)
    if risky:
        u, d = uniques.uniques, uniques.paired
        match = u * fraction / (u * fraction + d * (1 - fraction))
        adjustment = (u / match - u) / sum(value**-exponent for value in risky)
        expected = [1 / (1 + adjustment * value**-exponent) if value > 0 else 0.0 for value in scores]
    dis = dis_scores(uniques, fraction, kind)
    assert dis.tolist() == pytest.approx(expected, rel=1e-9)
    bins = [0] * 10
    for value in dis:
        bins[next(index for index in range(10) if value < (index + 1) / 10 or index == 9)] += 1
    assert dis_histogram(dis).tolist() == bins


def test_that_every_bin_holds_its_lower_end_and_the_last_one_both():
    assert dis_histogram(np.array([0.0, 0.05, 0.1, 0.5, 0.95, 1.0])).tolist() == [2, 1, 0, 0, 0, 1, 0, 0, 0, 2]


@pytest.mark.parametrize("fraction", [0.0, -0.1, 1.1, math.nan])
def test_that_a_sampling_fraction_must_be_a_share(fraction):
    with pytest.raises(ValueError, match="sampling fraction"):
        dis_scores(found_in([(0,)]), fraction)


@both_meanings
def test_that_progress_is_told_and_a_wish_to_stop_is_followed(suppressed):
    rng = np.random.default_rng(0)
    tuples = distinct_tuples([rng.integers(-1, 9, 300).astype(np.int32) for _attribute in range(6)])
    told = []
    whole = minimal_sample_uniques(tuples, None, suppressed, Control(told.append))
    fractions = [progress.fraction for progress in told]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert len(whole) > 0
    stopping = Control(lambda _progress: stopping.stop())
    found = minimal_sample_uniques(tuples, None, suppressed, stopping)
    assert not found.complete
    assert set(found_keys(found)) < set(found_keys(whole))
    assert number_of_sets(6) > len(told) > 0
    stopped = Control()
    stopped.stop()
    assert len(minimal_sample_uniques(tuples, None, suppressed, stopped)) == 0
