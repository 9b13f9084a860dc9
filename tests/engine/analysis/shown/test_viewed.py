"""Which records are shown, in which order, and what is found in them, beside slow twins."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.shown.viewed import SortKey, find, view
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.control import Control

CELLS = {"age": ["9", "10", "", "-3", "100"], "city": ["", "Oslo", "bonn", "Bonn", "a'b"], "odd": ["x1", "", "7", "x1"]}


def table(generator: random.Random) -> Dataset:
    records = generator.randint(0, 12)
    first = {"age": "9", "city": "Oslo", "odd": "x1"}  # so that ages are numbers
    rows = [first] + [{name: generator.choice(cells) for name, cells in CELLS.items()} for _record in range(records)]
    return Dataset.from_pandas(pd.DataFrame(rows))


TABLES = st.integers(0, 10**6).map(random.Random)
KEYS = st.lists(
    st.builds(SortKey, st.sampled_from(list(CELLS)), st.booleans()), max_size=3, unique_by=lambda k: k.attribute
)


def naive_order(dataset: Dataset, records: list[int], keys: list[SortKey]) -> list[int]:
    """Sorted key by key, the last one first; Python sorts stably."""
    for key in reversed(keys):
        texts = dataset[key.attribute].texts()
        place = {value: number for number, value in enumerate(dataset[key.attribute].values)}
        present = sorted(
            (record for record in records if texts[record]),
            key=lambda record: place[texts[record]] if key.ascending else -place[texts[record]],
        )
        records = present + [record for record in records if not texts[record]]
    return records


def test_that_letters_with_marks_stand_beside_those_without():
    wards = ["Psychiatrie", "", "Pädiatrie", "Zahnmedizin", "Ästhetik", "Anästhesie"]
    dataset = Dataset.from_pandas(pd.DataFrame({"ward": wards}))
    for ascending, order in ((True, [5, 4, 2, 0, 3, 1]), (False, [3, 0, 2, 4, 5, 1])):
        found = view(dataset, "", [SortKey("ward", ascending)], None, Control())
        assert found.order.tolist() == order


@given(TABLES, KEYS, st.sampled_from(["", "age > 5", "not city = 'Oslo'", "age is missing"]))
def test_that_filter_and_order_are_those_of_the_naive_twin(generator: random.Random, keys: list[SortKey], expression):
    dataset = table(generator)
    rules = {
        "": lambda _age, _city: True,
        "age > 5": lambda age, _city: age != "" and int(age) > 5,
        "not city = 'Oslo'": lambda _age, city: city != "Oslo",
        "age is missing": lambda age, _city: age == "",
    }
    cells = list(zip(dataset["age"].texts(), dataset["city"].texts(), strict=True))
    passing = [record for record, each in enumerate(cells) if rules[expression](*each)]
    found = view(dataset, expression, keys, None, Control())
    shown = list(range(dataset.records)) if found.order is None else found.order.tolist()
    assert shown == naive_order(dataset, passing, keys)
    again = view(dataset, expression, keys, found.passing, Control())
    assert (again.order is None) == (found.order is None)
    assert again.order is None or again.order.tolist() == shown


def test_that_a_wrong_filter_is_an_error():
    with pytest.raises(InvalidSelection, match="the table has no attribute"):
        view(
            Dataset.from_pandas(pd.DataFrame(CELLS | {"odd": ["x"] * 5, "city": ["a"] * 5})),
            "agee > 3",
            (),
            None,
            Control(),
        )


@given(TABLES, st.sampled_from(["o", "B", "1", "x", "zz", "'"]), st.booleans())
def test_that_every_cell_with_a_text_is_found_whatever_its_case(generator: random.Random, text: str, turned: bool):
    dataset = table(generator)
    order = np.arange(dataset.records)[::-1] if turned else None
    found = find(dataset.columns, order, text, Control())
    shown = range(dataset.records)[::-1] if turned else range(dataset.records)
    wanted = [
        (row, column.name)
        for row, record in enumerate(shown)
        for column in dataset.columns
        if text.lower() in column.values[column.codes[record]].lower()
    ]
    assert found.cells == len(wanted)
    assert found.rows.tolist() == sorted({row for row, _name in wanted})
    assert found.before.tolist()[:-1] == [sum(at < row for at, _name in wanted) for row in found.rows]
    cells = [
        (row, column.name)
        for row, record in enumerate(shown)
        for column in dataset.columns
        if found.values[column.name][column.codes[record]]
    ]
    assert cells == wanted
