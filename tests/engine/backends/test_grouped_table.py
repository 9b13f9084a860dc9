"""Tables whose rows stay in their files: the same release as in memory, faults, and nothing left behind."""

import csv
import datetime as dt
import decimal
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, assume, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile, UnwritableFile
from arxdesk_engine.io.files.private_folder import PREFIX
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from tests.engine.backends.releases import released, rounded
from tests.tiers import examples

TEXTS = [None, "", "  ", "a", " a", "A", "á", "a\u0301", "NULL", "0", "007", "7", "7.0", 'q"u', "o'", "x,y", "*"]
KINDS = {
    "text": (pa.string(), TEXTS),
    "whole": (pa.int32(), [None, 0, -3, 7, 12]),
    "float": (pa.float64(), [None, 0.0, 1.5, 7.0, float("nan")]),
    "decimal": (pa.decimal128(6, 2), [None, decimal.Decimal("1.50"), decimal.Decimal("7.00")]),
    "date": (pa.date32(), [None, dt.date(2024, 2, 29), dt.date(1999, 1, 1)]),
    "flag": (pa.bool_(), [None, True, False]),
}
NAMES = ('age "x"', "it's", "Zip Code", "select", "diagnosis", "note")
QUASI = NAMES[:4]


def is_spelled_twice(cells) -> bool:
    """Whether texts that nobody reads are numbers, one of them in two ways: only in memory they become one value."""
    texts = {cell.strip() for cell in cells if isinstance(cell, str) and cell.strip() not in ("", "NULL")}
    return {"7", "7.0"} <= texts <= {"0", "7", "7.0"}


@st.composite
def tables(draw):
    kinds = [KINDS[draw(st.sampled_from(sorted(KINDS)))] for _name in NAMES]
    rows = draw(st.lists(st.tuples(*(st.sampled_from(values) for _kind, values in kinds)), min_size=1, max_size=30))
    columns = list(zip(*rows, strict=True))
    assume(not is_spelled_twice(columns[-1]))
    return pa.table(
        {name: pa.array(cells, kind) for name, cells, (kind, _values) in zip(NAMES, columns, kinds, strict=True)}
    )


def job_of(path: Path, target: Path, engine: str = "duckdb", **settings) -> Job:
    roles = dict.fromkeys(QUASI, "quasi-identifying") | {"diagnosis": "sensitive"}
    attributes = {name: {"role": role} for name, role in roles.items()}
    for place, name in enumerate(QUASI):
        attributes[name]["hierarchy"] = str(target.parent / f"hierarchy {place}.csv")
    content = {
        "data": {"path": str(path), "engine": engine},
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": "diagnosis", "l": 1}],
        "suppression": {"limit": 0.4},
        "output": {"path": str(target)},
    }
    for section, more in settings.items():
        content[section] = {**content.get(section, {}), **more} if isinstance(more, dict) else more
    return job_from(content)


def write_hierarchies(path: Path, folder: Path) -> None:
    """For each quasi-identifier a hierarchy that puts values of one length together."""
    dataset = load_dataset(job_from({"data": {"path": str(path), "engine": "memory"}}))
    for place, name in enumerate(QUASI):
        with (folder / f"hierarchy {place}.csv").open("w", newline="") as stream:
            csv.writer(stream).writerows((value, f"length {len(value)}", "*") for value in dataset[name].values)


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
@given(table=tables(), suppressed=st.sampled_from(["keep", "drop"]))
@settings(max_examples=examples(25), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_is_that_of_memory(suffix, table, suppressed):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pq.write_table(table, folder / "table.parquet")
        write_hierarchies(folder / "table.parquet", folder)
        found = [
            released(
                job_of(
                    folder / "table.parquet", folder / f"{engine}{suffix}", engine, output={"suppressed": suppressed}
                )
            )
            for engine in ("memory", "duckdb")
        ]
        (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = found
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert other_rows == rows
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(rows.values())


def test_that_numbers_in_columns_that_nobody_reads_keep_their_spelling(tmp_path: Path):
    cells = {name: pa.array(["q"] * 6) for name in NAMES}
    table = pa.table({**cells, "diagnosis": pa.array(["a", "b"] * 3), "note": pa.array(["7", "7.0", "0"] * 2)})
    pq.write_table(table, tmp_path / "table.parquet")
    write_hierarchies(tmp_path / "table.parquet", tmp_path)
    notes = {}
    for engine in ("memory", "duckdb"):
        _status, _told, rows, recount = released(
            job_of(tmp_path / "table.parquet", tmp_path / f"{engine}.parquet", engine)
        )
        assert recount.refuted == ()
        notes[engine] = {row[-1] for row in rows}
    assert notes == {"memory": {"0", "7"}, "duckdb": {"0", "7", "7.0"}}


@pytest.fixture
def visits(tmp_path: Path) -> Path:
    """Two files in a folder."""
    folder = tmp_path / "visits"
    folder.mkdir()
    for number in range(2):
        cells = {name: pa.array([f"{name} {row % 3}" for row in range(12)]) for name in NAMES}
        pq.write_table(pa.table(cells), folder / f"{number}.parquet")
    write_hierarchies(folder / "0.parquet", tmp_path)
    return folder


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch) -> Path:
    """A temporary folder that no other process writes to."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.parametrize("pattern", ["", "*.parquet", "?.parquet"])
def test_that_a_folder_and_a_pattern_are_one_table(visits, tmp_path, pattern):
    job = job_of(visits / pattern, tmp_path / "out.parquet", "auto")
    _status, told, rows, recount = released(job)
    assert told["input"]["records"] == 24
    assert sum(rows.values()) == 24
    assert recount.refuted == ()


def test_that_nothing_is_left_when_the_table_is_let_go(visits, tmp_path, temporary):
    anonymizer = Anonymizer.open(job_of(visits, tmp_path / "out.parquet"))
    assert len(list(temporary.glob(f"{PREFIX}*"))) == 1
    del anonymizer
    assert list(temporary.iterdir()) == []


def test_that_a_table_that_has_changed_is_refused_and_the_old_result_stays(visits, tmp_path):
    target = tmp_path / "out.parquet"
    target.write_text("old")
    anonymizer = Anonymizer.open(job_of(visits, target))
    output = anonymizer.apply(anonymizer.search().best.levels)
    pq.write_table(pq.read_table(visits / "0.parquet"), visits / "2.parquet")
    pq.write_table(pa.concat_tables([pq.read_table(visits / "0.parquet")] * 2), visits / "0.parquet")
    with pytest.raises(InvalidData, match="24 records were grouped, and now there are 36"):
        anonymizer.write(output)
    assert target.read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir() if "hierarchy" not in each.name) == ["out.parquet", "visits"]


def test_that_a_changed_result_is_refuted(visits, tmp_path):
    anonymizer = Anonymizer.open(job_of(visits, tmp_path / "out.parquet"))
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output)
    written = pq.read_table(exported.place)
    pq.write_table(pa.concat_tables([written.slice(1), written.slice(1, 1)]), exported.place)
    facts = {**anonymizer.describe(solution, output), "output": exported.plain()}
    refuted = {finding.claim for finding in anonymizer.verify(facts, output, exported).refuted}
    assert refuted == {"groups", "sha256"}


def test_that_stopping_ends_a_statement_and_leaves_nothing(visits, tmp_path, temporary):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        Anonymizer.open(job_of(visits, tmp_path / "out.parquet"), control)
    assert list(temporary.iterdir()) == []


def test_that_bad_files_and_places_are_told(visits, tmp_path):
    (visits / "0.parquet").write_bytes(b"PAR1 is not enough")
    with pytest.raises((InvalidData, UnreadableFile), match="visits"):
        Anonymizer.open(job_of(visits, tmp_path / "out.parquet"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidJob, match="there is no Parquet file"):
        Anonymizer.open(job_of(tmp_path / "empty", tmp_path / "out.parquet"))


def test_that_a_place_that_cannot_be_written_is_refused_before_anything_is_joined(visits, tmp_path):
    nowhere = {"path": str(tmp_path / "nowhere" / "out.parquet")}
    anonymizer = Anonymizer.open(job_of(visits, tmp_path / "out.parquet", output=nowhere))
    output = anonymizer.apply(anonymizer.search().best.levels)
    with pytest.raises(UnwritableFile):
        anonymizer.write(output)


@pytest.mark.parametrize(
    ("section", "settings_there", "place"),
    [
        ("data", {"row_limit": 3}, "data.row_limit"),
        ("data", {"person": "note"}, "data.person"),
        ("data", {"weight": "note"}, "data.weight"),
        ("data", {"household": "note"}, "data.household"),
        ("subset", {"random": 0.5}, "subset.random"),
        ("subset", {"select": "note = 'a'", "exclude": "1-3"}, "subset.exclude"),
        ("search", {"local_recoding": {"iterations": 3}}, "search.recoding"),
        ("output", {"spread": "drawn.csv"}, "output.spread"),
        ("utility", {"targets": ["note"]}, "utility"),
    ],
)
def test_that_what_needs_memory_is_refused_with_the_way_out(visits, tmp_path, section, settings_there, place):
    job = job_of(visits, tmp_path / "out.parquet", **{section: settings_there})
    with pytest.raises(InvalidJob) as refused:
        Anonymizer.open(job)
    [problem] = refused.value.problems
    assert problem.place.endswith(place)
    assert 'engine = "memory"' in problem.remedy


def test_that_an_evidence_report_writes_nothing_but_itself(tmp_path):
    source, target = tmp_path / "visits.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"city": ["Bonn", "Bonn", "Bern", "Bern"], "name": list("abcd")}), source)
    job = job_from(
        {
            "data": {"path": str(source), "engine": "duckdb"},
            "attributes": {"city": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "output": {"path": str(target)},
        }
    )
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    facts = facts_of(Subject(anonymizer, solution, output))
    assert (facts.checks.records, facts.checks.refuted, facts.checks.undecided) == (4, (), ())
    assert sorted(tmp_path.iterdir()) == [source]
    assert (facts.data.source.name, facts.data.records) == ("visits.parquet", 4)
    assert [(each.name, each.distinct) for each in facts.data.columns] == [("city", 2), ("name", None)]
    assert "arxdesk-data" not in html_of(facts)
    assert "GROUP BY ALL" in html_of(facts)


def test_that_errors_name_the_table_and_not_the_file_of_its_tuples(tmp_path):
    source = tmp_path / "visits.parquet"
    pq.write_table(pa.table({"city": ["Bonn", "Bern"]}), source)
    settings = {"role": "quasi-identifying", "type": "integer"}
    job = job_from({"data": {"path": str(source), "engine": "duckdb"}, "attributes": {"city": settings}})
    with pytest.raises(InvalidData, match="not of type integer") as refused:
        Anonymizer.open(job)
    assert "tuples" not in refused.value.message
    assert "distinct combination 1" in refused.value.message


def test_that_figures_of_rows_with_counts_are_of_records():
    column = Column.encode("city", np.array([1, 0, 1], np.int32), ["Bern", "Bonn"])
    assert Dataset((column,), weights=np.array([2, 5, 4])).counts_of("city").tolist() == [5, 6]
    assert Dataset((column,)).counts_of("city").tolist() == [1, 2]


def test_that_a_null_character_is_no_text(tmp_path):
    source, target = tmp_path / "visits.parquet", tmp_path / "out.csv"
    pq.write_table(pa.table({"city": ["Bonn", "Bonn"], "note": ["x", "y\0z"]}), source)
    target.write_text("as it was")
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    content = {
        "data": {"path": str(source), "engine": "duckdb"},
        "attributes": {"city": quasi},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"path": str(target)},
    }
    anonymizer = Anonymizer.open(job_from(content))
    output = anonymizer.apply(anonymizer.search().best.levels)
    with pytest.raises(InvalidData, match="null character"):
        anonymizer.write(output)
    assert target.read_text() == "as it was"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.csv", "visits.parquet"]
