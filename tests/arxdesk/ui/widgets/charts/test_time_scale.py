"""Scales of time: what they hold, where times stand, and ticks that can be read."""

from __future__ import annotations

from itertools import pairwise
from math import exp, log
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk.ui.widgets.charts.time_scale import SHORTEST, TimeScale


def texts(kind: str, first: float, last: float) -> list[str]:
    return [text for _place, text in TimeScale.over(kind, first, last).ticks]


@pytest.mark.parametrize(
    ("first", "last", "shown"),
    [
        (0.0, 0.0, ["1 ms", "2 ms", "5 ms", "10 ms"]),
        (0.011, 3.8, ["10 ms", "0.1 s", "1 s"]),
        (0.002, 90.0, ["1 ms", "10 ms", "0.1 s", "1 s", "10 s", "1 min"]),
        (0.3, 8.0, ["0.1 s", "0.2 s", "0.5 s", "1 s", "2 s", "5 s"]),
        (4.0, 4000.0, ["1 s", "10 s", "1 min", "10 min", "1 h"]),
    ],
)
def test_that_a_logarithmic_scale_has_ticks_with_units(first: float, last: float, shown: list[str]):
    found = texts("log", first, last)
    assert [each for each in found if each in shown] == shown


@pytest.mark.parametrize(
    ("last", "shown"),
    [
        (0.3, ["0.0", "0.1", "0.2", "0.3", "0.4"]),
        (0.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (3.8, ["0", "1", "2", "3", "4", "5"]),
        (13.0, ["0.0", "2.5", "5.0", "7.5", "10.0", "12.5", "15.0"]),
    ],
)
def test_that_a_linear_scale_begins_at_zero_and_its_ticks_are_exact(last: float, shown: list[str]):
    assert texts("linear", 0.01, last) == shown


@given(st.integers().map(Random))
def test_that_scales_hold_everything_in_order(generator: Random):
    first = exp(generator.uniform(log(1e-6), log(1e4)))
    last = first * exp(generator.uniform(0, 15))
    for kind in ("linear", "log"):
        scale = TimeScale.over(kind, first, last)
        low, high = scale.span
        assert low <= scale.place(0.0) <= scale.place(first) <= scale.place(last) < high
        inside = [at for at in (first, last) if at >= SHORTEST]
        assert all(scale.seconds(scale.place(at)) == pytest.approx(at) for at in inside)
        places = [place for place, _text in scale.ticks]
        assert len(places) >= 2
        assert all(before < after for before, after in pairwise(places))
        assert low - 1e-9 <= places[0]
        assert places[-1] <= high + 1e-9
