"""Delimited text under gzip and files of Arrow: the same tables as unpacked, in every reader."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import csv, feather, parquet

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, UserError
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.files import packed
from arxdesk_engine.io.table import read_table
from tests.arxdesk.cli.calling import arxdesk

TEXT = "name,age,born\n" + "".join(f"n{n},{n % 4},2020-01-{n + 1:02}\n" for n in range(20))
JOB = """
[data]
path = "people.csv"
[attributes.age]
role = "quasi-identifying"
[attributes.name]
role = "identifying"
[[privacy]]
model = "k-anonymity"
k = 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(TEXT)
    (tmp_path / "job.toml").write_text(JOB)
    (tmp_path / "people.csv.gz").write_bytes(gzip.compress(TEXT.encode()))
    table = csv.read_csv(tmp_path / "people.csv")
    feather.write_feather(table, tmp_path / "people.feather", compression="zstd")
    with pa.ipc.new_file(tmp_path / "people.arrow", table.schema) as writer:
        writer.write_table(table, max_chunksize=7)
    parquet.write_table(table, tmp_path / "people.parquet")
    return tmp_path


def texts(path: Path) -> dict[str, list[str]]:
    table = read_table(str(path), TableOptions(), Control())
    return {column.name: [column.dictionary[code] for code in column.codes] for column in table.columns}


@pytest.mark.parametrize("name", ["people.csv.gz", "people.feather", "people.arrow", "people.parquet"])
def test_that_it_is_the_same_table_read_and_counted_again(folder: Path, name: str):
    assert texts(folder / name) == texts(folder / "people.csv")
    target = folder / "out.csv"
    done = arxdesk("run", folder / "job.toml", "--input", folder / name, "--output", target, "--json")
    assert (done.returncode, json.loads(done.stdout)["verified"]["all"]) == (0, True), done.stderr
    assert len(target.read_text().splitlines()) == 21


def test_that_a_report_has_the_digest_of_the_file_itself(folder: Path):
    page = folder / "page.html"
    done = arxdesk("report", folder / "job.toml", "--input", folder / "people.csv.gz", "--output", page)
    assert done.returncode == 0
    assert hashlib.sha256((folder / "people.csv.gz").read_bytes()).hexdigest() in page.read_text()


@pytest.mark.parametrize("name", ["people.csv.gz", "people.feather", "people.arrow"])
@pytest.mark.parametrize("damage", [lambda content: content[: len(content) // 2], lambda _content: b"nothing", bytes])
def test_that_damage_is_told_in_the_name_of_the_file(folder: Path, name: str, damage):
    path = folder / name
    path.write_bytes(damage(path.read_bytes()) if damage is not bytes else b"")
    with pytest.raises(UserError) as raised:
        texts(path)
    assert name in raised.value.problems[0].place


def test_that_what_unpacks_to_too_much_is_refused(folder: Path, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.io.files.archive.MAX_ENTRY_BYTES", 100)
    for name in ("people.csv.gz", "people.arrow"):
        with pytest.raises(InvalidData, match="unpacks to more than 100 bytes"):
            texts(folder / name)
    assert packed.is_packed("x.CSV.GZ")


def test_that_nested_columns_of_arrow_are_told(tmp_path: Path):
    feather.write_feather(pa.table({"a": [[1], [2]]}), tmp_path / "nested.feather")
    with pytest.raises(InvalidData, match=r"nested\.feather"):
        texts(tmp_path / "nested.feather")


def test_that_lines_of_json_are_refused_with_what_to_do(tmp_path: Path):
    (tmp_path / "a.jsonl").write_text('{"a": 1}\n')
    done = arxdesk("propose", tmp_path / "a.jsonl")
    assert (done.returncode, '".jsonl" cannot be read as tables' in done.stderr) == (2, True)


def test_that_a_folder_with_partitions_is_read_without_what_only_folders_say(tmp_path: Path):
    table = pa.table({"age": [1, 2] * 20, "year": [2020] * 20 + [2021] * 20})
    parquet.write_to_dataset(table, tmp_path / "visits", partition_cols=["year"])
    job = JOB.replace("people.csv", "visits").replace('[attributes.name]\nrole = "identifying"\n', "")
    (tmp_path / "job.toml").write_text(job)
    done = arxdesk("run", tmp_path / "job.toml", "--output", tmp_path / "out.parquet", "--json")
    assert json.loads(done.stdout)["input"]["records"] == 40
    assert parquet.read_table(tmp_path / "out.parquet").column_names == ["age"]
