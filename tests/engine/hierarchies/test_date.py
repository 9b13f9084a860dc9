"""Levels of the calendar against Python's own calendar."""

from __future__ import annotations

import calendar
import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.hierarchies.date import GRANULARITIES, DateBuilder
from tests.engine.hierarchies.columns import assert_coarsens, built, column

MOMENTS = st.datetimes().map(lambda when: when.replace(microsecond=0))
CHAINS = (
    ("second", "minute", "hour", "day", "week-of-month", "month", "quarter", "year", "decade", "century", "millennium"),
    ("day", "week", "week-year"),
    ("week", "week-of-year"),
    ("hour", "weekday"),
    ("month", "quarter-of-year"),
    ("quarter", "quarter-of-year"),
)


def textbook(when, granularity):
    """What a moment is called, by strftime and the sheets of the calendar."""
    weeks = (
        calendar.Calendar(calendar.MONDAY).monthdayscalendar(max(when.year, 1), when.month) if when.year < 9999 else []
    )
    year = f"{when.year:04}"
    if granularity in ("decade", "century", "millennium"):
        zeros = {"decade": 1, "century": 2, "millennium": 3}[granularity]
        low = int(year[:-zeros] + "0" * zeros)
        return f"[{low:04}, {low + 10**zeros:04}["
    return {
        "second": lambda: f"{year}-{when.strftime('%m-%d %H:%M:%S')}",
        "minute": lambda: f"{year}-{when.strftime('%m-%d %H:%M')}",
        "hour": lambda: f"{year}-{when.strftime('%m-%d %H')}:00",
        "day": lambda: f"{year}-{when.strftime('%m-%d')}",
        "week-of-month": lambda: (
            f"{year}-{when.strftime('%m')} week " + str(next(n for n, week in enumerate(weeks, 1) if when.day in week))
        ),
        "week": lambda: "{:04}-W{:02}".format(*when.isocalendar()[:2]),
        "month": lambda: f"{year}-{when.strftime('%m')}",
        "quarter": lambda: f"{year}-Q{ {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3}.get(when.month, 4) }",
        "weekday": lambda: str(when.isoweekday()),
        "week-of-year": lambda: f"W{when.isocalendar()[1]:02}",
        "quarter-of-year": lambda: f"Q{-(-when.month // 3)}",
        "week-year": lambda: f"{when.isocalendar()[0]:04}",
        "year": lambda: year,
    }[granularity]()


@given(st.lists(MOMENTS, min_size=1, max_size=6, unique=True), st.sampled_from(CHAINS), st.booleans())
def test_that_labels_are_those_of_the_calendar(moments, chain, missing):
    moments = [when for when in moments if 1 < when.year < 9990] or [dt.datetime.fromisoformat("2020-02-29")]
    cells = {f"{when.year:04}-{when.strftime('%m-%dT%H:%M:%S')}": when for when in moments}
    builder = DateBuilder(granularities=chain, format="%Y-%m-%dT%H:%M:%S")
    hierarchy = built(builder, column([*cells, ""] if missing else list(cells)))
    for value, *labels in hierarchy.rows:
        if value:
            assert labels == [*(textbook(cells[value], each) for each in chain), "*"]


def test_that_weeks_belong_to_the_year_of_their_thursday():
    weeks = DateBuilder(granularities=("week", "week-year"))
    assert weeks.labels_of(["1999-12-31"]) == [("1999-12-31", "1999-W52", "1999", "*")]
    assert weeks.labels_of(["2019-12-30", "2021-01-03"]) == [
        ("2019-12-30", "2020-W01", "2020", "*"),
        ("2021-01-03", "2020-W53", "2020", "*"),
    ]


def test_that_exactly_chains_that_nest_are_allowed():
    """Every pair, against moments of 120 years and of one day."""
    first = dt.datetime.fromisoformat("1890-12-28")
    days = [first + dt.timedelta(days=n * 11 + n % 7, seconds=n * 7919) for n in range(4000)]
    weeks = [first + dt.timedelta(days=40_000 + n) for n in range(1500)]
    weeks += [first.replace(year=year) + dt.timedelta(days=n) for year in range(1890, 2012) for n in range(9)]
    times = [first + dt.timedelta(seconds=17 * n) for n in range(2000)]
    labels = {each: [textbook(when, each) for when in (*days, *weeks, *times)] for each in GRANULARITIES}
    for finer, coarser in itertools.permutations(GRANULARITIES, 2):
        pairs = set(zip(labels[finer], labels[coarser], strict=True))
        nests = len(pairs) == len(set(labels[finer]))
        try:
            DateBuilder(granularities=(finer, coarser))
        except UnfitSettings:
            assert not nests, (finer, coarser)
        else:
            assert nests, (finer, coarser)


def test_that_dates_are_read_and_written_as_asked():
    german = DateBuilder(granularities=("day", "month"), formats={"day": "%d.%m.%Y", "month": "%m/%Y"})
    dates = column(["31.12.1999", "01.01.2000"], ValueType(DataType.DATE, "%d.%m.%Y"))
    assert built(german, dates).rows[0] == ("31.12.1999", "31.12.1999", "12/1999", "*")


def test_that_dates_before_and_after_are_coded():
    coded = DateBuilder.model_validate(
        {"granularities": ["month", "year"], "bottom": "1950-01-01", "top": dt.date(2000, 6, 1)}
    )
    rows = {
        row[0]: row[1:]
        for row in built(coded, column(["1949-12-31", "1950-01-01", "2000-05-31", "2000-06-01", ""])).rows
    }
    assert rows["1949-12-31"] == ("<1950-01-01", "<1950-01-01", "*")
    assert rows["1950-01-01"] == ("1950-01", "1950", "*")
    assert rows["2000-05-31"] == ("2000-05", "2000", "*")
    assert rows["2000-06-01"] == (">=2000-06-01", ">=2000-06-01", "*")


def test_that_times_are_converted_between_zones():
    berlin = DateBuilder(granularities=("hour", "day"), format="%Y-%m-%d %H:%M:%S", time_zone="Europe/Berlin")
    assert berlin.labels_of(["2020-06-30 23:30:00"])[0][1:3] == ("2020-07-01 01:00", "2020-07-01")
    back = berlin.model_copy(update={"time_zone": "UTC", "from_time_zone": "Europe/Berlin"})
    assert back.labels_of(["2020-01-01 00:30:00"])[0][1:3] == ("2019-12-31 23:00", "2019-12-31")


@pytest.mark.parametrize("value", ["2020-02-30", "2020-13-01", "32.13.2020", "1.1.20", "2020-01-01x", "yesterday"])
def test_that_what_is_no_date_is_named(value):
    with pytest.raises(InvalidHierarchy, match=r"1 value is no date \(yyyy-MM-dd\)"):
        DateBuilder(granularities=("year",)).labels_of(["2020-01-01", value])
    other = DateBuilder(granularities=("year",), other="unknown")
    assert other.labels_of([value]) == [(value, "unknown", "*")]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"granularities": []}, "there are no granularities"),
        ({"granularities": ["week", "year"]}, '"week" does not lie within "year". Choose week-year instead'),
        ({"granularities": ["week", "month"]}, '"week" does not lie within "month"'),
        ({"granularities": ["year", "month"]}, '"year" does not lie within "month"'),
        ({"granularities": ["year"], "formats": {"month": "%Y"}}, "does not contain a month. Use %Y, %m"),
        ({"granularities": ["year"], "formats": {"decade": "%Y"}}, '"decade" has no format'),
        ({"granularities": ["year"], "bottom": 5}, "5 is not a date"),
        ({"granularities": ["year"], "bottom": "2020-01-01", "top": "2020-01-01"}, "top is not after bottom"),
        ({"granularities": ["year"], "time_zone": "Europe/Atlantis"}, "is not a known time zone"),
        ({"granularities": ["year"], "time_zone": "../x"}, "is not a known time zone"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        DateBuilder.model_validate(content)


@given(st.lists(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)).map(str), min_size=2, max_size=8, unique=True))
def test_that_unseen_dates_get_the_row_that_building_with_them_would_give(values):
    builder = DateBuilder(granularities=("month", "quarter", "year", "decade"))
    rows = builder.build(column(values)).rows
    assert builder.resolved(column(values[:-1])).labels_of(values[-1:])[0] in rows
    assert_coarsens(rows)
