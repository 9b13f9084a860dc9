"""Bands: how far each text of an output reaches on the scale of its attribute."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from arxdesk_engine.analysis.statistics.bands import Bands, outside_bands, read_bands
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind

INTEGER = ValueType(DataType.INTEGER)
DECIMAL = ValueType(DataType.DECIMAL)
DATE = ValueType(DataType.DATE)


def column(texts: list[str], value_type: ValueType | None = None) -> Column:
    known = sorted(set(texts))
    place = {text: code for code, text in enumerate(known)}
    return Column.encode("a", np.array([place[text] for text in texts], np.int32), known, value_type)


def bands_of(pairs: list[tuple[str, str]], value_type: ValueType = INTEGER) -> tuple[Cells, Bands]:
    """Records that read the first text in the input and the second one in the output."""
    before = column([first for first, _ in pairs], value_type)
    after = column([second for _, second in pairs], ValueType())
    labels = dict(pairs)
    hierarchy = Hierarchy(tuple((value, labels[value]) for value in before.values))
    cells = Cells(before, after, bind(hierarchy, before), np.zeros(len(pairs), bool))
    return cells, read_bands(cells)


def band(pairs: list[tuple[str, str]], text: str, value_type: ValueType = INTEGER) -> tuple[float, float]:
    cells, found = bands_of(pairs, value_type)
    code = cells.after.values.index(text)
    return found.low[code], found.end[code]


@pytest.mark.parametrize("text", ["20-39", "20–39", "20 - 39", "[20, 39]", "[20, 40[", "[20,40)", "20..39"])
def test_that_a_band_of_whole_numbers_reaches_to_the_next_one(text):
    assert band([("22", text), ("31", text), ("50", "50")], text) == (20.0, 40.0)


def test_that_negative_numbers_can_be_bounds():
    assert band([("-12", "-20--10"), ("5", "-9-9")], "-20--10") == (-20.0, -9.0)
    assert band([("-12", "-20--10"), ("5", "-9-9")], "-9-9") == (-9.0, 10.0)


def test_that_bands_of_decimals_end_where_they_say():
    assert band([("1.5", "1.0-2.0")], "1.0-2.0", DECIMAL) == (1.0, 2.0)


@pytest.mark.parametrize(
    ("text", "first", "following"),
    [
        ("2024", dt.date(2024, 1, 1), dt.date(2025, 1, 1)),
        ("2024-Q4", dt.date(2024, 10, 1), dt.date(2025, 1, 1)),
        ("2024-12", dt.date(2024, 12, 1), dt.date(2025, 1, 1)),
        ("2024-W52", dt.date(2024, 12, 23), dt.date(2024, 12, 30)),
    ],
)
def test_that_periods_of_dates_reach_to_the_next_period(text, first, following):
    day = 86400.0
    found = band([("2024-12-24", text), ("2024-03-01", "other")], text, DATE)
    assert found == ((first - dt.date(1970, 1, 1)).days * day, (following - dt.date(1970, 1, 1)).days * day)


def test_that_a_text_that_says_nothing_reaches_over_the_values_it_is_shown_for():
    pairs = [("22", "young"), ("31", "young"), ("80", "old")]
    assert band(pairs, "young") == (22.0, 32.0)
    assert band(pairs, "old") == (80.0, 81.0)


def test_that_a_band_is_taken_at_its_word_and_what_is_outside_of_it_is_found():
    cells, found = bands_of([("20", "20-39"), ("39", "20-39"), ("40", "20-39"), ("50", "50-59")])
    assert (found.low.min(), found.end.min()) == (20.0, 40.0)
    values = [cells.before.values[code] for code in cells.values[outside_bands(cells, found)]]
    assert values == ["40"]


def test_that_decimals_may_be_the_end_of_their_band():
    cells, found = bands_of([("2.0", "1.0-2.0"), ("2.5", "1.0-2.0")], DECIMAL)
    assert cells.counts[outside_bands(cells, found)].tolist() == [1]


def test_that_a_text_that_says_what_does_not_hold_is_not_believed():
    assert band([("45", "20-39"), ("47", "20-39")], "20-39") == (45.0, 48.0)
    assert band([("15", "15"), ("17", "15")], "15") == (15.0, 18.0)
    assert (
        band([("2024-03-01", "2023")], "2023", DATE)[1] == band([("2024-03-01", "2024-03-01")], "2024-03-01", DATE)[1]
    )


def test_that_open_ends_reach_as_far_as_anything_known():
    pairs = [("3", "<20"), ("31", "20-39"), ("93", ">=80")]
    assert band(pairs, "<20") == (3.0, 20.0)
    assert band(pairs, ">=80") == (80.0, 94.0)


def test_that_a_mean_stays_the_number_it_is():
    before, after = column(["20", "25", "60"], INTEGER), column(["22.5", "22.5", "60"])
    flat = bind(Hierarchy.identity(before.values), before)
    cells = Cells(before, after, flat, np.zeros(3, bool))
    found = read_bands(cells)
    code = after.values.index("60")
    assert (found.low[code], found.end[code], bool(found.is_single[code])) == (60.0, 61.0, True)


def test_that_the_middle_is_that_of_the_values_it_can_stand_for():
    cells, found = bands_of([("22", "20-39"), ("50", "50")])
    middles = dict(zip(cells.after.values, found.middle.tolist(), strict=True))
    assert middles == {"20-39": 29.5, "50": 50.0}


def test_that_a_star_that_everybody_reads_is_no_band():
    _cells, found = bands_of([("20", "*"), ("25", "*")])
    assert not found.is_known.any()


def test_that_what_reads_a_star_says_nothing():
    before, after = column(["20", "25"], INTEGER), column(["20", "*"], ValueType())
    flat = bind(Hierarchy.identity(before.values), before)
    found = read_bands(Cells(before, after, flat, np.array([False, True])))
    assert found.is_known.tolist() == [text != "*" for text in after.values]
