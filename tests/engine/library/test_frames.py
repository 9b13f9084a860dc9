"""Frames of polars, and those of libraries that export Arrow."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.parquet import read_parquet
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.library.anonymizing import anonymize
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.passing import PassedThroughWarning
from arxdesk_engine.preparation.preparation import prepared
from tests.engine.library.frames_of_people import QUASI_IDENTIFIERS, asked, people


def table():
    return pa.Table.from_pandas(people().reset_index(drop=True), preserve_index=False)


class Exporting:
    """What any library has that exports a stream of Arrow."""

    def __init__(self, inner):
        self.inner = inner

    def __arrow_c_stream__(self, requested_schema=None):
        return self.inner.__arrow_c_stream__(requested_schema)


class Interchanging:
    """What older libraries have: the interchange protocol."""

    def __init__(self, inner):
        self.inner = inner

    def __dataframe__(self, nan_as_null=False, allow_copy=True):
        return self.inner.__dataframe__(nan_as_null, allow_copy)


@pytest.mark.parametrize(
    "given",
    [table(), Exporting(table()), Interchanging(table()), table().combine_chunks().to_batches()[0]],
    ids=["table", "stream", "interchange", "batch"],
)
def test_that_whatever_exports_arrow_gives_tables_of_arrow(given):
    released = anonymize(given, **asked()).frame
    wanted = anonymize(people().reset_index(drop=True), **asked()).frame
    assert isinstance(released, pa.Table)
    for name in QUASI_IDENTIFIERS:
        assert [each or "" for each in released.column(name).to_pylist()] == wanted[name].fillna("").tolist()
    assert np.array_equal(released.column("cost").to_numpy(), wanted["cost"].to_numpy())


def test_that_metadata_of_columns_stay():
    field = pa.field("cost", pa.float64(), metadata={"unit": "euro"})
    given = table().set_column(5, field, table().column("cost")).replace_schema_metadata({"made": "here"})
    released = anonymize(given, **asked()).frame
    assert released.schema.field("cost").metadata == {b"unit": b"euro"}
    assert released.schema.metadata == {b"made": b"here"}


def test_that_frames_of_polars_come_back_as_such():
    given = pl.from_arrow(table()).with_columns(
        pl.col("diagnosis").cast(pl.Enum(["a", "b", "c"])), pl.col("age").cast(pl.UInt8)
    )
    released = anonymize(given, **asked()).frame
    wanted = anonymize(people(), **asked()).frame
    assert isinstance(released, pl.DataFrame)
    assert released.columns == given.columns
    for name in ("cost", "admitted", "diagnosis"):
        assert released[name].equals(given[name])
        assert released.schema[name] == given.schema[name]
    for name in QUASI_IDENTIFIERS:
        assert [each or "" for each in released[name].to_list()] == wanted[name].fillna("").tolist()
    dropped = anonymize(given.lazy(), **asked(suppressed="drop")).frame
    assert len(dropped) == (wanted["age"] != "*").sum()
    assert frame_of(given).order_of("diagnosis") == ("a", "b", "c")
    assert anonymize(given, **asked()).verify().plain()["all"]


def test_that_dtypes_of_pandas_stay_text_of_their_kind():
    frame = people().reset_index(drop=True)
    frame = frame.astype({"postal_code": "string", "sex": "category", "diagnosis": pd.ArrowDtype(pa.string())})
    released = anonymize(frame, **asked()).frame
    assert released["postal_code"].dtype == frame["postal_code"].dtype
    assert isinstance(released["sex"].dtype, pd.CategoricalDtype)
    assert released["diagnosis"].dtype == frame["diagnosis"].dtype


def test_that_a_dataset_of_pandas_has_the_texts_of_a_parquet_file(tmp_path):
    frame = pd.DataFrame(
        {
            "flag": [True, False, True],
            "maybe": pd.Series([True, None, False], dtype=object),
            "nullable": pd.Series([True, None, False], dtype="boolean"),
            "whole": [1.0, np.nan, -0.0],
            "number": [1.5, 1e20, 2.0],
            "short": np.array([0.1, 2, 3], np.float32),
            "day": pd.to_datetime(["2026-01-01", "2026-02-01", None]),
            "moment": pd.to_datetime(["2026-01-01 10:00", "2026-02-01 11:30", None]),
            "text": ["01", " b", "True"],
        }
    )
    frame.to_parquet(tmp_path / "table.parquet")
    read = prepared(
        read_parquet(tmp_path / "table.parquet", TableOptions(), Control()),
        DataSource(path="table.parquet"),
        {},
        "table",
    )
    made = Dataset.from_pandas(frame.assign(text=frame["text"].str.strip()))
    for column in read:
        assert made[column.name].texts().tolist() == column.texts().tolist(), column.name


def test_that_a_column_that_could_name_people_is_told():
    frame = people().drop(columns="name")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        anonymize(frame, **asked(identifying=()))
        anonymize(people(), **asked(identifying=(), insensitive=["name"]))
    with pytest.warns(PassedThroughWarning, match='nobody named "name", "number"'):
        result = anonymize(people().assign(number=range(300)), **asked(identifying=()))
    assert result.frame["name"].equals(people()["name"])
    nested = frame.assign(nested=[[number] for number in range(300)])
    assert anonymize(nested, **asked(identifying=())).frame["nested"].equals(nested["nested"])
