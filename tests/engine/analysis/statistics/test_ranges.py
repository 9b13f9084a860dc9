"""Cells of an output read as numbers."""

import math

import pytest

from arxdesk_engine.analysis.statistics.ranges import read_ranges
from arxdesk_engine.data.schema import DataType, ValueType

WHOLE, DECIMAL = ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL)
DATE = ValueType(DataType.DATE, "%Y-%m-%d")
DAY = 86_400.0
INFINITY = math.inf


@pytest.mark.parametrize(
    ("text", "kind", "low", "high"),
    [
        ("17", WHOLE, 17, 17),
        ("-3", WHOLE, -3, -3),
        ("2.5", DECIMAL, 2.5, 2.5),
        ("[20, 30]", WHOLE, 20, 30),
        ("[20, 30[", WHOLE, 20, 29),
        ("[20, 30)", WHOLE, 20, 29),
        ("]20, 30]", WHOLE, 21, 30),
        ("(20;30)", WHOLE, 21, 29),
        ("[2.5, 3.5[", DECIMAL, 2.5, 3.5),
        ("[-5,-1]", WHOLE, -5, -1),
        ("[1970-01-02, 1970-01-04[", DATE, DAY, 3 * DAY),
        ("{3, 1, 2}", WHOLE, 1, 3),
        ("{7}", WHOLE, 7, 7),
        ("<20", WHOLE, -INFINITY, 19),
        ("<= 20", WHOLE, -INFINITY, 20),
        (">20", WHOLE, 21, INFINITY),
        (">=2.5", DECIMAL, 2.5, INFINITY),
        ("≥65", WHOLE, 65, INFINITY),
        ("4*", WHOLE, 40, 49),
        ("12**", WHOLE, 1200, 1299),
        ("*5", WHOLE, 5, 95),
        ("-4*", WHOLE, -49, -40),
        ("3.1*", DECIMAL, 3.10, 3.19),
    ],
)
def test_that_a_cell_is_read_by_its_form(text, kind, low, high):
    found = read_ranges([text], kind)
    assert (found.low[0], found.high[0]) == pytest.approx((low, high))


@pytest.mark.parametrize(
    "text", ["", "*", "**", "young", "20-29", "[20, old]", "[30, 20]", "{1, x}", "{}", "<", "<old", "4*x", "[1,2,3]"]
)
def test_that_what_is_no_number_is_not_read(text):
    found = read_ranges([text], WHOLE)
    assert math.isnan(found.low[0])
    assert math.isnan(found.high[0])
    assert not found.is_range[0]


def test_that_numbers_and_ranges_and_sets_are_told_apart():
    found = read_ranges(["17", "[1, 2]", "{1, 2}", "1*"], WHOLE)
    assert found.is_range.tolist() == [False, True, True, True]
    assert found.is_set.tolist() == [False, False, True, False]


def test_that_no_texts_are_no_ranges():
    assert len(read_ranges([], WHOLE).low) == 0


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("[0, 1e200[", 0, INFINITY),
        ("[-1e200, 5]", -INFINITY, 5),
        ("[1e200, 1e201]", math.nan, math.nan),
        ("1e200", math.nan, math.nan),
    ],
)
def test_that_numbers_too_large_to_calculate_with_are_no_bounds(text, low, high):
    found = read_ranges([text], DECIMAL)
    assert (found.low[0], found.high[0]) == pytest.approx((low, high), nan_ok=True)
