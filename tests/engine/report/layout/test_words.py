"""Numbers, names and moments as reports write them; sections as they are asked for."""

from __future__ import annotations

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.report.layout import words
from arxdesk_engine.report.layout.content import ALL_SECTIONS, ReportContent, ReportSection, sections_from


def test_that_numbers_are_written_alike_everywhere():
    assert words.count(30162) == "30,162"
    assert words.count(-1) == "−1"
    assert words.count(4 * 10**22) == "4.0 × 10²²"
    assert words.percent(0.0446) == "4.5\u00a0%"
    assert words.threshold(0.125) == "12.5\u00a0%"
    assert words.risk(0.2) == "20\u00a0% (1 in 5)"
    assert words.score(0.24193) == "0.2419"
    assert words.score(123456.7) == "123,457"
    assert words.count_with_share(1346, 30162, "records") == "1,346 of 30,162 records (4.5\u00a0%)"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain name", "plain name"),
        ("two\nlines", "two⏎lines"),
        ("tab\there", "tab here"),
        ("\u202eabc", "�abc"),
        ("nul\x00", "nul�"),
        ("\u05d0\u05d1", "\u2068\u05d0\u05d1\u2069"),
        ("ß–é 漢字", "ß–é 漢字"),
    ],
)
def test_that_names_disturb_nothing(text: str, shown: str):
    assert words.name(text) == shown


def test_that_long_names_end_in_dots():
    assert words.name("x" * 500) == "x" * 119 + "…"
    assert words.name("x" * 120) == "x" * 120


def test_that_sections_stand_in_their_own_order():
    assert sections_from("risk, summary,risk", "--sections") == (ReportSection.SUMMARY, ReportSection.RISK)
    assert ReportSection.RISK in ReportContent((ReportSection.RISK,))
    assert ReportSection.DATA not in ReportContent((ReportSection.RISK,))
    assert tuple(ReportSection) == ALL_SECTIONS


def test_that_every_section_can_be_explained():
    assert all(each.heading and each.sentence for each in ReportSection)
    assert len({each.heading for each in ReportSection}) == len(ReportSection)


@pytest.mark.parametrize(
    ("text", "remedy"), [("summry", 'Did you mean "summary"?'), ("", "Allowed: summary"), (" , ", "Allowed")]
)
def test_that_unknown_sections_are_refused_with_a_remedy(text: str, remedy: str):
    with pytest.raises(InvalidJob) as caught:
        sections_from(text, "--sections")
    assert remedy in caught.value.message


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (0.0, "0.0 %"),
        (0.00001, "< 0.1 %"),
        (0.0004, "< 0.1 %"),
        (0.0006, "0.1 %"),
        (0.9994, "99.9 %"),
        (0.9996, "> 99.9 %"),
        (1 - 1e-12, "> 99.9 %"),
        (1.0, "100.0 %"),
        (-1e-9, "0.0 %"),
    ],
)
def test_that_only_nothing_and_the_whole_read_like_that_in_columns_of_numbers(share: float, shown: str):
    assert words.percent_fixed(share).replace("\u00a0", " ") == shown


@pytest.mark.parametrize("share", [1e-7, 1e-9, 1 - 1e-9])
def test_that_what_somebody_accepts_never_reads_as_nothing_or_the_whole(share: float):
    assert words.threshold(share).replace("\u00a0", " ") not in ("0 %", "100 %")


def test_that_only_a_score_of_nothing_reads_as_nothing():
    assert words.score(0.0) == "0.0000"
    assert words.score(0.001) == "0.0010"
    assert words.score(0.00004) == "0.000040"
    assert words.score(3e-300) == "3.0e−300"


def test_that_two_scores_that_differ_never_read_the_same():
    assert words.two_scores(0.1, 0.2) == ("0.1000", "0.2000")
    assert words.two_scores(0.1, 0.1) == ("0.1000", "0.1000")
    assert words.two_scores(0.10000001, 0.1) == ("0.10000001", "0.1")
