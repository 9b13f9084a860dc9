"""What labels cover, by examples and beside hierarchies of builders."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.attacks.labels.coverage import Coverage, coverage
from arxdesk_engine.attacks.labels.ends import LabelEnds
from arxdesk_engine.data.schema import DataType, ValueType

WHOLE = ValueType(DataType.INTEGER)
DAY = ValueType(DataType.DATE, "%Y-%m-%d")
TEXT = ValueType()
ORDERED = ValueType(DataType.ORDINAL, order=("low", "middle", "high"))


def covered(label, values, kind=TEXT, levels=()):
    found = coverage([label], values, kind, levels)
    return [value for code, value in enumerate(values) if found.holds(code)[0]]


NUMBERS = ["-3", "0", "4", "5", "12", "90"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("4", ["4"]),
        ("*", NUMBERS),
        ("{4, 12}", ["4", "12"]),
        ("[4, 12[", ["4", "5"]),
        ("]4, 12]", ["5", "12"]),
        ("(4, 12)", ["5"]),
        ("4-12", ["4", "5", "12"]),
        ("4\u201312", ["4", "5", "12"]),
        ("-3-4", ["-3", "0", "4"]),
        ("-5--1", ["-3"]),
        ("<4", ["-3", "0"]),
        ("<=4", ["-3", "0", "4"]),
        ("\u226512", ["12", "90"]),
        (">=12", ["12", "90"]),
        (">12", ["90"]),
        ("12+", ["12", "90"]),
        ("4 to 12", ["4", "5", "12"]),
        ("[3.5, 12.5]", ["4", "5", "12"]),
        ("4.5", []),
        ("nothing", []),
        ("", []),
    ],
)
def test_that_labels_of_numbers_are_read_as_they_look(label, expected):
    assert covered(label, NUMBERS, WHOLE) == expected


def test_that_days_and_ordered_values_have_intervals_too():
    days = ["2024-12-31", "2025-01-01", "2025-02-28"]
    assert covered("[2025-01-01, 2025-03-01[", days, DAY) == days[1:]
    assert covered("<2025-01-01", days, DAY) == days[:1]
    assert covered("low-middle", ["low", "middle", "high"], ORDERED) == ["low", "middle"]
    assert covered(">=middle", ["low", "middle", "high"], ORDERED) == ["middle", "high"]


MONTHS = ["2023-12-31", "2024-01-01", "2024-03-31", "2024-04-01", "2025-01-01"]


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("2024", MONTHS[1:4]),
        ("2024-03", ["2024-03-31"]),
        ("03/2024", ["2024-03-31"]),
        ("3.2024", ["2024-03-31"]),
        ("2024-Q1", MONTHS[1:3]),
        ("Q2 2024", ["2024-04-01"]),
        ("2023-2024", MONTHS[:4]),
        ("2024-03 to 2024-04", MONTHS[2:4]),
        ("<2024", ["2023-12-31"]),
        ("<=2024", MONTHS[:4]),
        (">2024", ["2025-01-01"]),
        (">=2024-04", MONTHS[3:]),
        ("2024-13", []),
        ("9999", []),
    ],
)
def test_that_periods_of_dates_are_read(label, expected):
    assert covered(label, MONTHS, DAY) == expected
    assert covered(label, MONTHS, TEXT) == []


def test_that_ends_are_those_of_intervals_values_and_means():
    found = LabelEnds.read(["4", "4.5", "[4, 12[", ">12", "*", "a"], WHOLE)
    assert found.low.tolist()[:4] == [4, 4.5, 4, 12]
    assert found.high.tolist()[:4] == [4, 4.5, 12, math.inf]
    assert (found.has_low.tolist()[:4], found.has_high.tolist()[:4]) == (
        [True, True, True, False],
        [True, True, False, False],
    )
    assert np.isnan(found.low[4:]).all()
    assert np.isnan(LabelEnds.read(["4", "a"], TEXT).low).all()


def test_that_hidden_characters_can_be_any():
    assert covered("81***", ["81667", "81925", "91000", "8166"]) == ["81667", "81925"]
    assert covered("P*1", ["PA1", "PB1", "PB2"]) == ["PA1", "PB1"]


def test_that_a_missing_cell_is_a_value_of_its_own():
    assert covered("", ["", "a"]) == [""]
    assert covered("*", ["", "a"]) == ["", "a"]


def test_that_a_hierarchy_says_what_its_labels_cover():
    levels = [{"4": "4", "5": "5"}, {"4": "few", "5": "few", "12": "many"}, dict.fromkeys(NUMBERS, "*")]
    assert covered("few", NUMBERS, WHOLE, levels) == ["4", "5"]
    assert covered("many", NUMBERS, WHOLE, levels) == ["12"]


def test_that_a_label_of_several_levels_covers_what_is_below_any():
    levels = [{"a": "a", "b": "b", "c": "c"}, {"a": "b", "b": "c", "c": "c"}]
    assert covered("b", ["a", "b", "c"], TEXT, levels) == ["a", "b"]


@given(st.integers(0, 5), st.integers(0, 5), st.data())
def test_that_pairs_are_a_matrix_of_values_and_labels(values, labels, data):
    covered = np.array([[data.draw(st.booleans()) for _label in range(labels)] for _value in range(values)], np.bool_)
    covered = covered.reshape(values, labels)
    found = Coverage.of_matrix(covered)
    assert (found.number, found.size) == (values, labels)
    assert [found.holds(value).tolist() for value in range(values)] == covered.tolist()
    assert found.widths.tolist() == covered.sum(axis=0).tolist()
    if labels:
        asked = [data.draw(st.integers(0, labels - 1)) for _each in range(3)]
        assert found.of_labels(np.array(asked)).tolist() == covered[:, asked].tolist()
    weights = np.arange(1.0, labels + 1)
    shares = weights / np.maximum(covered.sum(axis=0), 1)
    assert found.spread(weights).tolist() == pytest.approx((covered @ shares).tolist())
    assert found.gathered(np.arange(1.0, values + 1)).tolist() == (np.arange(1.0, values + 1) @ covered).tolist()
    some = np.array([data.draw(st.booleans()) for _label in range(labels)], np.bool_)
    within = found.within(some)
    assert [within.holds(value).tolist() for value in range(values)] == (covered & some).tolist()


def test_that_a_column_in_which_everybody_differs_takes_a_pair_for_each():
    texts = [f"P{number:05}" for number in range(20_000)]
    found = coverage(texts, texts, TEXT)
    assert found.labels.tolist() == list(range(20_000))
    masked = coverage(["P0000*", "P****1", "P000**"], texts, TEXT)
    assert masked.widths.tolist() == [10, 2_000, 100]
