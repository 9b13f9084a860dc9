"""Zayatz's estimate against exact hypergeometric probabilities."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.zayatz import probability_of_one, zayatz_uniques

histograms = st.dictionaries(st.integers(1, 9), st.integers(1, 6), min_size=1, max_size=5)


def histogram(numbers):
    sizes = sorted(numbers)
    return ClassSizeHistogram(np.array(sizes, np.int64), np.array([numbers[size] for size in sizes], np.int64))


def exact_probability(size, population, records):
    """One of `size` marked people of the population is among `records` drawn ones."""
    ways = size * math.comb(population - size, records - 1) if population >= size else 0
    return Fraction(ways, math.comb(population, records))


@given(histograms, st.integers(0, 60) | st.integers(0, 5000))
def test_that_the_estimate_is_the_exact_one(numbers, others):
    records = sum(size * number for size, number in numbers.items())
    population, classes = records + others, sum(numbers.values())
    found = zayatz_uniques(histogram(numbers), population)
    if 1 not in numbers:
        assert found == 0.0
        return
    of_one = {size: exact_probability(size, population, records) for size in numbers}
    share = Fraction(numbers[1], classes)
    unique = share * of_one[1] / sum(Fraction(number, classes) * of_one[size] for size, number in numbers.items())
    expected = numbers[1] * unique / Fraction(records, population)
    assert found == pytest.approx(float(expected), rel=1e-12)


@pytest.mark.parametrize(
    ("population", "records"), [(317_238_626, 30_162), (317_238_626, 10**6), (2000, 1500), (10**12, 10**7)]
)
def test_that_probabilities_are_exact_in_large_populations(population, records):
    sizes = [1, 2, 3, 15, 16, 17, 45, 499, 500, 501, 502, 1200]
    found = probability_of_one(np.array(sizes, np.int64), population, records)
    for size, probability in zip(sizes, found, strict=True):
        exact = Fraction(size * records, population)
        for j in range(size - 1):
            exact *= Fraction(max(population - records - j, 0), population - 1 - j)
        assert probability == pytest.approx(float(exact), rel=1e-10, abs=1e-300)


def test_that_the_whole_population_as_sample_has_the_uniques_of_the_sample():
    assert zayatz_uniques(histogram({1: 3, 2: 1}), 5) == 3.0


def test_that_everybody_is_unique_where_every_record_is():
    assert zayatz_uniques(histogram({1: 3}), 1000) == 1000.0


def test_that_a_sample_larger_than_the_population_is_refused():
    with pytest.raises(ValueError, match="smaller than the sample"):
        zayatz_uniques(histogram({1: 3, 2: 1}), 4)
