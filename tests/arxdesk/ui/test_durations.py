"""Stretches of time in words, and the clock of a search."""

from __future__ import annotations

import pytest

from arxdesk.ui.durations import clock, duration, rough_duration


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.0, "0 ms"),
        (0.0002, "under 1 ms"),
        (0.0123, "12 ms"),
        (0.9994, "999 ms"),
        (0.9996, "1.0 s"),
        (3.84, "3.8 s"),
        (59.94, "59.9 s"),
        (59.96, "1 min"),
        (125.0, "2 min 5 s"),
        (3599.7, "1 h"),
        (6000.0, "1 h 40 min"),
    ],
)
def test_that_durations_are_as_exact_as_anybody_wants_to_know(seconds: float, said: str):
    assert duration(seconds) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.1, "1 s"), (1.4, "1 s"), (12.0, "10 s"), (43.0, "45 s"), (56.0, "1 min"), (170.0, "3 min"), (7300.0, "2 h")],
)
def test_that_estimates_are_rough(seconds: float, said: str):
    assert rough_duration(seconds) == said


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0.0, "0:00.0"), (3.85, "0:03.8"), (62.3, "1:02.3"), (725.0, "12:05"), (3723.0, "1:02:03")],
)
def test_that_the_clock_runs_in_tenths_until_ten_minutes(seconds: float, shown: str):
    assert clock(seconds) == shown
