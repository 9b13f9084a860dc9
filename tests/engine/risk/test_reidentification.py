"""Prosecutor risk against counting record by record."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine.risk.distribution import records_by_class_size, size_ranges
from engine.risk.reidentification import prosecutor_risk
from tests.engine import naive


@given(st.lists(st.sampled_from("abcdefgh"), max_size=60), st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.5, 1.0]))
def test_that_risks_are_those_of_the_records(values, threshold):
    records = [(value,) for value in values]
    found = prosecutor_risk(np.array(list(Counter(records).values()), np.int64), threshold)
    expected = naive.prosecutor_risk(records, threshold)
    assert (found.records, found.classes, found.threshold) == (len(records), len(set(records)), threshold)
    for field in ("lowest", "highest", "average", "records_at_risk", "sample_uniques"):
        assert abs(getattr(found, field) - getattr(expected, field)) < 1e-12


def test_that_a_risk_at_the_threshold_is_no_risk_above_it():
    assert prosecutor_risk(np.array([5, 5]), 0.2).records_at_risk == 0.0
    assert prosecutor_risk(np.array([5, 4]), 0.2).records_at_risk == 4 / 9


@given(st.lists(st.integers(1, 3000), max_size=30))
def test_that_every_record_falls_into_the_range_of_its_class(sizes):
    found = records_by_class_size(np.array(sizes, np.int64))
    for number, covered in zip(found, size_ranges(), strict=True):
        last = covered.largest or max(sizes, default=0)
        assert number == sum(size for size in sizes if covered.smallest <= size <= last)
        assert covered.highest_risk == 1 / covered.smallest
    assert found.sum() == sum(sizes)
