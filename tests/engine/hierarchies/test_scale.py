"""Numbers and dates on their scales: read as the type reads them, exactly, and written so that they read the same."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from arxdesk_engine.data.schema import DATE_FORMATS, DataType, ValueType
from arxdesk_engine.hierarchies.scale import Bound, BoundField, Scale, exact, number, number_text

BOUND = TypeAdapter(BoundField)
TEXTS = (
    st.decimals(allow_nan=False, allow_infinity=False).map(str)
    | st.from_regex(r"[+-]?\d{0,4}\.?\d{0,4}([eE][+-]?\d{1,3})?", fullmatch=True)
    | st.sampled_from(["NaN", "Infinity", "1_0", "0x1", " 1", "1 ", "", "*", "1d", "1e400", "9" * 400])
)
DATES = st.from_regex(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d:\d\d)?|\d\d[./]\d\d[./]\d{4}", fullmatch=True)


@given(TEXTS)
def test_that_numbers_are_those_of_the_type_without_rounding(text):
    found = number(text)
    assert (found is None) == (ValueType(DataType.DECIMAL).parse(text) is None)
    if found is not None:
        assert Fraction(found) == Fraction(text)
        assert number(number_text(found)) == found
        assert "E" not in number_text(found)


@given(DATES | st.dates().map(str), st.sampled_from(DATE_FORMATS))
def test_that_dates_are_those_of_the_type(text, date_format):
    found = Scale(date_format).parse(text)
    expected = ValueType(DataType.DATE, date_format).parse(text)
    assert (None if found is None else float(found)) == expected


@given(st.datetimes(dt.datetime.fromisoformat("1000-01-01")), st.sampled_from(DATE_FORMATS))
def test_that_no_two_dates_are_written_alike(when, date_format):
    scale = Scale(date_format)
    text = scale.text(scale.place(when))
    assert scale.parse(text) == scale.place(when) or dt.datetime.fromisoformat(text) == when


def test_that_dates_beyond_the_calendar_are_told():
    with pytest.raises(ValueError, match="dates lie in the years 1 to 9999"):
        Scale("%Y-%m-%d").text(Decimal(10) ** 12)


@given(
    st.decimals(allow_nan=False, allow_infinity=False, places=3)
    | st.datetimes().map(lambda each: each.replace(microsecond=0))
)
def test_that_bounds_survive_json(bound: Bound):
    with exact():
        assert BOUND.validate_json(BOUND.dump_json(bound)) == bound


@pytest.mark.parametrize("value", [True, None, "x", float("inf"), "2020-02-30", "2020-1-1", [], "1e999", b"1"])
def test_that_what_is_neither_number_nor_date_is_no_bound(value):
    with pytest.raises(ValidationError, match='Write a number, or a date such as "2024-01-31"'):
        BOUND.validate_python(value)


def test_that_a_time_with_a_zone_is_no_bound():
    with pytest.raises(ValidationError, match="is not allowed"):
        BOUND.validate_python(dt.datetime(2020, 1, 1, tzinfo=dt.UTC))


def test_that_texts_of_thousands_of_digits_are_no_numbers():
    assert number("0." + "0" * 3000 + "1") is None
    assert number("1" * 300) == Decimal("1" * 300)
    with pytest.raises(ValidationError, match="is not allowed"):
        BOUND.validate_python("0." + "0" * 3000 + "1")
