"""Sets of items in written files: the rarest combination against counting all of them, and what items may read."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.verification.item_sets import expected_cells, rarest_combination, sorted_cells, texts_of

CELLS = st.sampled_from(["", "*", "a", "b|a", "a|b|c", "c", "d|c|b|a", " b | b ", "d"])


@given(st.lists(CELLS, min_size=1, max_size=10), st.integers(1, 4), st.data())
def test_that_the_rarest_combination_is_that_of_counting_all(cells, m, data):
    number = len(cells)
    counts = data.draw(st.none() | st.lists(st.integers(1, 3), min_size=number, max_size=number))
    people = data.draw(st.none() | st.lists(st.integers(0, 3), min_size=number, max_size=number))
    sets = [{text.strip() for text in cell.split("|")} - {"", "*"} for cell in cells]
    copies = [each for each, n in zip(sets, counts or [1] * number, strict=True) for _copy in range(n)]
    if people is not None:
        copies = [
            set().union(*(one for one, who in zip(sets, people, strict=True) if who == each)) for each in range(4)
        ]
    found = Counter(
        each for one in copies for size in range(1, m + 1) for each in itertools.combinations(sorted(one), size)
    )
    given_counts = None if counts is None else np.array(counts, np.int64)
    given_people = None if people is None else np.array(people, np.int64)
    rarest = rarest_combination(pd.Categorical(cells), given_counts, "|", m, given_people)
    assert rarest == (min(found.values()) if found else None)


def test_that_cells_are_compared_whatever_the_order_of_their_texts():
    assert texts_of(" b|a||b", "|") == ["a", "b"]
    assert list(sorted_cells(pd.Categorical(["b|a", "c"]), "|")) == ["a|b", "c"]


ROWS = [("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*")]


@pytest.mark.parametrize(
    ("shown_as", "left_out", "expected"),
    [
        ({}, [], ["a|b", "c"]),
        ({"a": "x", "b": "x"}, [], ["x", "c"]),
        ({"a": "*", "b": "*", "c": "*"}, [], ["*", "*"]),
        ({"c": "y"}, ["a"], ["b", "y"]),
    ],
)
def test_that_items_read_as_claimed(shown_as, left_out, expected):
    claimed = {"shown_as": shown_as, "left_out": left_out}
    assert list(expected_cells(pd.Categorical(["b|a", "c"]), "|", claimed, ROWS)) == expected


def test_that_a_text_of_another_row_is_none_that_an_item_can_have():
    cells = expected_cells(pd.Categorical(["b|a", "c"]), "|", {"shown_as": {"a": "y"}, "left_out": []}, ROWS)
    assert [each if isinstance(each, str) else None for each in cells] == [None, "c"]
