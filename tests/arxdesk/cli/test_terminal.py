"""What the command line draws: numbers in words, aligned columns, and a bar on terminals only."""

from __future__ import annotations

import io

import pytest

from arxdesk.cli.terminal import ProgressBar, table
from arxdesk_engine.foundation.control import GroupwiseProgress, Progress, RecodingProgress, SearchProgress
from arxdesk_engine.foundation.progress_line import line, percent


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def searching(**facts) -> SearchProgress:
    return SearchProgress("Searching", **facts)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1e-9, "< 0.001 %"),
        (0.000095, "0.0095 %"),
        (1346 / 30162, "4.5 %"),
        (0.05, "5 %"),
        (0.0999, "10 %"),
        (0.647, "65 %"),
        (0.9997, "99.97 %"),
        (1.0, "100 %"),
    ],
)
def test_that_shares_read_as_on_the_screen(share: float, text: str):
    assert percent(share) == text


def test_that_a_line_tells_how_far_a_search_is():
    assert line(searching()) == f"Searching [{'-' * 24}]    0 %  0 checks"
    told = line(searching(excluded=0.5, checks=12_345, score=0.25, lower_bound=0.2))
    assert told == (
        f"Searching [{'#' * 12}{'-' * 12}]   50 %  12,345 checks  best 0.2500, at most 20 % from the best possible"
    )


def test_that_a_line_tells_how_far_local_recoding_is():
    progress = RecodingProgress("Recoding the remaining records", 0.5, iteration=3, iterations=100, records_left=1346)
    expected = (
        "Recoding the remaining records [############------------]   50 %  iteration 3 of at most 100, 1,346 records"
    )
    assert line(progress) == expected


def test_that_a_line_tells_how_far_recoding_by_groups_is():
    begun = GroupwiseProgress("Recoding group by group", loss=0.25, groups=1234)
    assert line(begun) == "Recoding group by group  loss 0.2500, 1,234 groups"
    half = GroupwiseProgress("Recoding group by group", 0.5, loss=0.25, groups=7)
    assert line(half) == "Recoding group by group   50 %  loss 0.2500, 7 groups"
    proving = GroupwiseProgress("Proving how much better it could be", 1.0, loss=0.25, lower_bound=0.2, groups=7)
    told = "Proving how much better it could be  100 %  loss 0.2500, bound 0.2000, gap 20 %"
    assert line(proving) == f"{told}, 7 groups"
    assert len(told) < 80


def test_that_other_work_is_named():
    assert line(Progress("Reading the table")) == "Reading the table ..."


def test_that_columns_are_aligned_without_blanks_at_the_end():
    assert table([("a", "bbb"), ("cccc", "")]) == "  a     bbb\n  cccc"


def test_that_nothing_is_drawn_where_the_stream_is_no_terminal():
    stream = io.StringIO()
    with ProgressBar(stream) as bar:
        bar.show(searching(excluded=0.5))
    assert stream.getvalue() == ""


def test_that_a_silent_bar_draws_nothing_on_a_terminal():
    stream = Terminal()
    with ProgressBar(stream, silent=True) as bar:
        bar.show(searching(excluded=0.5))
    assert stream.getvalue() == ""


def test_that_the_bar_is_one_line_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "30")
    stream = Terminal()
    with ProgressBar(stream) as bar:
        bar.show(Progress("Reading the table"))
        bar.show(searching(excluded=0.5, checks=10))
    assert "\n" not in stream.getvalue()
    parts = stream.getvalue().split("\r\x1b[K")
    assert parts[1] == "Reading the table ..."
    assert parts[2].startswith("Searching [")
    assert max(map(len, parts)) <= 29
    assert parts[-1] == ""


def test_that_a_fast_search_is_drawn_ten_times_a_second_at_most(monkeypatch: pytest.MonkeyPatch):
    now = [100.0]
    monkeypatch.setattr("arxdesk.cli.terminal.time.monotonic", lambda: now[0])
    stream = Terminal()
    with ProgressBar(stream) as bar:
        for number in range(1000):
            now[0] = 100.0 + number / 1000
            bar.show(searching(checks=number))
    assert stream.getvalue().count("checks") == 10


def test_that_the_bar_goes_when_the_work_fails():
    stream = Terminal()

    def fail() -> None:
        with ProgressBar(stream) as bar:
            bar.show(Progress("Reading the table"))
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        fail()
    assert stream.getvalue().endswith("\r\x1b[K")
