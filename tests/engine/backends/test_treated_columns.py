"""Treated columns, research subsets and random orders where the rows stay in their files: the release of memory."""

import csv
import datetime as dt
import decimal
import re
import tempfile
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.duckdb import backend
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnwritableFile, UserError
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.job.subset import SubsetSettings
from tests.engine.backends.releases import recount_of_another_subset, released, rounded
from tests.tiers import examples

NAMES = ("person", "name", "age", "place", "diagnosis", "cost", "visit", "note", "flag")
CELLS = {
    "person": (pa.string(), [None, "", "P1", "P2", "p2", "Q 7"]),
    "name": (pa.string(), [None, "", "Ann", "Änne", "Bo", "*"]),
    "age": (pa.int32(), [None, 3, 17, 18, 64, 91]),
    "place": (pa.string(), [None, "", "Ulm", "ulm", "Bern", "Bern ", "n/a"]),
    "diagnosis": (pa.string(), [None, "A1", "B2", "C3", "n/a"]),
    "cost": (pa.decimal128(6, 2), [None, decimal.Decimal("1.50"), decimal.Decimal("90.00"), decimal.Decimal("700.25")]),
    "visit": (pa.date32(), [None, dt.date(2024, 2, 29), dt.date(1999, 1, 1), dt.date(2024, 3, 1)]),
    "note": (pa.string(), [None, "", "7", "8", "x", "n/a"]),
    "flag": (pa.float64(), [None, 1.5, 7.0, float("nan")]),
}
TREATMENTS = {
    "person": [
        {},
        {"role": "identifying"},
        {"role": "identifying", "masking": {"method": "pseudonym", "key_file": "project.key", "length": 8}},
    ],
    "name": [
        {"role": "identifying"},
        {"role": "identifying", "masking": {"method": "redact", "keep_first": 1, "character": "x"}},
        {"role": "identifying", "transformation": "suppress"},
        {"role": "insensitive", "transformation": "suppress"},
    ],
    "age": [{}, {"replace": {"91": "64"}}],
    "place": [{}, {"replace": {"n/a": ""}}, {"replacements": [{"find": "ULM", "by": "Ulm", "case": False}]}],
    "diagnosis": [
        {"role": "sensitive"},
        {"role": "sensitive", "replace": {"n/a": "Z9"}},
        {"role": "sensitive", "replacements": [{"find": "B", "by": "A", "whole": False}]},
        {
            "role": "sensitive",
            "transformation": "generalize",
            "type": "ordinal",
            "order": ["A1", "B2", "C3", "n/a"],
            "coding": {"top": "C3"},
        },
    ],
    "cost": [{}, {"coding": {"top": "100"}}, {"role": "sensitive", "coding": {"bottom": "2", "top": "600"}}],
    "visit": [
        {},
        {"shift": {"person": "person", "days": 30, "key_file": "project.key"}, "type": "date"},
        {"role": "sensitive"},
    ],
    "note": [{}, {"replace": {"n/a": "9"}}, {"replace": {"x": "", "n/a": ""}}, {"role": "sensitive", "coding": None}],
    "flag": [{}, {"role": "sensitive"}, {"replace": {"7": "8"}}],
}
SUBSETS = [
    None,
    None,
    {"select": "age >= 18"},
    {"select": "diagnosis in ('A1', 'B2') or visit >= '2024-01-01'", "invert": True},
    {"select": "not (note = '7' or cost < 80 and place like '%m') and age is not missing"},
    {"select": "person != 'P1'"},
]


@st.composite
def tables(draw) -> pa.Table:
    rows = draw(st.lists(st.tuples(*(st.sampled_from(CELLS[name][1]) for name in NAMES)), min_size=1, max_size=30))
    columns = zip(*rows, strict=True)
    return pa.table({name: pa.array(cells, CELLS[name][0]) for name, cells in zip(NAMES, columns, strict=True)})


@st.composite
def jobs(draw) -> dict[str, object]:
    """Everything of a job but its table and result."""
    attributes = {name: dict(draw(st.sampled_from(TREATMENTS[name]))) for name in NAMES}
    for name in ("age", "place"):
        attributes[name]["role"] = "quasi-identifying"
        attributes[name]["hierarchy"] = {"builder": "redaction"}
    privacy: list[dict[str, object]] = [{"model": "k-anonymity", "k": 2}]
    if draw(st.booleans()):
        privacy.append({"model": "l-diversity", "attribute": "diagnosis", "l": 2})
    content = {
        "attributes": attributes,
        "privacy": privacy,
        "suppression": {
            "limit": draw(st.sampled_from([0.0, 0.4, 1.0])),
            "sensitive": draw(st.booleans()),
            "insensitive": draw(st.booleans()),
        },
        "output": {
            "suppressed": draw(st.sampled_from(["keep", "drop"])),
            "shuffle": draw(st.booleans()),
            "codebook": draw(st.sampled_from([None, "codebook.csv"])),
        },
    }
    if (subset := draw(st.sampled_from(SUBSETS))) is not None:
        content["subset"] = subset
    return content


def job_of(content: dict[str, object], path: Path, target: Path, engine: str) -> Job:
    output = {**content.get("output", {}), "path": str(target)}
    if output.get("codebook") is not None:
        output["codebook"] = str(target.with_name(f"codebook of {engine}.csv"))
    whole = {**content, "data": {"path": str(path), "engine": engine}, "output": output}
    return job_from({**whole, "attributes": attributes_of(content, path.parent / "secret")})


def attributes_of(content: dict[str, object], secret: Path) -> dict[str, dict[str, object]]:
    """The attributes of a job whose keys are created in a folder."""
    attributes = {}
    for name, each in content["attributes"].items():
        attributes[name] = {key: value for key, value in each.items() if value is not None}
        for section in ("masking", "shift"):
            if "key_file" in attributes[name].get(section, {}):
                key = {"key_file": str(secret / "project.key"), "create_key": True}
                attributes[name][section] = {**attributes[name][section], **key}
    return attributes


def found(job: Job):
    """The release, or what is wrong with the job."""
    try:
        return released(job)
    except UserError as error:
        return error


def codebook(path: Path) -> dict[str, tuple[str, ...]]:
    """What a codebook says of each column, apart from its type: here that of the cells that were written."""
    with path.open(newline="") as stream:
        rows = [each for each in csv.DictReader(stream) if each["role"]]
    told = ("role", "treatment", "different values", "missing", "removed")
    return {each["column"]: tuple(each[name] for name in told) for each in rows}


def require_the_release_of_memory(table: pa.Table, content: dict[str, object], engine: str, suffix: str) -> None:
    """Release a table in memory and by an engine: both make the same of it, or refuse it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in ("secret", "out"):
            (folder / each).mkdir()
        pq.write_table(table, folder / "table.parquet")
        expected, ours = (
            found(job_of(content, folder / "table.parquet", folder / "out" / f"{each}{suffix}", each))
            for each in ("memory", engine)
        )
        if isinstance(expected, UserError):  # what is looked at first differs
            assert isinstance(ours, UserError)
            return
        assert not isinstance(ours, UserError), ours.message
        (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = expected, ours
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert other_rows == rows
        if content["output"]["codebook"] is not None and rows is not None:
            books = [codebook(folder / "out" / f"codebook of {each}.csv") for each in ("memory", engine)]
            assert books[1] == books[0]
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(rows.values())


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
@given(table=tables(), content=jobs())
@settings(max_examples=examples(60), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_is_that_of_memory(suffix, table, content):
    require_the_release_of_memory(table, content, "duckdb", suffix)


@pytest.fixture
def visits(tmp_path: Path) -> Path:
    """Visits of three people in a file, with folders for keys and results beside it."""
    for each in ("secret", "out"):
        (tmp_path / each).mkdir()
    day = dt.date(2024, 2, 28)
    cells = {
        "person": ["P1", "P1", "P2", "P2", "P3", "P3"],
        "age": ["17", "18", "17", "18", "17", "18"],
        "visit": [day, day + dt.timedelta(days=10), day, day, None, day],
        "note": ["a", "b", "a", "b", "a", "b"],
    }
    pq.write_table(pa.table(cells), tmp_path / "visits.parquet")
    return tmp_path / "visits.parquet"


def job_of_visits(visits: Path, target: str = "out.parquet", **more) -> Job:
    attributes = {
        "age": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}},
        "person": {
            "role": "identifying",
            "masking": {
                "method": "pseudonym",
                "key_file": str(visits.parent / "secret" / "a.key"),
                "mapping_file": str(visits.parent / "secret" / "people.csv"),
                "create_key": True,
            },
        },
        "visit": {
            "type": "date",
            "shift": {"person": "person", "days": 40, "key_file": str(visits.parent / "secret" / "a.key")},
        },
    }
    content = {
        "data": {"path": str(visits), "engine": "duckdb"},
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"path": str(visits.parent / "out" / target)},
    }
    return job_from({**content, **more})


def test_that_pseudonyms_have_a_key_and_a_mapping_and_keep_people_together(visits):
    _status, _told, rows, recount = released(job_of_visits(visits))
    assert recount.refuted == ()
    with (visits.parent / "secret" / "people.csv").open() as stream:
        names = dict(csv.reader(stream, delimiter=";"))
    assert sorted(names) == ["P1", "P2", "P3", "original"]
    table = pq.read_table(visits.parent / "out" / "out.parquet").to_pylist()
    assert Counter(each["person"] for each in table) == {names[each]: 2 for each in ("P1", "P2", "P3")}
    assert {type(each["visit"]) for each in table} == {dt.date, type(None)}
    days = [[each["visit"] for each in table if each["person"] == names[person]] for person in ("P1", "P2", "P3")]
    assert (days[0][1] - days[0][0]).days == 10
    assert days[1][0] == days[1][1]
    assert days[2][0] is None
    assert len(rows) > 1


def test_that_wrong_treatments_are_told_before_the_search(visits):
    attributes = {
        "age": {"role": "quasi-identifying"},
        "visit": {"masking": {"method": "redact"}},
        "note": {"coding": {"top": "b"}},
    }
    with pytest.raises(InvalidJob, match="only identifying attributes can be masked"):
        Anonymizer.open(job_of_visits(visits, attributes=attributes))
    del attributes["visit"]
    with pytest.raises(InvalidJob, match="have no order"):
        Anonymizer.open(job_of_visits(visits, attributes=attributes))


def test_that_faults_name_the_table_and_the_expression(visits):
    attributes = {"age": {"role": "quasi-identifying"}, "note": {"type": "integer", "replace": {"a": "7"}}}
    with pytest.raises(InvalidData, match="not of type integer") as refused:
        Anonymizer.open(job_of_visits(visits, attributes=attributes))
    assert "distinct cell 2" in refused.value.message
    for expression, found in (("visit > 'x'", "is of type date"), ("vist = 'x'", "no attribute"), ("(", "column 2")):
        with pytest.raises((InvalidJob, InvalidSelection), match=found):
            Anonymizer.open(job_of_visits(visits, subset={"select": expression}))


def test_that_a_random_order_is_another_each_time(visits):
    table = pa.table({"age": ["17"] * 40, "note": [str(number) for number in range(40)]})
    pq.write_table(table, visits)
    orders = []
    for number in range(2):
        attributes = {"age": {"role": "quasi-identifying"}}
        target = f"out{number}.parquet"
        output = {"path": str(visits.parent / "out" / target), "shuffle": True}
        released(job_of_visits(visits, target, attributes=attributes, output=output))
        orders.append(pq.read_table(output["path"])["note"].to_pylist())
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(table["note"].to_pylist())
    assert orders[0] != orders[1] != table["note"].to_pylist() != orders[0]


def test_that_the_explanation_has_every_table(visits):
    job = job_of_visits(visits, subset={"select": "note = 'a' and visit is not missing"})
    shown = explained(job, Control())
    made = re.findall(r'CREATE OR REPLACE TEMP TABLE "(\w+ \d)"', shown)
    read = set(re.findall(r'JOIN "(\w+ \d)" ON', shown))
    assert read == {"members 0", "members 1", "treated 0", "treated 1", "mapping 0"}
    assert read <= set(made)
    assert "P1" not in shown
    assert not list((visits.parent / "secret").iterdir())


def test_that_a_result_without_its_codebook_does_not_stay(visits):
    target, book = visits.parent / "out" / "out.parquet", visits.parent / "out" / "codebook.csv"
    target.write_text("as it was")
    attributes = {"age": {"role": "quasi-identifying"}, "person": {"role": "identifying"}}
    output = {"path": str(target), "codebook": str(book)}
    anonymizer = Anonymizer.open(job_of_visits(visits, attributes=attributes, output=output))
    released_tuples = anonymizer.apply(anonymizer.search().best.levels)
    book.mkdir()
    with pytest.raises(UnwritableFile):
        anonymizer.write(released_tuples)
    assert target.read_text() == "as it was"
    book.rmdir()
    anonymizer.write(released_tuples)
    assert codebook(book)["person"][1] == 'Not shown: every cell reads "*".'
    assert codebook(book)["note"][2] == "2"


def numbered(tmp_path: Path, attributes: dict[str, object], **more) -> Job:
    """The job of a table of two cities and three ages, whose rows have numbers."""
    cells = {"city": ["Bonn", "Bonn", "Bern", "Bern"] * 3, "age": [1, 1, 2, 2, 3, 3] * 2, "number": range(12)}
    pq.write_table(pa.table(cells), tmp_path / "table.parquet")
    return job_from(
        {
            "data": {"path": str(tmp_path / "table.parquet"), "engine": "duckdb"},
            "attributes": attributes,
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "suppression": {"limit": 1.0},
            "output": {"path": str(tmp_path / "out.parquet")},
            **more,
        }
    )


def test_that_another_subset_of_the_same_tuples_is_written(tmp_path):
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    first = Anonymizer.open(numbered(tmp_path, {"city": quasi, "age": quasi}, subset={"select": "number < 9"}))
    for select, expected in (("age > 1", 8), ("city = 'Bonn'", 6), (None, 12)):
        subset = None if select is None else SubsetSettings(select=select)
        recount = recount_of_another_subset(first, subset)
        assert recount.refuted == ()
        assert recount.records == expected


def test_that_minimum_levels_leave_subsets_and_treatments_to_the_stored_cells(tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 2)
    (tmp_path / "cities.csv").write_text("Bonn;*\nBern;*\n")
    attributes = {
        "city": {"role": "quasi-identifying", "hierarchy": str(tmp_path / "cities.csv"), "minimum_level": 1},
        "number": {"coding": {"top": "8"}},
    }
    job = numbered(tmp_path, attributes, subset={"select": "city = 'Bern' and number > 2"})
    _status, _told, rows, recount = released(job)
    assert recount.refuted == ()
    assert rows == Counter({("*", "2", "3"): 1, ("*", "1", "6"): 1, ("*", "1", "7"): 1, ("*", "3", ">=8"): 2})


def test_that_a_misfit_in_an_attribute_of_the_subset_is_found(tmp_path):
    attributes = {"age": {"role": "quasi-identifying"}, "city": {"type": "integer"}}
    with pytest.raises(InvalidData, match="distinct cell 1") as refused:
        Anonymizer.open(numbered(tmp_path, attributes, subset={"select": "city > 3"}))
    assert "cells 0" not in refused.value.message
