"""Columns of codes: sorted, without loss, from and to data frames."""

import functools
import unicodedata

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData

nfc = functools.partial(unicodedata.normalize, "NFC")  # the one form in which columns hold texts
CELLS = st.sampled_from(["", "a", "b", "10", "9", "é", "*", "NULL", "2020-01-01", " x"]) | st.text(max_size=3).map(nfc)
TEXTS = st.lists(CELLS, min_size=1, max_size=20)


@given(st.integers(1, 3).flatmap(lambda width: st.lists(st.tuples(*[CELLS] * width), min_size=1, max_size=15)))
def test_that_a_data_frame_comes_back_as_it_was(rows):
    names = [f"c{index}" for index in range(len(rows[0]))]
    frame = pd.DataFrame(rows, columns=names, dtype="object")
    dataset = Dataset.from_pandas(frame)
    assert (dataset.records, dataset.names) == (len(rows), tuple(names))
    assert dataset.to_pandas().astype("object").to_numpy().tolist() == [list(row) for row in rows]


def test_that_missing_cells_are_the_empty_text_whatever_marks_them():
    frame = pd.DataFrame({"a": ["x", None, np.nan], "n": [1.5, np.nan, 2.0], "d": pd.to_datetime(["2020-01-02"] * 3)})
    dataset = Dataset.from_pandas(frame)
    assert dataset["a"].texts().tolist() == ["x", "", ""]
    assert dataset["n"].texts().tolist() == ["1.5", "", "2"]
    assert dataset["n"].type.kind is DataType.DECIMAL
    assert dataset["d"].type.kind is DataType.DATE


@given(TEXTS)
def test_that_codes_sort_like_values(cells):
    column = Dataset.from_pandas(pd.DataFrame({"a": cells}, dtype="object"))["a"]
    assert column.texts().tolist() == cells
    assert len(set(column.values)) == len(column.values)
    assert [column.values[i] for i in column.type.sort_order(column.values)] == list(column.values)
    assert column.counts().tolist() == [cells.count(value) for value in column.values]
    assert column.codes.dtype == np.int32


def test_that_numbers_sort_by_size():
    column = Dataset.from_pandas(pd.DataFrame({"n": ["10", "9", "", "100"]}))["n"]
    assert column.values == ("9", "10", "100", "")


def test_that_a_column_can_be_read_as_another_type():
    dataset = Dataset.from_pandas(pd.DataFrame({"n": ["10", "9"], "m": ["a", "b"]}))
    as_text = dataset.retyped("n", ValueType())
    assert as_text["n"].values == ("10", "9")
    assert as_text["n"].texts().tolist() == ["10", "9"]
    assert as_text.retyped("n", None)["n"].type.kind is DataType.INTEGER
    assert as_text["m"] is dataset["m"]
    with pytest.raises(InvalidData, match=r'attribute "m", record 1: "a" is not of type integer; 2 cells do not fit'):
        dataset.retyped("m", ValueType(DataType.INTEGER))


def test_that_an_unknown_attribute_suggests_the_nearest():
    dataset = Dataset.from_pandas(pd.DataFrame({"age": ["1"], "zip": ["2"]}))
    assert "age" in dataset
    assert "agee" not in dataset
    with pytest.raises(InvalidData, match=r'has no attribute "agee". Did you mean "age"\?'):
        dataset["agee"]


def test_that_two_columns_of_one_name_are_refused():
    with pytest.raises(InvalidData, match='two columns are named "a"'):
        Dataset.from_pandas(pd.DataFrame([["1", "2"]], columns=["a", "a"]))
    column = Column("a", np.zeros(1, np.int32), ("x",))
    with pytest.raises(InvalidData, match='two columns are named "a"'):
        Dataset((column, column))


def test_that_what_is_printed_of_a_table_is_short_and_has_no_values_in_it():
    dataset = Dataset.from_pandas(pd.DataFrame({"name": [f"Secret {number}" for number in range(2_000)]}), "people")
    assert repr(dataset) == "Dataset('people', 2,000 records, 1 columns)"
    assert repr(dataset["name"]) == "Column('name', 2,000 records, 2,000 values, string)"
