"""Uniqueness by all estimators together."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.dankar import dankar_choice
from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.uniqueness import (
    ESTIMATORS,
    SAMPLING_FRACTIONS,
    Estimate,
    population_uniques,
    uniqueness,
    uniqueness_by_fraction,
)

samples = st.lists(st.integers(1, 6), max_size=60)


def array(sizes):
    return np.array(sizes, np.int64)


@given(samples, st.integers(1, 10**6))
def test_that_every_estimator_is_asked_and_its_share_is_of_the_population(sizes, others):
    population = sum(sizes) + others
    found = uniqueness(array(sizes), population)
    assert (found.records, found.population) == (sum(sizes), population)
    assert found.sampling_fraction == sum(sizes) / population
    assert found.sample_uniques == sizes.count(1)
    assert found.sample_share == (sizes.count(1) / sum(sizes) if sizes else 0.0)
    for name in ("pitman", "zayatz", "snb"):
        estimate = getattr(found, name)
        uniques = population_uniques(array(sizes), population, name)
        assert estimate == Estimate(uniques, None if uniques is None else uniques / population)
        assert estimate.available == (uniques is not None)
    choice = dankar_choice(ClassSizeHistogram.of(array(sizes)), population, zayatz_fallback=True)
    assert (found.dankar.uniques, found.dankar_choice) == (choice.uniques, choice.estimator)


@given(samples, st.integers(1, 10**6))
def test_that_uniques_are_nobody_to_everybody_and_none_without_sample_uniques(sizes, others):
    population = sum(sizes) + others
    for name in ESTIMATORS:
        uniques = population_uniques(array(sizes), population, name)
        if 1 not in sizes:
            assert uniques == 0.0
        assert uniques is None or 0.0 <= uniques <= population


def test_that_the_decision_rule_has_a_fallback_in_the_description_alone():
    sizes = array([1] * 20 + [10**6])
    assert population_uniques(sizes, 10**8, "dankar") is None
    assert not uniqueness(sizes, 10**8).pitman.available
    assert uniqueness(sizes, 10**8).dankar == uniqueness(sizes, 10**8).zayatz
    assert uniqueness(sizes, 10**8).dankar_choice == "zayatz"


def test_that_the_decision_rule_is_the_default():
    sizes = array([1] * 30 + [2] * 10 + [5])
    assert population_uniques(sizes, 10**6) == population_uniques(sizes, 10**6, "dankar")


def test_that_fractions_stand_for_populations():
    sizes = array([1] * 300 + [2] * 90 + [3] * 30 + [8] * 20)
    found = uniqueness_by_fraction(sizes, (0.001, 0.05, 0.2, 1.0))
    assert found == tuple(uniqueness(sizes, population) for population in (730_000, 14_600, 3_650, 730))
    assert [each.dankar_choice for each in found[:2]] == ["pitman", "pitman"]
    whole = found[-1]
    assert [each.uniques for each in (whole.pitman, whole.zayatz, whole.snb, whole.dankar)] == [300.0] * 4


def test_that_the_default_fractions_rise_from_one_in_ten_million_to_everybody():
    assert (SAMPLING_FRACTIONS[0], SAMPLING_FRACTIONS[-1]) == (1e-7, 1.0)
    assert list(SAMPLING_FRACTIONS) == sorted(set(SAMPLING_FRACTIONS))
    usual = [*(10.0**-power for power in range(7, 0, -1)), 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    assert all(any(each == pytest.approx(one) for each in SAMPLING_FRACTIONS) for one in usual)
    found = uniqueness_by_fraction(array([1, 1, 2] * 5000))
    assert [each.sampling_fraction for each in found] == pytest.approx(SAMPLING_FRACTIONS, rel=1e-4)


@given(samples.filter(bool), st.integers(1, 10**6))
def test_that_sizes_that_are_counted_say_as_much_as_all_of_them(sizes, others):
    histogram, population = ClassSizeHistogram.of(array(sizes)), sum(sizes) + others
    assert uniqueness(histogram, population) == uniqueness(array(sizes), population)
    assert uniqueness_by_fraction(histogram, (0.1, 0.5)) == uniqueness_by_fraction(array(sizes), (0.1, 0.5))


def test_that_a_table_without_records_has_no_uniques_and_no_fractions():
    assert uniqueness_by_fraction(array([])) == ()
    found = uniqueness(array([]), 100)
    assert (found.records, found.sample_uniques, found.sample_share) == (0, 0, 0.0)
    assert found.dankar == found.pitman == Estimate(0.0, 0.0)
    assert found.dankar_choice is None


def test_that_populations_smaller_than_the_sample_are_refused():
    with pytest.raises(ValueError, match="smaller than the sample"):
        uniqueness(array([1, 2, 3]), 5)
    with pytest.raises(ValueError, match="greater than 0 and not greater than 1"):
        uniqueness_by_fraction(array([1, 2, 3]), (0.5, 1.1))


def test_that_results_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        uniqueness(array([1, 2]), 5).records = 7
