"""Redaction against replacing characters one by one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from tests.engine.hierarchies.columns import built, column


def test_that_the_example_of_the_reference_holds():
    right = RedactionBuilder(alignment="right", padding=" ", length=3)
    assert right.labels_of(["1", ""]) == [("1", "  *", " **", "***"), ("", "", "", "***")]


@given(
    st.lists(st.text("ab1", min_size=1, max_size=4), min_size=1, max_size=6, unique=True),
    st.sampled_from(["left", "right"]),
    st.sampled_from(["left-to-right", "right-to-left"]),
    st.sampled_from("* #"),
    st.booleans(),
)
def test_that_characters_go_one_by_one(values, alignment, direction, padding, missing):
    builder = RedactionBuilder(alignment=alignment, direction=direction, padding=padding)
    hierarchy = built(builder, column([*values, ""] if missing else values))
    longest = max(map(len, values))
    for row in hierarchy.rows:
        if row[0] == "":
            continue
        padding_cells = [padding] * (longest - len(row[0]))
        cells = [*row[0], *padding_cells] if alignment == "left" else [*padding_cells, *row[0]]
        for level in range(1, longest + 1):
            cells[level - 1 if direction == "left-to-right" else longest - level] = "*"
            assert row[level] == "".join(cells)
        assert len(row) == longest + 1


def test_that_levels_can_be_left_out_and_the_root_named():
    builder = RedactionBuilder(redacted=(2, 4), length=6, root="*")
    assert builder.labels_of(["123456"]) == [("123456", "1234**", "12****", "*")]
    assert built(builder, column(["1", "12345"])).levels == 4


def test_that_values_too_long_or_of_another_alphabet_are_named():
    digits = RedactionBuilder(length=3, alphabet="0123456789")
    with pytest.raises(
        InvalidHierarchy, match='2 values are no text of the characters 0123456789 of at most 3 characters: "12a"'
    ):
        digits.labels_of(["123", "12a", "1234"])
    other = digits.model_copy(update={"other": "other"})
    assert other.labels_of(["1234"]) == [("1234", "other", "other", "***")]


def test_that_too_many_levels_are_told():
    with pytest.raises(InvalidHierarchy, match="At most 127 levels"):
        RedactionBuilder().build(column(["x" * 200]))
    assert RedactionBuilder(redacted=(100,)).build(column(["x" * 200])).levels == 3


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"padding": ""}, "one character"),
        ({"redaction": "**"}, "one character"),
        ({"length": 0}, "greater than or equal to 1"),
        ({"redacted": [2, 2]}, "do not increase"),
        ({"redacted": [2, 5], "length": 4}, "more than the 4 characters are redacted"),
        ({"alignment": "top"}, "'left' or 'right'"),
    ],
)
def test_that_what_is_no_specification_is_told(content, found):
    with pytest.raises(ValidationError, match=found):
        RedactionBuilder.model_validate(content)


@given(st.lists(st.text("ab1", min_size=1, max_size=4), min_size=2, max_size=6, unique=True))
def test_that_unseen_values_get_the_row_that_building_with_them_would_give(values):
    builder = RedactionBuilder(length=4).resolved(column(values[:-1]))
    assert builder.labels_of(values[-1:])[0] in builder.build(column(values)).rows


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ({"length": 10**12}, "1000000000001 levels. At most 127"),
        ({"length": 10**12, "redacted": [1]}, "labels of 1,000,000,000,000 characters for 1 values"),
    ],
)
def test_that_gigantic_lengths_are_told_before_labels_are_made(content, found):
    with pytest.raises(InvalidHierarchy, match=found):
        RedactionBuilder.model_validate(content).build(column(["a"]))
