"""The section [output] of a job: read, checked, and its paths where they mean the same."""

import contextlib
from pathlib import Path

import numpy as np
import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.io.databases.address import is_same_database
from arxdesk_engine.job.job import job_from, load_job
from arxdesk_engine.release.export import Exported, is_same_table, require_input_kept, shuffled

DATA = {"data": {"path": "people.csv"}}
OUTPUT = {
    "path": "sqlite:///shared/out.db",
    "table": "t",
    "replace_table": True,
    "shuffle": True,
    "codebook": "book.html",
    "spread": "spread.csv",
    "spread_seed": 7,
    "leave_out": ["Pat-ID"],
    "delimiter": ";",
    "quote": "all",
    "encoding": "cp1252",
    "decimal_mark": ",",
    "line_end": "crlf",
    "escape_formulas": True,
}


def test_that_the_fields_are_written_and_read(tmp_path):
    job = job_from(DATA | {"output": OUTPUT}).at(tmp_path / "job.toml")
    assert job.output_place == f"sqlite:///{tmp_path}/shared/out.db"
    assert job.absolute().output.codebook == str(tmp_path / "book.html")
    assert job.absolute().output.spread == str(tmp_path / "spread.csv")
    assert job.files_beside_output == (tmp_path / "book.html", tmp_path / "spread.csv")
    job.save(tmp_path / "job.toml")
    again = load_job(tmp_path / "job.toml")
    assert again.output == job.output
    below = tmp_path / "below"
    below.mkdir()
    again.saved_at(below / "job.toml").save(below / "job.toml")
    moved = load_job(below / "job.toml")
    assert moved.files_beside_output == job.files_beside_output
    assert (moved.output_place, moved.output.codebook) == (job.output_place, str(tmp_path / "book.html"))


@pytest.mark.parametrize(
    ("output", "found"),
    [
        ({"path": "postgresql://me:secret@host/db"}, "output.path: the address holds a password"),
        ({"table": ""}, "output.table"),
        ({"shuffle": 1}, "output.shuffle"),
        ({"replace_table": "yes"}, "output.replace_table"),
        ({"delimiter": ";;"}, 'output.delimiter: ";;" cannot separate cells'),
        ({"encoding": "cp9999"}, 'output.encoding: "cp9999" is not a known encoding'),
        ({"encoding": "rot13"}, "output.encoding"),
        ({"quote": "'"}, "output.quote"),
        ({"decimal_mark": ";"}, "output.decimal_mark"),
        ({"line_end": "\n"}, "output.line_end"),
        ({"spread_seed": -1}, "output.spread_seed"),
        ({"spread_seed": True}, "output.spread_seed"),
        ({"codebok": "x.html"}, 'Did you mean "codebook"'),
    ],
)
def test_that_faults_are_told_with_their_place(output, found):
    with pytest.raises(InvalidJob) as caught:
        job_from(DATA | {"output": output})
    assert found in caught.value.message
    assert "secret" not in caught.value.message
    with pytest.raises(InvalidJob, match="output"):
        job_from(DATA).with_output(**output)


def test_that_a_job_without_output_writes_nowhere():
    job = job_from(DATA)
    assert job.output_place is None
    assert job.with_output(path="out.csv").output_place == "out.csv"
    assert job.output.path is None
    with pytest.raises(ValueError, match="does not say"):
        require_input_kept(job, "output.path")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("postgresql://a@host/db", "postgresql+psycopg://b@HOST:5432/db", True),
        ("postgres://localhost/db", "postgresql://127.0.0.1/db?sslmode=require", True),
        ("postgresql:///db", "postgresql://localhost/db", True),
        ("postgresql://host/db", "postgresql://host/other", False),
        ("postgresql://host/db", "postgresql://other/db", False),
        ("postgresql://host/db", "postgresql://host:5433/db", False),
        ("postgresql://host/db", "mysql://host/db", False),
        ("mariadb://host/db", "mysql://host:3306/db", True),
    ],
)
def test_that_addresses_of_one_database_are_known(first, second, same):
    assert is_same_database(first, second) is same
    assert is_same_database(second, first) is same


def test_that_a_schema_may_be_left_out_of_a_name():
    assert is_same_table("people", "public.people")
    assert is_same_table("ward.people", "people")
    assert not is_same_table("ward.people", "other.people")
    assert not is_same_table("people", "old_people")


@pytest.mark.parametrize(("system", "is_refused"), [("mariadb", True), ("mssql", True), ("postgresql", False)])
def test_that_capital_letters_tell_no_tables_apart_where_the_system_may_ignore_them(system, is_refused):
    address = f"{system}://host/db"
    job = job_from({"data": {"path": address, "table": "people"}, "output": {"path": address, "table": "PEOPLE"}})
    with pytest.raises(InvalidJob, match="in the place of the table") if is_refused else contextlib.nullcontext():
        require_input_kept(job, "output.path")


def test_that_a_result_does_not_stand_beside_the_only_table():
    """Nobody could tell any more which of the two is read."""
    job = job_from({"data": {"path": "postgresql://host/db"}})
    for table in ("people", "new"):
        with pytest.raises(InvalidJob, match="the table that is read"):
            require_input_kept(job.with_output(path="postgresql://host/db", table=table), "output.path")
    require_input_kept(job.with_output(path="postgresql://host/other", table="people"), "output.path")


def test_that_any_order_is_as_likely_as_any_other():
    numbers = np.arange(3) * 10
    seen = [tuple(shuffled(numbers).tolist()) for _run in range(3_000)]
    assert {tuple(sorted(each)) for each in seen} == {(0, 10, 20)}
    counts = [seen.count(order) for order in set(seen)]
    assert len(counts) == 6
    assert min(counts) > 350  # 500 are expected; fewer come less often than once in 10^12 times
    assert shuffled(np.arange(0)).tolist() == []


def test_that_what_was_written_is_told_in_a_sentence():
    exported = Exported("/a/out.csv", "00", np.arange(3), ",", None, {})
    assert (exported.name, exported.records) == ("out.csv", 3)
    assert exported.plain() == {"path": "/a/out.csv", "sha256": "00"}
    in_database = Exported(
        "postgresql://host/db", "00", np.arange(3), None, "t", {}, is_shuffled=True, codebook=Path("/b")
    )
    assert in_database.sentence == "Written to the table t of postgresql://host/db."
    assert in_database.plain() == {
        "path": "postgresql://host/db",
        "sha256": "00",
        "table": "t",
        "shuffled": True,
        "codebook": "/b",
    }
