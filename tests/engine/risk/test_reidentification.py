"""The risks from the three attackers against counting record by record."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.distribution import classes_by_size, records_by_class_size, size_ranges
from arxdesk_engine.risk.reidentification import estimated_risk, journalist_risk, marketer_risk, prosecutor_risk
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


classes = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 30)), max_size=30)
thresholds = st.sampled_from([0.05, 0.1, 0.2, 0.25, 0.5, 1.0])


def arrays(drawn):
    """Class sizes in the table and, none smaller, in the population."""
    return np.array([f for f, _more in drawn], np.int64), np.array([f + more for f, more in drawn], np.int64)


@given(classes, thresholds)
def test_that_the_risks_of_journalist_and_marketer_are_those_of_the_records(drawn, threshold):
    risks = [Fraction(1, f + more) for f, more in drawn for _record in range(f)]
    n = len(risks)
    occurring = [f + more for f, more in drawn if f > 0]
    for attacker in (journalist_risk, marketer_risk):
        found = attacker(*arrays(drawn), threshold)
        assert (found.records, found.classes, found.threshold) == (n, len(occurring), threshold)
        assert found.lowest == (float(min(risks)) if n else 0.0)
        assert found.highest == (float(max(risks)) if n else 0.0)
        assert found.records_at_risk == (sum(risk > Fraction(str(threshold)) for risk in risks) / n if n else 0.0)
        average = float(sum(risks) / n) if n else 0.0
        assert found.average == pytest.approx(average, rel=1e-12)
        from_population = len(occurring) / sum(occurring) if n and attacker is journalist_risk else 0.0
        assert found.success_rate == pytest.approx(max(from_population, average), rel=1e-12)


@given(classes, thresholds)
def test_that_without_a_population_the_attackers_see_what_the_prosecutor_sees(drawn, threshold):
    sizes = np.array([f for f, _more in drawn if f > 0], np.int64)
    prosecutor = prosecutor_risk(sizes, threshold)
    for attacker in (journalist_risk, marketer_risk):
        found = attacker(sizes, threshold=threshold)
        assert found == attacker(sizes, sizes, threshold)
        for field in ("records", "classes", "lowest", "highest", "records_at_risk"):
            assert getattr(found, field) == getattr(prosecutor, field)
        for field in ("average", "success_rate"):
            assert getattr(found, field) == pytest.approx(getattr(prosecutor, field), rel=1e-12)


@pytest.mark.parametrize(
    ("table", "population", "from_population", "from_table"),
    [
        ([9, 1], [90, 1], 2 / 91, 0.11),
        ([5, 1], [6, 100], 2 / 106, (5 / 6 + 0.01) / 6),
        ([1, 50], [2, 50], 2 / 52, 1.5 / 51),
    ],
)
def test_that_the_journalist_has_the_better_of_two_ways(table, population, from_population, from_table):
    sizes = np.array(table, np.int64), np.array(population, np.int64)
    assert journalist_risk(*sizes).success_rate == pytest.approx(max(from_population, from_table), rel=1e-15)
    assert marketer_risk(*sizes).success_rate == pytest.approx(from_table, rel=1e-15)


@pytest.mark.parametrize(("table", "population"), [([2, 3], [2, 2]), ([2, 3], [5]), ([1], [0])])
def test_that_a_population_that_does_not_hold_the_table_is_refused(table, population):
    for attacker in (journalist_risk, marketer_risk):
        with pytest.raises(ValueError, match="at least as large"):
            attacker(np.array(table, np.int64), np.array(population, np.int64))


def test_that_an_estimated_risk_is_not_above_what_the_privacy_models_allow():
    assert estimated_risk(0.2) == 0.2
    assert estimated_risk(0.2, 0.1) == 0.1
    assert estimated_risk(0.05, 0.1) == 0.05
    assert estimated_risk(0.0, 0.1) == 0.0


repeated = st.lists(st.tuples(st.integers(1, 9), st.integers(0, 30), st.integers(1, 6)), max_size=20)


@given(repeated, thresholds)
def test_that_equal_classes_that_are_given_once_with_their_number_have_the_same_risks(drawn, threshold):
    number = np.array([many for _f, _more, many in drawn], np.int64)
    sizes, population = arrays([(f, more) for f, more, _many in drawn])
    each, of_population = np.repeat(sizes, number), np.repeat(population, number)
    assert prosecutor_risk(sizes, threshold, number) == prosecutor_risk(each, threshold)
    for attacker in (journalist_risk, marketer_risk):
        once = attacker(sizes, population, threshold, number)
        every = attacker(each, of_population, threshold)
        for field in ("records", "classes", "lowest", "highest", "records_at_risk", "threshold"):
            assert getattr(once, field) == getattr(every, field)
        for field in ("average", "success_rate"):
            assert abs(getattr(once, field) - getattr(every, field)) < 1e-12


@given(repeated)
def test_that_equal_classes_that_are_given_once_fall_into_the_same_ranges(drawn):
    number = np.array([many for _f, _more, many in drawn], np.int64)
    sizes = np.array([f * (more + 1) for f, more, _many in drawn], np.int64)
    each = np.repeat(sizes, number)
    assert records_by_class_size(sizes, number).tolist() == records_by_class_size(each).tolist()
    assert classes_by_size(sizes, number).tolist() == classes_by_size(each).tolist()
    for found, covered in zip(classes_by_size(each), size_ranges(), strict=True):
        assert found == sum(covered.smallest <= size <= (covered.largest or size) for size in each.tolist())
