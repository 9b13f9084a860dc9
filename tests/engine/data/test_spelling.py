"""Values of typed columns are equal when they say the same, and numbers are read in every usual notation."""

import datetime as dt
import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.spelling import PLAIN, Spelling
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.validation import missing_values
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.preparation import spelling_of
from arxdesk_engine.verification.notation import Notation, respelled_rows

NUMBERS = ("2", "2.0", "+2", "02", "2.", "2e0", "20e-1", "18", "+018", "-0", "0", ".0", "7.5", "7.50", "", "1e300")
LONG = ("123456789012345678", "123456789012345679", "+123456789012345678")
DATES = ("1.3.2021", "01.03.2021", "1.03.2021", "02.03.2021", "")
DAY = ValueType(DataType.DATE, "%d.%m.%Y")
NOTATIONS = ((".", ""), (",", ""), (",", "."), (".", ","), (",", " "), (".", "'"), (",", "'"), (".", " "))


def column_of(cells, kind, spelling=PLAIN):
    texts = list(dict.fromkeys(cells))
    codes = np.array([texts.index(cell) for cell in cells], np.int32)
    return Column.encode("x", codes, texts, kind, spelling)


def meaning(text, kind):
    if not text:
        return None
    return Fraction(text) if kind.kind.is_numeric else dt.datetime.strptime(text, kind.format)  # noqa: DTZ007


@given(
    st.one_of(
        st.tuples(st.just(ValueType(DataType.DECIMAL)), st.lists(st.sampled_from(NUMBERS), min_size=1)),
        st.tuples(st.just(ValueType(DataType.INTEGER)), st.lists(st.sampled_from(LONG), min_size=1)),
        st.tuples(st.just(DAY), st.lists(st.sampled_from(DATES), min_size=1)),
    )
)
def test_that_cells_are_one_value_exactly_where_they_say_the_same(typed):
    kind, cells = typed
    column = column_of(cells, kind)
    meant = [meaning(cell, kind) for cell in cells]
    for one, code in zip(meant, column.codes.tolist(), strict=True):
        assert meaning(column.values[code], kind) == one
        assert [other == code for other in column.codes.tolist()] == [other == one for other in meant]
    assert list(column.values) == [column.values[at] for at in kind.sort_order(column.values)]
    spelled_once = [
        cell for cell in cells if len({other for other in cells if meaning(other, kind) == meaning(cell, kind)}) == 1
    ]
    assert set(spelled_once) <= set(column.values)


def test_that_texts_with_leading_zeros_stay_codes():
    assert column_of(["018", "18", "+18"], None).values == ("+18", "018", "18")


def test_that_the_spelling_of_a_value_is_plain_and_does_not_depend_on_the_order():
    for cells in (["2.0", "2"], ["2.", "2.0"], ["+2.00", "2e0"], ["02", "2"]):
        for order in (cells, cells[::-1]):
            assert column_of(order, ValueType(DataType.DECIMAL)).values == ("2",)
    assert column_of(["1.3.2021", "01.03.2021"], DAY).values == ("01.03.2021",)


def test_that_a_hierarchy_is_matched_by_value():
    column = column_of(["2", "2.0", "7.50"], ValueType(DataType.DECIMAL))
    hierarchy = Hierarchy((("2.0", "low"), ("2", "low"), ("7.5", "high"), ("8", "high")))
    assert missing_values(hierarchy, column) == []
    bound = bind(spelled_as(hierarchy, column), column)
    assert (bound.labels[0], bound.domain_size) == (("2", "7.50"), 3)
    assert dict(zip(bound.labels[1], bound.domain_rows[1].tolist(), strict=True)) == {"low": 1, "high": 2}
    with pytest.raises(InvalidHierarchy, match=r'line 2: "2" is the value of line 1 in another spelling'):
        spelled_as(Hierarchy((("2.0", "low"), ("2", "high"))), column)


def test_that_a_hierarchy_in_the_notation_of_the_source_fits():
    column = column_of(["40.0", "1234.5"], ValueType(DataType.DECIMAL), Spelling(",", "."))
    rows = (("40,0", "40,0", "*"), ("1.234,5", "much", "*"))
    expected = (("40.0", "40.0", "*"), ("1234.5", "much", "*"))
    assert spelled_as(Hierarchy(rows), column).rows == expected
    assert spelled_as(Hierarchy(expected), column).rows == expected
    notation = Notation(",", ".", True, (), None)
    assert tuple(respelled_rows(rows, column.values, column.type, notation)) == expected


@given(st.lists(st.sampled_from(NUMBERS[:-1]), unique=True, min_size=1), st.integers().map(random.Random))
def test_that_both_readings_of_a_hierarchy_agree(values, chance):
    kind = ValueType(DataType.DECIMAL)
    column = column_of(values, kind)
    rows = [(text, "" if not text else f"{Fraction(text) > 3}") for text in NUMBERS[:-1]]
    chance.shuffle(rows)
    found = spelled_as(Hierarchy(tuple(rows)), column).rows
    assert list(found) == respelled_rows(rows, column.values, kind, Notation(".", "", True, (), None))
    assert set(column.values) <= {row[0] for row in found}
    assert len({None if not row[0] else Fraction(row[0]) for row in found}) == len(found)


def written(number, decimals, decimal_mark, thousands_mark):
    """A number as it is written in a notation, digit by digit."""
    digits = f"{abs(number)}".rjust(decimals + 1, "0")
    whole, rest = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    groups = []
    while len(whole) > 3 and thousands_mark:
        whole, group = whole[:-3], whole[-3:]
        groups.insert(0, group)
    text = thousands_mark.join([whole, *groups]) + (decimal_mark + rest if rest else "")
    return f"-{text}" if number < 0 else text


@given(st.integers(-(10**12), 10**12), st.integers(0, 4), st.sampled_from(NOTATIONS))
def test_that_numbers_mean_what_was_written(number, decimals, marks):
    text = written(number, decimals, *marks)
    for spelled in {text, text.replace(" ", "\u00a0"), text.replace(" ", "\u202f"), text.replace("'", "\u2019")}:
        read = Spelling(*marks).number(spelled)
        assert read is not None
        assert Fraction(read) == Fraction(number, 10**decimals)


@given(st.text("0123456789.,' \u202f+-eE", max_size=12), st.sampled_from(NOTATIONS), st.booleans())
def test_that_both_readings_of_numbers_agree(text, marks, has_numbers):
    text = text.strip()
    kind = ValueType(DataType.DECIMAL)
    ours = Spelling(*marks, has_numbers=has_numbers).number(text) if text else ""
    theirs = Notation(*marks, not has_numbers, (), None).number(text)
    fitting = [None if each is None or kind.parse(each) is None else Fraction(each) for each in (ours, theirs)]
    assert fitting[0] == fitting[1]


@pytest.mark.parametrize(
    "text", ["12.34", "1.2345", "1.23.456", "1234.567", ".123", "0.123", "1,234.5", "1.234,5,6", "1..234"]
)
def test_that_groups_have_three_digits_each(text):
    assert Spelling(",", ".").number(text) is None


def test_that_an_attribute_may_be_written_otherwise_than_its_table():
    data = DataSource(path="x.csv", decimal_mark=",", thousands_mark=".")
    point = AttributeSettings(decimal_mark=".")
    us = AttributeSettings(thousands_mark=",")
    marks = [
        (each.decimal_mark, each.thousands_mark)
        for each in (spelling_of(s, data, has_numbers=False) for s in (AttributeSettings(), point, us))
    ]
    assert marks == [(",", "."), (".", ""), (".", ",")]
    for settings, expected in zip((AttributeSettings(), point, us), marks, strict=True):
        notation = Notation.of(settings, data, in_text=True)
        assert (notation.decimal, notation.thousands) == expected


def test_that_one_mark_cannot_mean_two_things():
    with pytest.raises(ValueError, match="Write two different ones"):
        DataSource(path="x.csv", decimal_mark=",", thousands_mark=",")


def job_of(path, **more):
    attributes = {"q": {"role": "quasi-identifying"}, "s": {"role": "sensitive", **more}}
    return Job.model_validate({"data": {"path": str(path)}, "attributes": attributes})


SHORT = ("%d.%m.%y", "%m/%d/%y")


@given(
    st.dates(dt.date(1921, 1, 1), dt.date(2099, 1, 1)),
    st.dates(dt.date(1999, 1, 1), dt.date(2098, 1, 1)),
    st.sampled_from(SHORT),
)
def test_that_years_of_two_digits_put_no_date_after_the_latest_day(date, latest, short):
    text = date.strftime(short)
    kind = ValueType(DataType.DATE, "%Y-%m-%d")
    candidates = []
    for century in (1800, 1900, 2000):
        try:
            candidates.append(date.replace(year=century + date.year % 100))
        except ValueError:
            candidates.append(None)
    possible = [
        each
        for each, century in zip(candidates, (18, 19, 20), strict=True)
        if (century * 100 + date.year % 100, date.month, date.day) <= latest.timetuple()[:3]
    ]
    expected = text if possible[-1] is None else str(possible[-1])
    assert Spelling(other_formats=(short,), latest=latest).date(text, kind) == expected
    assert Notation(".", "", True, (short,), latest).date(text, kind) == expected
