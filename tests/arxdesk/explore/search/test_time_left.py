"""What is said of the time that a search may still take."""

from __future__ import annotations

from arxdesk.explore.search.time_left import time_left
from arxdesk_engine.foundation.control import SearchProgress


def after(seconds: float, excluded: float) -> SearchProgress:
    return SearchProgress("Searching", seconds=seconds, excluded=excluded)


def test_that_nothing_is_said_of_searches_whose_rest_gets_harder():
    assert time_left(after(10.0, 0.9), None, is_even=False) == ""


def test_that_a_limit_is_the_most_that_is_left():
    assert time_left(after(10.0, 0.9), 40.0, is_even=False) == "at most 30 s left"


def test_that_what_goes_evenly_is_estimated_once_there_is_something_to_go_by():
    assert time_left(after(0.2, 0.5), None, is_even=True) == ""
    assert time_left(after(10.0, 0.5), None, is_even=True) == "about 10 s left"
    assert time_left(after(10.0, 0.5), 12.0, is_even=True) == "at most 2 s left"
    assert time_left(after(10.0, 1.0), None, is_even=True) == ""
