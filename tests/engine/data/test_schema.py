"""Types: what is read, in which order it sorts, and what is detected."""

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.schema import DATE_FORMATS, DataType, ValueType, detect_type

MILLENNIUM = dt.datetime.fromisoformat("1000-01-01")  # years of four digits
INTEGER, DECIMAL = ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL)


@pytest.mark.parametrize(
    ("kind", "value", "position"),
    [
        (INTEGER, "42", 42.0),
        (INTEGER, "-7", -7.0),
        (INTEGER, "+5", 5.0),
        (INTEGER, "05", 5.0),
        (INTEGER, "1.0", None),
        (INTEGER, "12abc", None),
        (INTEGER, " 1", None),
        (INTEGER, "", None),
        (DECIMAL, "1.5", 1.5),
        (DECIMAL, ".5", 0.5),
        (DECIMAL, "1e3", 1000.0),
        (DECIMAL, "1,5", None),
        (DECIMAL, "NaN", None),
        (DECIMAL, "Infinity", None),
        (DECIMAL, "1e999", None),
        (DECIMAL, "0x1p3", None),
        (DECIMAL, "1d", None),
        (ValueType(DataType.DATE), "1970-01-02", 86400.0),
        (ValueType(DataType.DATE, "%d.%m.%Y"), "02.01.1970", 86400.0),
        (ValueType(DataType.DATE, "%d.%m.%Y"), "32.13.2020", None),
        (ValueType(DataType.DATE, "%d.%m.%Y"), "30.02.2021", None),
        (ValueType(DataType.DATE, "%d.%m.%Y"), "1970-01-02", None),
        (ValueType(DataType.DATE, "%Q"), "1", None),
        (ValueType(DataType.ORDINAL, order=("low", "high")), "high", 1.0),
        (ValueType(DataType.ORDINAL, order=("low", "high")), "middle", None),
        (ValueType(DataType.ORDINAL), "low", None),
        (ValueType(), "42", None),
    ],
)
def test_that_a_value_is_read_or_does_not_fit(kind, value, position):
    assert kind.parse(value) == position


@given(st.lists(st.integers(-(10**15), 10**15), unique=True))
def test_that_whole_numbers_sort_by_size_and_not_by_text(numbers):
    values = [str(number) for number in numbers]
    assert [values[i] for i in INTEGER.sort_order(values)] == [str(number) for number in sorted(numbers)]


@given(st.lists(st.dates(dt.date(1, 1, 1)), unique=True), st.sampled_from(["%Y-%m-%d", "%Y/%m/%d"]))
def test_that_dates_sort_by_time(dates, date_format):
    values = [f"{d.year:04}{date_format[2]}{d.month:02}{date_format[2]}{d.day:02}" for d in dates]
    order = ValueType(DataType.DATE, date_format).sort_order(values)
    assert [dates[i] for i in order] == sorted(dates)


@given(st.lists(st.text(max_size=3), unique=True))
def test_that_texts_sort_by_text(values):
    assert [values[i] for i in ValueType().sort_order(values)] == sorted(values)


def test_that_what_does_not_fit_sorts_last_by_text():
    values = ["x", "10", "", "9", "b"]
    assert [values[i] for i in INTEGER.sort_order(values)] == ["9", "10", "", "b", "x"]


def test_that_an_ordinal_type_sorts_by_its_order():
    values = ["high", "unknown", "low"]
    order = ValueType(DataType.ORDINAL, order=("low", "middle", "high")).sort_order(values)
    assert [values[i] for i in order] == ["low", "high", "unknown"]


def test_that_positions_hold_nan_where_a_value_does_not_fit():
    assert np.array_equal(INTEGER.positions(["1", "x"]), [1.0, np.nan], equal_nan=True)


@pytest.mark.parametrize(
    ("values", "kind", "date_format"),
    [
        (["1", "2", "-3"], DataType.INTEGER, None),
        (["0", "10"], DataType.INTEGER, None),
        (["1", "2.5"], DataType.DECIMAL, None),
        (["0.5", "-0.25"], DataType.DECIMAL, None),
        (["01234", "99999"], DataType.STRING, None),
        (["007"], DataType.STRING, None),
        (["1", "x"], DataType.STRING, None),
        ([], DataType.STRING, None),
        (["2020-01-31", "1999-12-01"], DataType.DATE, "%Y-%m-%d"),
        (["31.01.2020", "01.12.1999"], DataType.DATE, "%d.%m.%Y"),
        (["31/01/2020"], DataType.DATE, "%d/%m/%Y"),
        (["01/31/2020"], DataType.DATE, "%m/%d/%Y"),
        (["2020-01-31 10:00:00"], DataType.DATE, "%Y-%m-%d %H:%M:%S"),
        (["2020-01-31", "31.01.2020"], DataType.STRING, None),
        (["NaN", "1"], DataType.STRING, None),
        (["91326", "95953", "12345678901234567890"], DataType.DECIMAL, None),
    ],
)
def test_that_the_narrowest_type_is_detected(values, kind, date_format):
    found = detect_type(values)
    assert (found.kind, found.format) == (kind, date_format)


@given(st.sampled_from(DATE_FORMATS), st.lists(st.datetimes(MILLENNIUM), min_size=1, max_size=5))
def test_that_what_is_detected_fits_every_value(date_format, moments):
    values = [moment.strftime(date_format) for moment in moments]
    found = detect_type(values)
    assert found.kind is DataType.DATE
    assert all(found.parse(value) is not None for value in values)
