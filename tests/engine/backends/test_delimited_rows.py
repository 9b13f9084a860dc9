"""Delimited text that DuckDB releases: read as in memory, in pieces, and written as the input is."""

import csv
import io
import re
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.duckdb import choice
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UserError
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.text import delimited
from arxdesk_engine.io.text.delimited import pieces_of_delimited, read_delimited
from arxdesk_engine.job.job import Job, job_from
from tests.engine.backends.releases import released, rounded
from tests.tiers import examples

NAMES = ("age", "zip", "day", "diagnosis", "note")
TEXTS = ["", " ", "a", " a ", "A", "á", "a\u0301", "n/a", "0", "007", "7", "7.0", "x;y", "x,y", "line\nx", "'q'"]
CELLS = {
    "age": ["17", "18", "018", "64", "", "n/a"],
    "zip": TEXTS,
    "day": ["2024-02-29", "1999-01-01", "", " 1999-01-01"],
    "diagnosis": ["A1", "B2", "", "n/a", "A1 "],
    "note": TEXTS,
}


@st.composite
def files(draw) -> tuple[str, str, list[tuple[str, ...]]]:
    """A delimiter, an encoding, and rows."""
    rows = draw(st.lists(st.tuples(*(st.sampled_from(CELLS[name]) for name in NAMES)), min_size=1, max_size=30))
    return draw(st.sampled_from([",", ";", "\t"])), draw(st.sampled_from(["utf-8", "utf-16", "utf-8-sig"])), rows


def write(path: Path, delimiter: str, encoding: str, rows: list[tuple[str, ...]]) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=delimiter)
    writer.writerow(NAMES)
    writer.writerows(rows)
    path.write_text(text.getvalue(), encoding=encoding, newline="")


def job_of(path: Path, target: Path, **sections) -> Job:
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    content = {
        "data": {"path": str(path), "engine": "duckdb"},
        "attributes": {
            "age": {**quasi, "type": "integer"},
            "zip": quasi,
            "day": quasi,
            "diagnosis": {"role": "sensitive"},
            "note": {"role": "insensitive", "type": "string"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": "diagnosis", "l": 1}],
        "suppression": {"limit": 0.4},
        "output": {"path": str(target)},
    }
    for name, more in sections.items():
        content[name] = {**content.get(name, {}), **more}
    return job_from(content)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
@given(file=files(), suppressed=st.sampled_from(["keep", "drop"]))
@settings(max_examples=examples(40), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_is_that_of_memory(suffix, file, suppressed):
    delimiter, encoding, rows = file
    with tempfile.TemporaryDirectory() as name:
        folder, found = Path(name), []
        write(folder / "table.csv", delimiter, encoding, rows)
        data = {"null_values": ["", "n/a"], "delimiter": delimiter, "encoding": encoding, "multiline_cells": True}
        output = {"suppressed": suppressed, "encoding": "utf-8"}
        for engine in ("memory", "duckdb"):
            target = folder / f"{engine}{suffix}"
            job = job_of(folder / "table.csv", target, data={**data, "engine": engine}, output=output)
            try:
                found.append(released(job))
            except UserError as error:
                found.append(error)
        if isinstance(found[0], UserError):
            assert [each.found for each in found[1].problems] == [each.found for each in found[0].problems]
            return
        (status, told, expected, _recount), (other_status, other_told, ours, recount) = found
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert ours == expected
        if recount is not None:
            assert recount.refuted == ()
        if suffix == ".csv" and expected is not None:
            heads = [(folder / f"{engine}.csv").read_text().splitlines()[0] for engine in ("memory", "duckdb")]
            assert heads[1] == heads[0]


@given(file=files(), block=st.sampled_from([16, 64, 1 << 20]))
@settings(max_examples=examples(60), deadline=None)
def test_that_pieces_are_the_table(file, block):
    delimiter, encoding, rows = file
    options = TableOptions(delimiter=delimiter, encoding=encoding, header=True, multiline_cells=True)
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        path = Path(name) / "table.csv"
        write(path, delimiter, encoding, [(*row[:-1], row[-1] or "x" * 40) for row in rows])
        whole = read_delimited(path, options, Control())
        patch.setattr(delimited, "_BLOCK_BYTES", max(block, 200))
        pieces = list(pieces_of_delimited(path, options, Control()))
        for column in whole.columns:
            cells = [cell for piece in pieces for cell in piece[column.name].to_pylist()]
            assert cells == [column.dictionary[code] for code in column.codes.tolist()]


@pytest.fixture
def visits(tmp_path: Path) -> Path:
    path = tmp_path / "visits.csv"
    write(path, ";", "utf-8", [("17", "80331", "2024-02-29", "A1", f"n{number}") for number in range(20)])
    return path


def test_that_a_broken_line_is_told_and_nothing_stays(visits, tmp_path):
    visits.write_text(visits.read_text() + "18;1;2\n")
    with pytest.raises(InvalidData, match="line 22"):
        Anonymizer.open(job_of(visits, tmp_path / "out.csv"))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["visits.csv"]


@pytest.mark.parametrize(
    ("sections", "place"),
    [
        ({"data": {"decimal_mark": ","}}, "data.decimal_mark"),
        ({"attributes": {"age": {"role": "quasi-identifying", "decimal_mark": ","}}}, "age.decimal_mark"),
        ({"output": {"encoding": "cp1252"}}, "output.encoding"),
        ({"output": {"quote": "all"}}, "output.quote"),
    ],
)
def test_that_text_that_duckdb_does_not_write_is_refused(visits, tmp_path, sections, place):
    with pytest.raises(InvalidJob) as refused:
        Anonymizer.open(job_of(visits, tmp_path / "out.csv", **sections))
    [problem] = refused.value.problems
    assert problem.place.endswith(place)
    if place != "output.quote":
        assert Anonymizer.open(job_of(visits, tmp_path / "out.parquet", **sections)).rows is not None


def test_that_a_table_that_changes_is_refused(visits, tmp_path):
    anonymizer = Anonymizer.open(job_of(visits, tmp_path / "out.csv"))
    output = anonymizer.apply(anonymizer.search().best.levels)
    visits.write_text(visits.read_text() + "18;1;2024-02-29;A1;x\n")
    with pytest.raises(InvalidData, match="changed"):
        anonymizer.write(output)
    assert not (tmp_path / "out.csv").exists()


def test_that_large_text_stays_where_it_is(visits, tmp_path, monkeypatch):
    job = job_of(visits, tmp_path / "out.csv", data={"engine": "auto"})
    assert Anonymizer.open(job).rows is None
    monkeypatch.setattr(choice, "available_bytes", lambda: 1_000)
    rows = Anonymizer.open(job).rows
    assert rows is not None
    assert rows.files == (visits,)
    shown = explained(job, Control())
    assert "visits.csv to table.parquet" in shown
    assert set(re.findall(r"read_parquet\(\['(.*?)'\]", shown)) == {"table.parquet"}
    assert "80331" not in shown


@pytest.mark.parametrize("name", ["visits", "visits*", "visits.parquet"])
def test_that_parquet_is_no_text_whatever_its_folder_is_called(tmp_path, name):
    folder = tmp_path / "visits"
    folder.mkdir()
    files = [tmp_path / "visits.parquet", folder / "part.parquet"]
    for file in files:
        pq.write_table(pa.table({"age": ["1", "2"]}), file)
    data = {"path": str(tmp_path / name), "engine": "duckdb"}
    content = {
        "data": data,
        "attributes": {"age": {"role": "quasi-identifying"}},
        "privacy": [{"model": "k-anonymity", "k": 1}],
    }
    assert not Anonymizer.open(job_from(content)).job.data.numbers_as_text
    data["null_values"] = ["", "n/a"]
    with pytest.raises(InvalidJob, match="null_values is not possible"):
        Anonymizer.open(job_from(content))
