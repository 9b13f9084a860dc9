"""Rare combinations of items: against counting all of them, and the records that have them."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.items.rare import RareCombinations, rare_combinations_of
from arxdesk_engine.analysis.items.sentences import kept_sentence, rare_sentence
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.privacy.model import ItemCombinations
from arxdesk_engine.release.transform.shown_items import ShownItems

cells_of_items = st.lists(st.frozensets(st.sampled_from("abcde"), max_size=4), min_size=1, max_size=12)


def column_of(cells: list[frozenset[str]]) -> Column:
    texts = ["|".join(sorted(each)) for each in cells]
    values = sorted(set(texts))
    codes = np.array([values.index(text) for text in texts], np.int32)
    return Column("x", codes, tuple(values), ValueType(DataType.SET))


def counted(sets: list[set[str]], m: int) -> Counter[tuple[str, ...]]:
    return Counter(
        each for one in sets for size in range(1, m + 1) for each in itertools.combinations(sorted(one), size)
    )


@given(cells_of_items, st.integers(1, 4), st.integers(1, 3), st.data())
def test_that_the_rare_combinations_and_their_records_are_found(cells, k, m, data):
    number = len(cells)
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=number, max_size=number)))
    people = data.draw(st.none() | st.lists(st.integers(0, 3), min_size=number, max_size=number))
    asked = ItemCombinations("x", k, m)
    codes = None if people is None else np.array(people, np.int32)
    found = rare_combinations_of(column_of(cells), kept, codes, asked)
    sets = [set(cell) for cell, is_kept in zip(cells, kept.tolist(), strict=True) if is_kept]
    if people is not None:
        merged: dict[int, set[str]] = {}
        for cell, person, is_kept in zip(cells, people, kept.tolist(), strict=True):
            merged.setdefault(person, set()).update(cell if is_kept else ())
        sets = list(merged.values())
    rare = {each: n for each, n in counted(sets, m).items() if n < k}
    minimal = {each: n for each, n in rare.items() if not any(set(other) < set(each) for other in rare)}
    assert {each.items: each.people for each in found.listed} == minimal
    assert found.total == len(minimal)
    assert found.having == sum(any(set(each) <= one for each in minimal) for one in sets)
    assert found.people == sum(map(bool, sets))
    rows = [n for n in np.flatnonzero(kept).tolist() if any(set(each) <= cells[n] for each in minimal)]
    assert found.rows.tolist() == rows
    for each in found.listed:
        having = [n for n in np.flatnonzero(kept).tolist() if set(each.items) <= cells[n]]
        assert found.records_with(each.items).tolist() == having


def rare(cells: str, k: int, m: int) -> RareCombinations:
    column = column_of([frozenset(cell) for cell in cells.split()])
    return rare_combinations_of(column, np.ones(len(column.codes), np.bool_), None, ItemCombinations("x", k, m))


def test_that_a_sentence_tells_who_can_be_found():
    before, after = rare("ab ab ac", 2, 2), rare("ab ab a", 2, 2)
    assert rare_sentence({"before": before, "after": after}) == (
        "People with up to 2 items of x that fewer than 2 people share: 1 (33 %) in the input, nobody in the output."
    )


def test_that_a_sentence_tells_what_items_keep():
    asked = ItemCombinations("x", 2, 2)
    shown = ShownItems(asked, ("a", "b", "c"), ("a", "g", None), 0.25, 20, 1, proven=True)
    assert kept_sentence(shown) == (
        "x keeps 75 % of its detail: 1 of 3 different items is shown as groups, 1 is left out "
        "(5 % of all items in all cells). No other groups would keep more."
    )
    whole = ShownItems(asked, ("a",), ("a",), 0.0, 20, 0, proven=True)
    assert kept_sentence(whole) == "x keeps all of its detail: every item is shown as itself."
    nothing = ShownItems(asked, ("a",), (None,), 1.0, 2, 2, proven=True)
    assert kept_sentence(nothing) == "Too few people have an item of x: nothing of it is shown."
