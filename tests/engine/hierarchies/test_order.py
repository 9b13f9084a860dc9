"""Runs of neighbours in an order, against slicing a sorted list."""

from __future__ import annotations

import math
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.order import OrderBuilder
from tests.engine.hierarchies.columns import built, column


def builder(**content):
    return OrderBuilder.model_validate(content)


def rows_of(specification, of):
    return {row[0]: row[1:] for row in built(specification, of).rows}


def test_that_the_example_of_the_reference_holds():
    rows = rows_of(builder(levels=[[2], [2]], label="set"), column("abcde"))
    assert rows["a"] == rows["b"] == ("{a, b}", "{a, b, c, d}", "*")
    assert rows["e"] == ("{e}", "{e}", "*")


def test_that_values_are_sorted_by_their_type_or_as_listed():
    assert rows_of(builder(levels=[[2]]), column(["10", "9", "8", ""]))["9"] == ("[8, 9]", "*")
    assert rows_of(builder(levels=[[2]], order="text"), column(["10", "9", "8"]))["9"] == ("[9, 9]", "*")
    ordinal = column(["low", "high", "low"], ValueType(DataType.ORDINAL, order=("low", "middle", "high")))
    assert rows_of(builder(levels=[[2]]), ordinal)["low"] == ("[low, middle]", "*")
    dates = column(["01.02.2020", "31.01.2020", "02.02.2020"], ValueType(DataType.DATE, "%d.%m.%Y"))
    assert rows_of(builder(levels=[[2]]), dates)["31.01.2020"] == ("[31.01.2020, 01.02.2020]", "*")
    listed = builder(levels=[[1, 2]], values=["x", "b", "a"], label="set")
    assert rows_of(listed, column("ab"))["a"] == ("{b, a}", "*")
    assert "x" in rows_of(listed, column("ab"))  # listed values count for the domain


def test_that_unseen_values_belong_to_the_neighbour_before_them():
    numbers = builder(levels=[[2]]).resolved(column(["10", "20", "30", "40"]))
    rows = {row[0]: row[1] for row in numbers.labels_of(["5", "15", "20.0", "25", "30", "99"])}
    assert rows == {
        "5": "[10, 20]",
        "15": "[10, 20]",
        "20.0": "[10, 20]",
        "25": "[10, 20]",
        "30": "[30, 40]",
        "99": "[30, 40]",
    }
    with pytest.raises(InvalidHierarchy, match='1 value has no place in the order of numbers: "x"'):
        numbers.labels_of(["x"])
    listed = builder(values=["lo", "hi"], levels=[[1]])
    with pytest.raises(InvalidHierarchy, match='1 value has no place in the list: "mid"'):
        listed.build(column(["lo", "mid"]))
    other = builder(values=["lo", "hi"], levels=[[1]], other="else")
    assert rows_of(other, column(["lo", "mid", ""]))["mid"] == ("else", "*")


def test_that_different_groups_have_different_labels():
    rows = rows_of(
        builder(levels=[[2]], label={"function": "set-of-prefixes", "length": 1}), column(["aa", "ab", "ac", "ad"])
    )
    assert (rows["aa"], rows["ac"]) == (("a", "*"), ("a-2", "*"))


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("set", "{1, 2, 6}"),
        ("interval", "[1, 6]"),
        ({"function": "interval", "lower": "open", "upper": "open"}, "]1, 6["),
        ("bounds", "[1, 6]"),
        ({"function": "constant", "text": "few"}, "few"),
        ("arithmetic-mean", "3"),
        ("geometric-mean", "2.29"),
        ("arithmetic-mean-of-bounds", "3.5"),
        ("geometric-mean-of-bounds", "2.45"),
        ("common-prefix", "*"),
        ({"function": "common-prefix", "fill": "#"}, "#"),
        ({"function": "set-of-prefixes", "length": 1}, "1-2-6"),
    ],
)
def test_that_every_label_function_says_what_the_reference_says(label, expected):
    assert rows_of(builder(levels=[[3]], label=label), column(["1", "2", "6"]))["2"] == (expected, "*")


def test_that_a_common_prefix_may_be_shorter_than_a_member_and_means_are_not_cut_off():
    prefix = builder(levels=[[3]], label={"function": "common-prefix", "fill": "*"})
    assert rows_of(prefix, column(["ab", "abc", "abde"]))["ab"] == ("ab**", "*")
    assert rows_of(builder(levels=[[2]], label="arithmetic-mean"), column(["1", "2"]))["1"] == ("1.5", "*")
    dates = column(["2020-01-01", "2020-01-03"])
    assert rows_of(builder(levels=[[2]], label="arithmetic-mean"), dates)["2020-01-01"] == ("2020-01-02", "*")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"levels": []}, "a level has no groups, or there is none"),
        ({"levels": [[2], []]}, "a level has no groups"),
        ({"levels": [[2]], "order": "listed"}, "no values are listed"),
        ({"levels": [[2]], "values": ["a", "a"]}, '"a" is listed twice'),
        ({"levels": [[2]], "values": [""]}, "the empty text is listed"),
        ({"levels": [[2]], "label": "range"}, "range needs intervals"),
        ({"levels": [[2]], "label": "sett"}, 'Did you mean "set"'),
        ({"levels": [[2]], "label": {"function": "constant"}}, "the constant label has no text"),
        ({"levels": [[2]], "label": {"function": "set", "text": "x"}}, "set has no text"),
        ({"levels": [[2]], "label": {"function": "set-of-prefixes"}}, "the length is missing"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        builder(**content)


@pytest.mark.parametrize(
    ("label", "cells", "found"),
    [
        ("arithmetic-mean", ["a", "b"], "texts have no arithmetic-mean"),
        ("geometric-mean", ["-1", "2"], "negative numbers have no geometric mean"),
    ],
)
def test_that_a_label_that_values_do_not_have_is_told(label, cells, found):
    with pytest.raises(InvalidHierarchy, match=found):
        builder(levels=[[2]], label=label).build(column(cells))


@given(
    st.lists(st.integers(-99, 99).map(str), min_size=1, max_size=12, unique=True),
    st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=3), min_size=1, max_size=3),
    st.booleans(),
)
def test_that_groups_are_slices_of_the_sorted_values(values, levels, missing):
    rows = rows_of(builder(levels=levels, label="set"), column([*values, ""] if missing else values))
    groups = [[value] for value in sorted(values, key=int)]
    for level, sizes in enumerate(levels):
        merged, turn = [], cycle(sizes)
        while groups:
            size = next(turn)
            merged.append([value for group in groups[:size] for value in group])
            groups = groups[size:]
        groups = merged
        for group in groups:
            assert {rows[value][level] for value in group} == {"{" + ", ".join(group) + "}"}
    assert not missing or rows[""] == ("",) * len(levels) + ("*",)


@given(st.lists(st.integers(-99, 99), min_size=1, max_size=10, unique=True), st.integers(-120, 120))
def test_that_an_unseen_number_is_in_the_group_of_the_next_smaller_one(values, unseen):
    resolved = builder(levels=[[2], [2]]).resolved(column([str(value) for value in values]))
    before = max((value for value in values if value <= unseen), default=min(values))
    assert resolved.labels_of([str(unseen)])[0][1:] == resolved.labels_of([str(before)])[0][1:]


@pytest.mark.parametrize(
    ("order", "listed", "cells", "expected"),
    [
        ("number", ["2", "100"], ["1", "10"], ("1", "2", "10", "100")),
        ("date", ["2020-01-01"], ["2020-02-01", "2019-12-31"], ("2019-12-31", "2020-01-01", "2020-02-01")),
    ],
)
def test_that_listed_numbers_and_dates_are_ordered_together_with_those_of_the_column(order, listed, cells, expected):
    found = builder(order=order, values=listed, levels=[[2]])
    assert found.resolved(column(cells)).values == expected
    assert [row[0] for row in built(found, column(cells)).rows] == list(expected)


def test_that_listed_values_without_a_place_are_told():
    among = builder(order="number", values=["1", "x"], levels=[[2]])
    with pytest.raises(InvalidHierarchy, match='1 value has no place in the order of numbers: "x"'):
        among.build(column(["1", "2"]))
    rows = rows_of(among.model_copy(update={"other": "other"}), column(["1", "2", "x"]))
    assert rows == {"1": ("[1, 2]", "*"), "2": ("[1, 2]", "*"), "x": ("other", "*")}


def test_that_too_many_levels_are_told_before_labels_are_made():
    of = column([str(number) for number in range(50)])
    with pytest.raises(InvalidHierarchy, match=r"100002 levels\. At most 127"):
        builder(levels=[[1]] * 100_000).build(of)


def test_that_the_geometric_mean_of_many_large_numbers_is_exact():
    large = [f"{number}e300" for number in range(1, 200)]
    rows = rows_of(builder(order="number", levels=[[200]], label="geometric-mean"), column(large))
    expected = math.exp(math.fsum(math.log(number) for number in range(1, 200)) / 199) * 1e300
    assert float(rows["1e300"][0]) == pytest.approx(expected, rel=1e-14)
    pair = rows_of(builder(order="number", levels=[[2]], label="geometric-mean"), column(["2", "8", "5"]))
    assert (pair["2"][0], pair["8"][0]) == ("3.16", "8")


@pytest.mark.parametrize("levels", [[2], 2, "2", [[2], 3]])
def test_that_levels_that_are_no_lists_are_told(levels):
    with pytest.raises(ValidationError, match="every level is a list of groups"):
        builder(levels=levels)
