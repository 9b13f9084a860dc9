"""Columns of a table whose rows stand for several records: they count records."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.automatic import propose
from arxdesk_engine.hierarchies.preview import survey

WEIGHTS = np.array([3, 1, 5, 2], np.int64)
CODES = np.array([0, 1, 1, 0], np.int32)


@pytest.fixture
def dataset() -> Dataset:
    return Dataset((Column("sex", CODES, ("f", "m")), Column("town", CODES[::-1].copy(), ("A", "B"))), weights=WEIGHTS)


def test_that_columns_of_a_table_count_its_records(dataset: Dataset):
    assert dataset["sex"].counts().tolist() == [5, 6]
    assert dataset["sex"].counts().dtype == np.int64
    assert dataset["sex"].counts_in(np.array([True, True, False, False])).tolist() == [3, 1]
    assert dataset["sex"].records_in(np.array([False, False, True, True])) == 7
    assert dataset["town"].at(np.array([2, 0])).counts().tolist() == [3, 5]


def test_that_columns_keep_in_step_with_their_table(dataset: Dataset):
    fresh = Column("sex", CODES, ("f", "m"))
    put = dataset.with_columns([fresh, dataset["town"]])
    assert put["sex"].counts().tolist() == [5, 6]
    assert put["town"] is dataset["town"]
    plain = dataclasses.replace(dataset, weights=None)
    assert plain["sex"].counts().tolist() == [2, 2]
    assert dataset.with_counts("number")["sex"].counts().tolist() == [2, 2]


def test_that_proposed_hierarchies_are_those_of_the_records():
    draw = np.random.default_rng(2)
    weights = draw.integers(1, 50, 200).astype(np.int64)
    texts = tuple(sorted({str(each) for each in draw.integers(0, 10_000, 150)}))
    codes = draw.integers(0, len(texts), 200).astype(np.int32)
    for kind in (None, "names"):
        values = list(texts) if kind is None else [f"town {text}" for text in texts]
        column = Column.encode("column", codes, values)
        few = Dataset((column,), weights=weights)["column"]
        many = column.at(np.repeat(np.arange(200), weights))
        assert propose(few) == propose(many)
        found, expected = survey(few, Control()), survey(many, Control())
        assert found.offers == expected.offers
        assert found.frequent == expected.frequent
