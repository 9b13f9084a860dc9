"""Parquet files are read again by another path, and say the same; results in Parquet are counted again."""

from __future__ import annotations

import csv
import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.job.job import job_from
from arxdesk_engine.verification.parquet import read_parquet_exactly, read_parquet_trimmed
from tests.engine.reading import read_parquet
from tests.engine.verification.runs import Run, job_on, people, write_table, written
from tests.tiers import examples

K = {"model": "k-anonymity", "k": 4}
MOMENTS = st.datetimes(dt.datetime(1700, 1, 1), dt.datetime(2200, 1, 1))  # noqa: DTZ001
MIDNIGHTS = st.dates(dt.date(1700, 1, 1), dt.date(2200, 1, 1)).map(lambda day: dt.datetime(*day.timetuple()[:3]))  # noqa: DTZ001
TYPES: dict[str, tuple[Any, st.SearchStrategy[Any]]] = {
    "texts": (pa.string(), st.text(st.sampled_from('a0 1.,"\n\t*é'), max_size=4) | st.sampled_from(["NA", "nan"])),
    "large texts": (pa.large_string(), st.sampled_from(["a", "", " b "])),
    "bytes": (pa.binary(), st.sampled_from([b"a", b"\xc3\xa4"])),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["a", "", " b "])),
    "booleans": (pa.bool_(), st.booleans()),
    "integers": (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    "large integers": (pa.uint64(), st.integers(0, 2**64 - 1)),
    "numbers": (pa.float64(), st.floats()),
    "whole numbers": (pa.float64(), st.integers(-(2**60), 2**60).map(float)),
    "narrow numbers": (pa.float32(), st.floats(width=32)),
    "half numbers": (pa.float16(), st.floats(width=16).map(np.float16)),
    "decimals": (pa.decimal128(9, 3), st.decimals(-99999, 99999, places=3)),
    "whole decimals": (pa.decimal128(9, 0), st.decimals(-99999, 99999, places=0)),
    "dates": (pa.date32(), st.dates()),
    "seconds": (pa.timestamp("s"), MOMENTS.map(lambda moment: moment.replace(microsecond=0))),
    "microseconds": (pa.timestamp("us"), MOMENTS),
    "nanoseconds": (pa.timestamp("ns"), st.integers(-(2**60), 2**60)),
    "midnights": (pa.timestamp("ms"), MIDNIGHTS),
    "moments of a zone": (pa.timestamp("us", "America/New_York"), MOMENTS),
    "midnights of a zone": (pa.timestamp("us", "UTC"), MIDNIGHTS),
    "times": (pa.time64("us"), st.times()),
    "coarse times": (pa.time32("s"), st.times().map(lambda time: time.replace(microsecond=0))),
    "nothing": (pa.null(), st.none()),
}


def cells(table, name) -> list[str]:
    return table[name].astype(object).tolist()


@pytest.mark.parametrize("kind", TYPES)
@given(data=st.data())
@settings(max_examples=examples(12))
def test_that_the_two_readers_agree_on_cells_of_any_type(tmp_path_factory, kind, data):
    path = tmp_path_factory.getbasetemp() / "any.parquet"
    arrow_type, values = TYPES[kind]
    column = data.draw(st.lists(st.none() | values, min_size=1, max_size=6))
    pq.write_table(pa.table({" a ": pa.array(column, arrow_type), "b": list(range(len(column)))}), path)
    null_values = ("", "NA", "true", "2")
    dataset, table = read_parquet(path, null_values), read_parquet_trimmed(path, null_values)
    assert list(table.columns) == ["a", "b"]
    assert cells(table, "a") == dataset["a"].texts().tolist()
    assert cells(table, "b") == dataset["b"].texts().tolist()


def test_that_a_result_is_read_as_it_is(tmp_path: Path):
    path = tmp_path / "out.parquet"
    pq.write_table(pa.table({" a": [" x", None], "__index_level_0__": [1, None]}), path)
    table = read_parquet_exactly(path)
    assert {name: cells(table, name) for name in table.columns} == {" a": [" x", ""], "__index_level_0__": ["1", ""]}


def test_that_files_that_cannot_be_read_are_told(tmp_path: Path):
    with pytest.raises(UnreadableFile):
        read_parquet_exactly(tmp_path / "missing.parquet")
    for content in (b"", b"PAR1" + b"\0" * 40 + b"PAR1"):
        (tmp_path / "none.parquet").write_bytes(content)
        with pytest.raises(InvalidData):
            read_parquet_exactly(tmp_path / "none.parquet")


def as_parquet(path: Path, **types: Any) -> Path:
    """A delimited table as a Parquet file beside it; columns are texts unless `types` say otherwise."""
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.reader(stream, delimiter=";"))
    columns = dict(zip(rows[0], map(list, zip(*rows[1:], strict=True)), strict=True))
    converted = {name: pa.array(texts).cast(types.get(name, pa.string())) for name, texts in columns.items()}
    pq.write_table(pa.table(converted), path.with_suffix(".parquet"))
    return path.with_suffix(".parquet")


def run_on_parquet(folder: Path, suppressed: str) -> Run:
    job = job_on(folder, people(), [K], output={"suppressed": suppressed}).job
    as_parquet(folder / "people.csv", age=pa.int16(), days=pa.int64())
    data = job.data.model_copy(update={"path": "people.parquet", "delimiter": None})
    changed = job.model_copy(update={"data": data}).at(folder / "job.toml")
    return written(Anonymizer.open(changed), folder / "out.parquet", levels=(0, 1, 0))


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_a_run_from_parquet_to_parquet_is_confirmed(tmp_path: Path, suppressed: str):
    run = run_on_parquet(tmp_path, suppressed)
    assert run.verify().plain()["all"] is True
    table = pq.read_table(run.path)
    assert run.output.suppressed_records > 0
    # Stars stand among the ages unless the suppressed records are left out.
    assert (table.schema.field("age").type == pa.int64()) is (suppressed == "drop")
    assert table.schema.field("days").type == pa.int64()
    assert table["name"].unique().to_pylist() == ["*"]


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_a_run_from_delimited_text_to_parquet_is_confirmed(tmp_path: Path, suppressed: str):
    anonymizer = job_on(tmp_path, people(), [K], output={"suppressed": suppressed})
    run = written(anonymizer, tmp_path / "out.parquet")
    assert run.verify().plain()["all"] is True
    as_text = written(anonymizer, tmp_path / "out.csv")
    assert [{**row} for row in as_text.rows()] == [
        {name: "" if cell is None else str(cell) for name, cell in row.items()}
        for row in pq.read_table(run.path).to_pylist()
    ]


def test_that_a_run_from_parquet_to_delimited_text_is_confirmed(tmp_path: Path):
    run = run_on_parquet(tmp_path, "keep")
    for name, delimiter in (("out.csv", ","), ("out.tsv", "\t")):
        delimited = written(run.anonymizer, tmp_path / name)
        assert delimited.verify().plain()["all"] is True
        assert (tmp_path / name).read_text().startswith(f"name{delimiter}age{delimiter}city")


def test_that_a_changed_parquet_file_is_refuted(tmp_path: Path):
    run = run_on_parquet(tmp_path, "keep")
    table = pq.read_table(run.path)
    sexes = table["sex"].to_pylist()
    pq.write_table(table.set_column(3, "sex", pa.array(sexes[::-1])), run.path)
    refuted = [finding.claim for finding in run.verify().refuted]
    assert {"sha256", "quasi-identifiers"} <= set(refuted)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_that_a_research_subset_can_be_listed_in_a_parquet_file(tmp_path: Path, suffix: str):
    rows = people()
    write_table(tmp_path / "subset.csv", rows[::2])
    as_parquet(tmp_path / "subset.csv")
    model = {"model": "k-map", "k": 7, "subset": f"subset{suffix}"}
    run = written(job_on(tmp_path, rows, [model]), tmp_path / "out.parquet")
    assert run.output.included is not None
    assert run.output.included.sum() == len(rows[::2])
    assert run.verify().plain()["all"] is True


def test_that_typed_columns_find_their_rows_in_hierarchies(tmp_path: Path):
    table = {
        "age": pa.array([31.0, 33.0, None, 38.0]),
        "day": pa.array([dt.date(2020, 1, 1), dt.date(2020, 1, 2)] * 2),
        "paid": pa.array([Decimal("1.50"), Decimal("2.00")] * 2),
    }
    pq.write_table(pa.table(table), tmp_path / "people.parquet")
    (tmp_path / "ages.csv").write_text("31;30s\n33;30s\n38;30s\n;30s\n")
    (tmp_path / "days.csv").write_text("2020-01-01;2020\n2020-01-02;2020\n")
    (tmp_path / "paid.csv").write_text("1.50;1-2\n2.00;1-2\n")
    attributes = {
        name: {"role": "quasi-identifying", "hierarchy": f"{file}.csv"}
        for name, file in (("age", "ages"), ("day", "days"), ("paid", "paid"))
    }
    plain = {"data": {"path": "people.parquet"}, "attributes": attributes, "privacy": [{**K, "k": 2}]}
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    run = written(anonymizer, tmp_path / "out.parquet", levels=(1, 0, 0))
    assert run.verify().plain()["all"] is True
    types = pq.read_schema(run.path)
    assert [types.field(name).type for name in ("day", "paid")] == [pa.date32(), pa.decimal128(3, 2)]


def test_that_each_column_is_found_by_its_whole_name(tmp_path: Path):
    names, cells = ["a", "a.b", "a.b.c", "", "b c"], [["1"], ["2"], [3], ["4"], [None]]
    pq.write_table(pa.table([pa.array(each) for each in cells], names=names), tmp_path / "table.parquet")
    table = read_parquet_exactly(tmp_path / "table.parquet")
    assert {name: list(table[name]) for name in table} == dict(
        zip(names, (["1"], ["2"], ["3"], ["4"], [""]), strict=True)
    )
    twice = pa.table([pa.array(["1"]), pa.array(["2"])], names=["a", "a"])
    pq.write_table(twice, tmp_path / "twice.parquet")
    with pytest.raises(InvalidData, match="2 times"):
        read_parquet_exactly(tmp_path / "twice.parquet")
