"""Dates are read exactly as the standard library reads them."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.schema import DATE_FORMATS
from arxdesk_engine.foundation.moments import moment_reader

FORMATS = (
    *DATE_FORMATS,
    *("%d.%m.%y", "%m/%d/%y", "%Y%m%d", "%y%m%d", "%Y", "%m", "%H:%M", "%d %m  %Y", "%Y-%m-%dT%H:%M:%SZ", "am %d"),
    *("%d%m%Y", "(%Y)", "%Y.%m.%d %H", "%b %Y", "%Y-%m-%d %Y", "%%%Y", "%Y-%j", "%", "", "%Y %p", "%S", "%y %Y", "%f"),
)
FIRST_DAY = dt.datetime.fromisoformat("1900-01-01")
TEXTS = st.one_of(
    st.text("0123456789.-/: T+٣", max_size=20),
    st.datetimes().map(str),
    st.tuples(st.datetimes(), st.sampled_from(FORMATS[:17])).map(lambda pair: pair[0].strftime(pair[1])),
    st.builds(
        "{}{}{}{}{}".format,
        st.integers(0, 2100),
        st.sampled_from("-./"),
        st.integers(0, 14),
        st.sampled_from("-./"),
        st.integers(0, 33),
    ),
)


def by_the_library(text: str, date_format: str) -> dt.datetime | None:
    try:
        return dt.datetime.strptime(text, date_format).replace(tzinfo=None)  # noqa: DTZ007
    except (ValueError, re.error):
        return None


@given(TEXTS, st.sampled_from(FORMATS))
@settings(max_examples=3_000)
def test_that_every_text_is_read_as_the_library_reads_it(text, date_format):
    assert moment_reader(date_format)(text) == by_the_library(text, date_format)


@given(st.text("%YymdHMSbjf .-/()[]T", max_size=8), TEXTS)
@settings(max_examples=1_000)
def test_that_every_format_is_understood_as_the_library_does(date_format, text):
    assert moment_reader(date_format)(text) == by_the_library(text, date_format)


@pytest.mark.parametrize("date_format", FORMATS)
def test_that_all_days_of_some_years_are_read(date_format):
    read = moment_reader(date_format)
    for day in range(0, 60_000, 37):
        text = (FIRST_DAY + dt.timedelta(days=day, hours=day % 24)).strftime(date_format)
        assert read(text) == by_the_library(text, date_format)
