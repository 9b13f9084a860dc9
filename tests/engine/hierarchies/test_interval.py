"""Intervals and groups of them: the examples of the reference, and a placement by laying out the axis."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.interval import IntervalBuilder
from tests.engine.hierarchies.columns import built, column
from tests.tiers import examples

EXAMPLE = {
    "intervals": [[0, 20]],
    "levels": [[2], [2]],
    "upper_range": {"snap": 99, "coding": 100, "extreme": 200},
}


def builder(**content):
    return IntervalBuilder.model_validate(content)


def labels(specification, value):
    return specification.labels_of([value])[0][1:]


def test_that_the_examples_of_the_reference_hold():
    example = builder(**EXAMPLE)
    assert labels(example, "45") == ("[40, 60[", "[40, 80[", "[0, 80[", "*")
    assert labels(example, "98") == ("[80, 100[", "[80, 100[", "[80, 100[", "*")
    assert labels(example, "150") == (">=100", ">=100", ">=100", "*")
    assert labels(example, "") == ("", "", "", "*")


@pytest.mark.parametrize("value", ["-1", "200", "1e9"])
def test_that_values_beyond_the_extremes_are_named(value):
    with pytest.raises(InvalidHierarchy, match=f'"{value}" lies out of bounds: below 0 or at or above 200. Correct it'):
        builder(**EXAMPLE).labels_of(["5", value])


def test_that_the_pattern_ends_where_it_is_without_a_range_and_goes_on_with_repeat():
    ends = builder(intervals=[[0, 10], [10, 15]], levels=[[2]])
    assert labels(ends, "12") == ("[10, 15[", "[0, 15[", "*")
    with pytest.raises(InvalidHierarchy, match=r'"15" lies out of bounds'):
        ends.labels_of(["15"])
    repeats = builder(intervals=[[0, 10], [10, 15]], levels=[[2]], lower_range="repeat", upper_range="repeat")
    assert labels(repeats, "15") == ("[15, 25[", "[15, 30[", "*")
    assert labels(repeats, "-1") == ("[-5, 0[", "[-15, 0[", "*")
    assert labels(repeats, "-5") == ("[-5, 0[", "[-15, 0[", "*")


def test_that_group_sizes_repeat_along_the_axis_and_may_end_within_a_pattern():
    repeats = builder(intervals=[[0, 1], [1, 3]], levels=[[3], [1, 2]], lower_range="repeat", upper_range="repeat")
    # Elements: [0,1[ [1,3[ [3,4[ | [4,6[ [6,7[ [7,9[ | [9,10[ [10,12[ [12,13[ | ...
    assert labels(repeats, "3.5") == ("[3, 4[", "[0, 4[", "[0, 4[", "*")
    assert labels(repeats, "4") == ("[4, 6[", "[4, 9[", "[4, 13[", "*")
    assert labels(repeats, "12") == ("[12, 13[", "[9, 13[", "[4, 13[", "*")


def test_that_decimals_are_exact():
    tenths = builder(intervals=[[0, 0.1]], levels=[[2], [5]], lower_range="repeat", upper_range="repeat")
    assert labels(tenths, "0.3") == ("[0.3, 0.4[", "[0.2, 0.4[", "[0, 1[", "*")
    assert labels(tenths, "0.7") == ("[0.7, 0.8[", "[0.6, 0.8[", "[0, 1[", "*")
    assert labels(tenths, "-0.0") == ("[0, 0.1[", "[0, 0.2[", "[0, 1[", "*")
    assert labels(tenths, "1e3")[0] == "[1000, 1000.1["
    text = "123456789012345678901234567890.05"
    assert labels(tenths, text)[0] == "[123456789012345678901234567890, 123456789012345678901234567890.1["


@pytest.mark.parametrize("value", ["NaN", "Infinity", "0x10", "1d", "1_0", "12abc", "", "*", " "])
def test_that_only_numbers_are_numbers(value):
    everywhere = builder(intervals=[[0, 5]], lower_range="repeat", upper_range="repeat")
    if value == "":
        assert labels(everywhere, value) == ("", "*")
        return
    with pytest.raises(InvalidHierarchy, match="1 value is no number"):
        everywhere.labels_of([value])
    other = everywhere.model_copy(update={"other": "unknown"})
    assert other.labels_of([value, "3"]) == [(value, "unknown", "*"), ("3", "[0, 5[", "*")]


def test_that_dates_have_intervals_too():
    weeks = builder(
        intervals=[["2020-01-06", "2020-01-13"]],
        levels=[[4]],
        lower_range="repeat",
        upper_range={"coding": dt.date(2020, 3, 1)},
    )
    dates = column(["05.01.2020", "06.01.2020", "", "29.02.2020", "01.03.2020"], ValueType(DataType.DATE, "%d.%m.%Y"))
    rows = {row[0]: row[1:] for row in built(weeks, dates).rows}
    assert rows["05.01.2020"] == ("[30.12.2019, 06.01.2020[", "[09.12.2019, 06.01.2020[", "*")
    assert rows["29.02.2020"] == ("[24.02.2020, 01.03.2020[", "[03.02.2020, 01.03.2020[", "*")
    assert rows["01.03.2020"] == (">=01.03.2020", ">=01.03.2020", "*")


def test_that_labels_may_be_other_functions_and_constants():
    named = builder(
        intervals=[
            {"lower": 0, "upper": 18, "label": {"function": "constant", "text": "child"}},
            {"lower": 18, "upper": 65, "label": "range"},
        ],
        levels=[[{"size": 2, "label": "bounds"}]],
        upper_range={"coding": 65, "extreme": 120},
    )
    assert labels(named, "3") == ("child", "[0, 65]", "*")
    assert labels(named, "40") == ("18-64", "[0, 65]", "*")
    with pytest.raises(InvalidHierarchy, match="no whole number"):
        named.labels_of(["64.5"])
    mean = builder(intervals=[[1, 4]], label="arithmetic-mean", upper_range="repeat")
    assert labels(mean, "3") == ("2.5", "*")
    root = builder(intervals=[[1, 4]], label="geometric-mean")
    assert labels(root, "3") == ("2", "*")
    half = builder(intervals=[[1, 4]], label={"function": "interval", "lower": "open", "upper": "closed"})
    assert labels(half, "3") == ("]1, 4]", "*")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"intervals": []}, "there are no intervals"),
        ({"intervals": [[0, 1], [2, 3]]}, "the interval that ends at 1 and the one from 2 leave a gap or overlap"),
        ({"intervals": [[0, 2], [1, 3]]}, "leave a gap or overlap"),
        ({"intervals": [[0, 2], [0, 2]]}, "leave a gap or overlap"),
        ({"intervals": [[1, 1]]}, "the upper bound is not above the lower one"),
        ({"intervals": [[0, "2020-01-01"]]}, "one bound is a number, the other one a date"),
        ({"intervals": [[0, 1]], "upper_range": {"coding": "2020-01-01"}}, "some bounds are numbers"),
        ({"intervals": [[0, 1]], "upper_range": {}}, "the range is empty"),
        ({"intervals": [[0, 1]], "upper_range": {"snap": 5, "coding": 4}}, "not in order"),
        ({"intervals": [[0, 1]], "lower_range": {"snap": -5, "coding": -4}}, "not in order"),
        ({"intervals": [[0, 1]], "levels": [[]]}, "a level has no groups"),
        ({"intervals": [[0, 1]], "levels": [[0]]}, "greater than or equal to 1"),
        ({"intervals": [[0, 1]], "label": "set"}, "set needs a list of values"),
        ({"intervals": [[0, 0.5]], "label": "range"}, "whole numbers"),
        ({"intervals": [[0, float("nan")]]}, "is not allowed. Write a number"),
        ({"intervals": [[0, True]]}, "is not allowed. Write a number"),
        ({"intervals": [[0, 1]], "step": 3}, "Extra inputs"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        builder(**content)


NUMBERS = st.decimals(-50, 50, places=1).map(str)


@st.composite
def specifications(draw):
    widths = draw(st.lists(st.integers(5, 30), min_size=1, max_size=3))
    start = draw(st.integers(-100, 100))
    cuts = [Fraction(start, 10)]
    for width in widths:
        cuts.append(cuts[-1] + Fraction(width, 10))
    levels = draw(st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=3), max_size=3))
    content = {
        "intervals": [[float(low), float(high)] for low, high in pairwise(cuts)],
        "levels": levels,
        "lower_range": "repeat",
        "upper_range": "repeat",
    }
    low, high = sorted(draw(st.tuples(st.integers(-300, 300), st.integers(-300, 300))))
    gaps = draw(st.tuples(st.integers(0, 30), st.integers(0, 30)))
    if draw(st.booleans()):
        content["lower_range"] = {"snap": low / 10, "coding": (low - gaps[0]) / 10}
    if draw(st.booleans()):
        content["upper_range"] = {"snap": high / 10, "coding": (high + gaps[1]) / 10}
    return content


def placed(content, value):
    """The labels of a value: all elements of the axis laid out one by one, level by level."""
    number = Fraction(value)
    pattern = [tuple(Fraction(str(bound)) for bound in pair) for pair in content["intervals"]]
    width, times = pattern[-1][1] - pattern[0][0], 450
    elements = [
        (low + shift * width, high + shift * width, shift * len(pattern) + index)
        for shift in range(-times, times)
        for index, (low, high) in enumerate(pattern)
        if -220 < low + shift * width < 220
    ]
    ends = [content["lower_range"], content["upper_range"]]
    low_end, high_end = (None if end == "repeat" else {k: Fraction(str(v)) for k, v in end.items()} for end in ends)
    height = len(content["levels"]) + 1
    if low_end and number < low_end["coding"]:
        return (f"<{shown(low_end['coding'])}",) * height
    if high_end and number >= high_end["coding"]:
        return (f">={shown(high_end['coding'])}",) * height
    found = []
    for sizes in [None, *content["levels"]]:
        if sizes is not None:
            elements = grouped(elements, sizes)
        low, high = next((low, high) for low, high, _index in elements if low <= number < high)
        first, last = float("-inf"), float("inf")  # where the lower end of the range stops and the upper one begins
        if low_end:
            first = next(high for low, high, _index in elements if low < low_end["snap"] <= high)
        if high_end:
            last = next(low for low, high, _index in elements if low <= high_end["snap"] < high)
        if last < first:  # both ends are in one interval
            low, high = low_end["coding"], high_end["coding"]
        elif number < first:
            low, high = low_end["coding"], first
        elif number >= last:
            low, high = last, high_end["coding"]
        found.append(f"[{shown(low)}, {shown(high)}[")
    return tuple(found)


def grouped(elements, sizes):
    """Neighbours merged; element 0 begins the first group."""
    owner = {}
    position = group = 0
    while position <= elements[-1][2]:
        for size in sizes:
            owner |= dict.fromkeys(range(position, position + size), group)
            position, group = position + size, group + 1
    position = group = 0
    while position >= elements[0][2]:
        for size in reversed(sizes):
            group -= 1
            owner |= dict.fromkeys(range(position - size, position), group)
            position -= size
    merged = {}
    for low, high, index in elements:
        known = merged.get(owner[index], (low, high))
        merged[owner[index]] = (min(low, known[0]), max(high, known[1]))
    return [(low, high, group) for group, (low, high) in sorted(merged.items())]


def shown(number):
    return f"{float(number):.6f}".rstrip("0").rstrip(".") if number else "0"


@settings(max_examples=examples(30))
@given(specifications(), st.lists(NUMBERS, min_size=1, max_size=5))
@example(
    {
        "intervals": [[0.0, 0.5]],
        "levels": [],
        "lower_range": {"snap": 13.6, "coding": 13.1},
        "upper_range": {"snap": 13.6, "coding": 13.6},
    },
    ["13.1"],
)
@example(
    {
        "intervals": [[0.3, 2.7]],
        "levels": [],
        "lower_range": {"snap": 0.4, "coding": 0.4},
        "upper_range": {"snap": 2.6, "coding": 2.8},
    },
    ["2.7"],
)
def test_that_values_lie_where_laying_out_the_axis_puts_them(content, values):
    specification = builder(**content)
    rows = built(specification, column([*values, ""])).rows
    for row in rows:
        if row[0]:
            assert row[1:-1] == placed(content, row[0]), row[0]


@given(specifications(), st.lists(NUMBERS, min_size=2, max_size=8, unique=True))
def test_that_unseen_values_get_the_row_that_building_with_them_would_give(content, values):
    specification = builder(**content)
    resolved = specification.resolved(column(values[:-1]))
    assert resolved.labels_of(values[-1:])[0] in specification.build(column(values)).rows


def test_that_sixty_thousand_decimals_take_no_time():
    cells = [f"{index / 7:.3f}" for index in range(60_000)]
    rows = builder(intervals=[[0, 5]], levels=[[2], [5]], upper_range="repeat").labels_of(cells)
    assert rows[-1] == (cells[-1], "[8570, 8575[", "[8570, 8580[", "[8550, 8600[", "*")


def test_that_fractions_have_no_place_in_groups_that_read_like_whole_numbers():
    found = builder(intervals=[[0, 10]], levels=[[{"size": 2, "label": "range"}]], upper_range="repeat")
    assert labels(found, "19") == ("[10, 20[", "0-19", "*")
    with pytest.raises(InvalidHierarchy, match=r'1 value is no whole number: "19\.5"'):
        labels(found, "19.5")


@pytest.mark.parametrize("intervals", [[0, 10], 10, "0-10", ["2020-01-01", "2020-01-08"]])
def test_that_intervals_that_are_no_pairs_are_told(intervals):
    with pytest.raises(ValidationError, match="every interval is a pair of bounds"):
        builder(intervals=intervals)


def test_that_levels_of_intervals_that_are_no_lists_are_told():
    with pytest.raises(ValidationError, match="every level is a list of groups"):
        builder(intervals=[[0, 10]], levels=[2])
