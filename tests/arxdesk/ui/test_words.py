"""Numbers in words: significant digits, rates, lists, and what the locale changes."""

import pytest
from PySide6.QtCore import QLocale

from arxdesk.ui import words


@pytest.fixture(autouse=True)
def english():
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)


@pytest.fixture
def german():
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (0.2, "20 %"),
        (1346 / 30162, "4.5 %"),
        (397 / 28816, "1.4 %"),
        (0.05, "5 %"),
        (0.0996, "10 %"),
        (0.647, "65 %"),
        (0.000095, "0.0095 %"),
        (0.000001, "< 0.001 %"),
        (1.0, "100 %"),
        (1.0000000001, "100 %"),
        (0.9997, "99.97 %"),
        (0.996, "99.6 %"),
        (0.99999999, "> 99.9999 %"),
    ],
)
def test_that_a_share_has_two_significant_digits_and_only_the_whole_reads_100(share, text):
    assert words.percent(share) == text


def test_that_more_digits_can_be_asked_for():
    assert words.percent(1 / 7, 3) == "14.3 %"
    assert words.percent_fixed(0.95537) == "95.5 %"
    assert words.percent_fixed(0.0) == "0.0 %"


def test_that_shares_that_differ_never_read_the_same():
    assert words.percents_apart(1 / 7, 0.14) == ("14.3 %", "14 %")
    assert words.percents_apart(0.2, 0.2) == ("20 %", "20 %")


@pytest.mark.parametrize(
    ("share", "accepted", "texts"),
    [
        (0.2, 0.125, ("20 %", "12.5 %")),
        (0.125, 0.125, ("12.5 %", "12.5 %")),
        (0.12501, 0.125, ("13 %", "12.5 %")),
        (0.12451, 0.125, ("12 %", "12.5 %")),
        (1 / 3, 0.334, ("33 %", "33.4 %")),
        (1 / 3, 0.33, ("33.3 %", "33 %")),
        (0.1, 0.0999, ("10 %", "9.99 %")),
        (0.0996, 0.0998, ("9.96 %", "9.98 %")),
        (1.0, 1.0, ("100 %", "100 %")),
        (0.0, 0.05, ("0 %", "5 %")),
    ],
)
def test_that_a_threshold_is_said_as_it_was_typed_and_what_is_above_it_reads_greater(share, accepted, texts):
    assert words.against_threshold(share, accepted) == texts


@pytest.mark.parametrize(
    ("risk", "text"),
    [
        (0.0, "none"),
        (0.2, "1 in 5"),
        (397 / 28816, "1 in 73"),
        (1 / 3, "1 in 3"),
        (0.5, "1 in 2"),
        (0.647, "2 in 3"),
        (0.9, "9 in 10"),
        (0.97, "over 9 in 10"),
        (1.0, "1 in 1"),
        (1 / 12345, "1 in 12,345"),
    ],
)
def test_that_a_risk_is_told_as_a_rate(risk, text):
    assert words.one_in(risk) == text


def test_that_a_risk_is_told_twice_unless_there_is_none():
    assert words.risk(0.2) == "20 % (1 in 5)"
    assert words.risk(0.0) == "0 %"


def test_that_a_count_comes_with_its_share():
    assert words.count_with_share(1346, 30162, "records") == "1,346 of 30,162 records (4.5 %)"
    assert words.count_with_share(0, 0, "records") == "0 of 0 records (0 %)"


def test_that_nouns_agree_with_their_number():
    assert words.people(1) == "1 person"
    assert words.people(240) == "240 people"
    assert words.counted(1, "group", "groups") == "1 group"


@pytest.mark.parametrize(
    ("items", "text"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (list("abcdef"), "a, b, c, d, e and f"),
        (list("abcdefgh"), "a, b, c, d, e and 3 more"),
    ],
)
def test_that_lists_read_like_speech_and_end_somewhere(items, text):
    assert words.joined(items) == text


def test_that_levels_and_sizes_have_words():
    assert words.level(0, 4) == "as it was"
    assert words.level(3, 4) == "level 3 of 4"
    ranges = [words.size_range(*sizes) for sizes in ((1, 1), (2, 2), (6, 10), (1001, None))]
    assert ranges == ["alone", "2", "6–10", "1,001+"]


def test_that_only_the_first_letter_is_raised():
    assert words.capitalized("marital-status and ICD are as they were") == "Marital-status and ICD are as they were"
    assert words.capitalized("") == ""


def test_that_a_percent_sign_never_begins_a_line():
    assert words.unbroken("Highest risk 20 % (1 in 5), average 1.4 %") == (
        "Highest risk 20\u00a0% (1 in 5), average 1.4\u00a0%"
    )


@pytest.mark.usefixtures("german")
def test_that_the_locale_decides_about_separators():
    assert words.count_with_share(1346, 30162, "people") == "1.346 of 30.162 people (4,5 %)"
    assert words.score(0.24193) == "0,2419"


def test_that_large_numbers_are_exact_and_separated_without_a_locale():
    QLocale.setDefault(QLocale.c())
    assert words.count(49_000_000_000_000) == "49,000,000,000,000"
    assert words.score(0.24193) == "0.2419"


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (10**15 - 1, "999,999,999,999,999"),
        (10**15, "1.0 × 10¹⁵"),
        (4_136_710 * 10**120, "4.1 × 10¹²⁶"),
        (-(10**20), "−1.0 × 10²⁰"),
        (9_999 * 10**20, "1.0 × 10²⁴"),
    ],
)
def test_that_a_number_nobody_reads_is_told_by_its_magnitude(number, text):
    assert words.count(number) == text


def test_that_limits_of_classes_of_risk_are_exact():
    limits = [words.percent_exact(risk) for risk in (1e-8, 1e-3, 0.01, 0.143, 0.334, 1.0)]
    assert limits == ["0.000001 %", "0.1 %", "1 %", "14.3 %", "33.4 %", "100 %"]
    assert words.risk_range(0.0, 1e-8) == "up to 0.000001 %"
    assert words.risk_range(0.1, 0.125) == "10–12.5 %"
