"""Shifted dates: one number of days for each person, and the time between two dates of a person stays."""
# ruff: noqa: DTZ001, DTZ007 - dates in tables carry no time zone

import datetime as dt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.release.transform.date_shift import days_of, shifted_dates
from tests.engine.problems import column_of

KEY = b"0123456789abcdef"
FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%d %H:%M:%S", "%m/%d/%Y")


def dates_of(cells, form="%Y-%m-%d"):
    column = column_of("visit", tuple(cells))
    return Column.encode("visit", column.codes, column.values, ValueType(DataType.DATE, form))


@given(data=st.data(), form=st.sampled_from(FORMATS), days=st.integers(1, 400))
def test_that_all_dates_of_a_person_move_by_the_same_days_within_the_limit(data, form, days):
    moment = st.datetimes(dt.datetime(1950, 1, 1), dt.datetime(2050, 1, 1)).map(
        lambda each: each.replace(microsecond=0)
    )
    texts = st.just("") | moment.map(lambda each: each.strftime(form))
    records = data.draw(st.lists(st.tuples(st.sampled_from(["Ann", "Bob", "Cy", ""]), texts), min_size=1, max_size=20))
    persons, cells = zip(*records, strict=True)
    shifted = shifted_dates(dates_of(cells, form), column_of("who", persons), days, KEY)
    by_person = {}
    for person, before, after in zip(persons, cells, shifted.texts().tolist(), strict=True):
        if not before or not person:
            assert after == ("" if not before else "*")
            continue
        moved = dt.datetime.strptime(after, form) - dt.datetime.strptime(before, form)
        assert (moved.seconds, abs(moved.days) <= days) == (0, True)
        by_person.setdefault(person, set()).add(moved.days)
    assert all(len(moves) == 1 for moves in by_person.values())
    present = [value for value in shifted.values if value not in ("", "*")]
    assert present == sorted(present, key=lambda text: dt.datetime.strptime(text, form))
    assert len(set(shifted.values)) == len(shifted.values)


def test_that_the_same_person_moves_alike_in_every_table_and_differently_under_another_key():
    first = days_of(column_of("who", ("Ann", "Bob")), 1000, KEY)
    second = days_of(column_of("patient", ("Aaron", "Bob")), 1000, KEY)
    assert first[1] == second[1]
    assert (days_of(column_of("who", ("Ann", "Bob")), 1000, KEY[::-1]) != first).all()


def test_that_all_numbers_of_days_are_equally_likely():
    persons = tuple(f"{number:05}" for number in range(7000))
    moved = days_of(column_of("who", persons), 3, KEY)
    counts = np.bincount(moved + 3, minlength=7)
    assert ((counts - 1000) ** 2 / 1000).sum() < 22.5  # chi-squared of 6 degrees, 0.1 %


@pytest.mark.parametrize(("cell", "form"), [("9999-12-20", "%Y-%m-%d"), ("05.2020", "%m.%Y"), ("1.20", "%m.%y")])
def test_that_dates_that_cannot_be_written_are_told_without_showing_them(cell, form):
    persons = tuple(f"person {number}" for number in range(40))
    with pytest.raises(InvalidData, match=r'attribute "visit".*fewer days') as caught:
        shifted_dates(dates_of([cell] * 40, form), column_of("who", persons), 365, KEY)
    assert cell not in caught.value.message
    assert "person" not in caught.value.message
