"""Distributions over class sizes and risks against counting record by record."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.distribution import RISK_THRESHOLDS, ClassSizeHistogram, risk_distribution

class_sizes = st.lists(st.integers(1, 12) | st.integers(1, 400), max_size=25)
with_empty_classes = st.lists(st.integers(0, 12) | st.integers(0, 5000), max_size=40)


def array(sizes):
    return np.array(sizes, np.int64)


@given(with_empty_classes)
def test_that_a_histogram_counts_the_classes_of_each_size(sizes):
    histogram = ClassSizeHistogram.of(array(sizes))
    counted = Counter(size for size in sizes if size > 0)
    assert dict(zip(histogram.sizes.tolist(), histogram.numbers.tolist(), strict=True)) == counted
    assert histogram.sizes.tolist() == sorted(counted)
    assert (histogram.sizes.dtype, histogram.numbers.dtype) == (np.int64, np.int64)
    assert (histogram.records, histogram.classes) == (sum(sizes), sum(counted.values()))
    assert (histogram.uniques, histogram.pairs) == (counted[1], counted[2])


@pytest.mark.parametrize(
    ("sizes", "population", "known"),
    [
        ([], 0, 0.0),
        ([], 10, 0.0),
        ([2, 3], 100, 0.0),
        ([7], 7, 0.0),
        ([1, 1, 3], 5, 2.0),
        ([1, 1, 1], 100, 100.0),
        ([1, 1, 3], 6, None),
    ],
)
def test_that_some_numbers_of_uniques_need_no_estimate(sizes, population, known):
    assert ClassSizeHistogram.of(array(sizes)).known_uniques(population) == known


def test_that_a_population_smaller_than_the_sample_is_refused():
    with pytest.raises(ValueError, match=r"the population \(4\) is smaller than the sample \(5 records\)"):
        ClassSizeHistogram.of(array([1, 1, 3])).known_uniques(4)


@given(class_sizes)
def test_that_every_record_is_counted_at_its_risk(sizes):
    found = risk_distribution(array(sizes))
    risks = [Fraction(1, size) for size in sizes for _record in range(size)]
    thresholds = [Fraction(str(threshold)) for threshold in found.thresholds]
    n = max(len(risks), 1)
    counted = Counter(risks)
    before = Fraction(0)
    for j, threshold in enumerate(thresholds):
        in_bin = sum(number for risk, number in counted.items() if before < risk <= threshold)
        up_to = sum(number for risk, number in counted.items() if risk <= threshold)
        above = sum(number for risk, number in counted.items() if risk > threshold)
        assert (found.shares[j], found.at_most[j], found.above[j]) == (in_bin / n, up_to / n, above / n)
        before = threshold
    assert found.records == len(risks)
    assert found.affected_by_highest == (counted[max(risks)] / n if risks else 0.0)
    assert found.affected_by_lowest == (counted[min(risks)] / n if risks else 0.0)


def test_that_the_thresholds_rise_to_one():
    assert list(RISK_THRESHOLDS) == sorted(set(RISK_THRESHOLDS))
    assert RISK_THRESHOLDS[-1] == 1.0


def test_that_own_thresholds_are_used():
    found = risk_distribution(array([1, 2, 4]), (0.25, 0.5, 1.0))
    assert found.shares.tolist() == [4 / 7, 2 / 7, 1 / 7]
    assert found.above.tolist() == [3 / 7, 1 / 7, 0.0]


def test_that_classes_beyond_the_smallest_threshold_fall_into_the_first_bin():
    assert risk_distribution(array([10**9, 1])).shares[0] == 10**9 / (10**9 + 1)
