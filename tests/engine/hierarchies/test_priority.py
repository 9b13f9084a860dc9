"""Priorities against the formula of the reference."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.priority import PriorityBuilder
from tests.engine.hierarchies.columns import built, column

CELLS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f", ""]), min_size=1, max_size=30)


@given(CELLS, st.integers(1, 8), st.booleans())
def test_that_the_value_at_each_place_goes_at_the_level_of_the_reference(cells, most, lowest_first):
    direction = "lowest-first" if lowest_first else "highest-first"
    rows = built(PriorityBuilder(maximum_levels=most, direction=direction), column(cells)).rows
    counts = Counter(cell for cell in cells if cell)
    ranked = sorted(sorted(counts), key=lambda value: counts[value] if lowest_first else -counts[value])
    levels = max(min(len(ranked), most), 1)
    for value, *labels in rows:
        gone = levels if value == "" else levels - ranked.index(value) * levels // len(ranked)
        assert labels == [value if level < gone else "*" for level in range(1, levels + 1)]


@given(CELLS, st.sets(st.integers(1, 7), max_size=4))
def test_that_so_many_values_stay_as_is_said(cells, kept):
    kept = tuple(sorted(kept, reverse=True))
    rows = built(PriorityBuilder(kept=kept), column(cells)).rows
    ranked = [
        value for value, _count in sorted(sorted(Counter(filter(None, cells)).items()), key=lambda pair: -pair[1])
    ]
    for level, number in enumerate(kept, 1):
        assert {row[0] for row in rows if row[level] == row[0] != ""} == set(ranked[:number])


def test_that_priorities_may_be_given_or_listed_or_those_of_the_type():
    of = column(["9", "10", "9", "x", ""])
    given_ = built(PriorityBuilder.model_validate({"priorities": {"x": 2, "10": 0.5, "absent": 1}}), of)
    rows = {row[0]: row[1:] for row in given_.rows}
    assert rows["x"] == ("x", "x", "x", "*")
    assert rows["absent"] == ("absent", "absent", "*", "*")
    assert rows["9"] == ("*", "*", "*", "*")  # a value without a priority has 0
    listed = built(PriorityBuilder(values=("10", "x", "9")), of)
    assert {row[0]: row[1:] for row in listed.rows}["x"] == ("x", "*", "*")
    by_type = built(PriorityBuilder(by="order"), column(["9", "10", "9", "8"]))
    assert {row[0]: row[1:] for row in by_type.rows}["10"] == ("10", "10", "*")


def test_that_unseen_values_are_the_least_important():
    resolved = PriorityBuilder().resolved(column(["a", "a", "b"]))
    assert resolved.labels_of(["z", "b", "a", ""]) == [
        ("z", "*", "*"),
        ("b", "*", "*"),
        ("a", "a", "*"),
        ("", "", "*"),
    ]
    with pytest.raises(InvalidHierarchy, match="are not known"):
        PriorityBuilder().labels_of(["a"])


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"values": ["a"], "priorities": {"a": 1}}, "both values and priorities"),
        ({"values": ["a", "a"]}, '"a" is listed twice'),
        ({"priorities": {"a": "2020-01-01"}}, "is a date. Write a number"),
        ({"priorities": {"a": "much"}}, "is not allowed. Write a number"),
        ({"kept": [2, 2]}, "do not decrease"),
        ({"maximum_levels": 0}, "greater than or equal to 1"),
        ({"by": "chance"}, "'frequency' or 'order'"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        PriorityBuilder.model_validate(content)
