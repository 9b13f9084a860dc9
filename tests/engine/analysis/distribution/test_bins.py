"""Round bins: they hold everything, are not too many, and begin where people expect it."""

from __future__ import annotations

import datetime as dt
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.distribution.bins import MOST_BINS, USUAL_BINS, make_bins, usual_width, widths

DAY = 86400.0


def seconds(year, month=1, day=1):
    return (dt.date(year, month, day) - dt.date(1970, 1, 1)).days * DAY


@given(st.integers().map(random.Random), st.booleans(), st.integers(-6, 9))
def test_that_bins_hold_all_values_and_are_not_too_many(source, is_whole, power):
    scale = 10.0**power
    values = [source.uniform(-1, 1) * scale + source.choice([0, 50]) * scale for _ in range(source.randint(1, 30))]
    if is_whole:
        values = [float(round(value)) for value in values]
    step = 1.0 if is_whole else 0.0
    low, last = min(values), max(values)
    offered = widths(low, last + step, step, is_time=False)
    assert len(set(offered)) == len(offered) > 0
    for width in (*offered, usual_width(offered, low, last + step, np.inf, is_time=False)):
        bins = make_bins(low, last + step, last, width, is_time=False)
        assert bins.edges[0] <= low
        assert last < bins.edges[-1]
        assert last + step <= bins.edges[-1] + 1e-9 * scale
        assert len(bins) <= MOST_BINS + 1
        places = bins.bin_of(np.array(values))
        assert (bins.edges[places] <= values).all()
        assert (values < bins.edges[places + 1]).all()


def test_that_ages_have_the_bins_people_expect():
    offered = widths(17, 91, 1.0, is_time=False)
    assert offered[:6] == ("1", "2", "5", "10", "20", "50")
    assert usual_width(offered, 17, 91, np.inf, is_time=False) == "5"
    assert make_bins(17, 91, 90, "5", is_time=False).edges.tolist() == list(range(15, 100, 5))


def test_that_narrow_bands_ask_for_narrow_bins():
    offered = widths(0, 121, 1.0, is_time=False)
    usual = usual_width(offered, 0, 121, 3, is_time=False)
    assert usual == "2"


@pytest.mark.parametrize(
    ("width", "first", "second"),
    [
        ("week", (2024, 1, 29), (2024, 2, 5)),
        ("month", (2024, 2, 1), (2024, 3, 1)),
        ("quarter", (2024, 1, 1), (2024, 4, 1)),
        ("year", (2024, 1, 1), (2025, 1, 1)),
        ("10 years", (2020, 1, 1), (2030, 1, 1)),
    ],
)
def test_that_bins_of_dates_follow_the_calendar(width, first, second):
    low, last = seconds(2024, 2, 3), seconds(2031, 5, 6)
    bins = make_bins(low, last + DAY, last, width, is_time=True)
    assert bins.edges[:2].tolist() == [seconds(*first), seconds(*second)]
    assert bins.edges[-2] <= last < bins.edges[-1]


def test_that_few_bins_are_usual_for_dates():
    low, end = seconds(2024), seconds(2026)
    offered = widths(low, end, DAY, is_time=True)
    usual = usual_width(offered, low, end, np.inf, is_time=True)
    assert usual == "month"
    assert len(make_bins(low, end, end - DAY, usual, is_time=True)) == 24 <= USUAL_BINS["time"]


def test_that_a_band_is_measured_in_bins_of_different_lengths():
    bins = make_bins(seconds(2024), seconds(2025), seconds(2024, 12, 31), "month", is_time=True)
    assert bins.place(np.array([seconds(2024, 4), seconds(2024, 7)])).tolist() == pytest.approx([3.0, 6.0])
