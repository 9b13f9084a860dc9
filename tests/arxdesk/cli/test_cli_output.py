"""`arxdesk run` into every format that can be written: confirmed by counting again, with codebook, in any order."""

from __future__ import annotations

import csv
import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arxdesk.cli.commands import main
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.io.databases.passwords import VARIABLE, forget
from arxdesk_engine.io.writing import WRITABLE, Target, write_table
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_dataset, read_raw

SUFFIXES = [suffix for suffixes in WRITABLE.values() for suffix in suffixes]
DATABASES = (".sqlite", ".sqlite3", ".db")

JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"
[attributes.sex]
role = "quasi-identifying"
[attributes.admitted]
type = "date"
[[privacy]]
model = "k-anonymity"
k = 2
[suppression]
limit = 0.5
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    lines = ["name,age,sex,admitted,weight,last visit"]
    for number in range(40):
        weight = "" if number % 7 == 3 else 60.5 + number
        sex = "x" if number % 13 == 0 else "mf"[number % 2]
        lines.append(f"=n{number},{20 + number % 6},{sex},2020-01-{1 + number % 28:02},{weight},u{number}")
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n")
    (tmp_path / "ages.csv").write_text("".join(f"{age},{age // 4 * 4}-{age // 4 * 4 + 3},*\n" for age in range(10, 40)))
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path / "job.toml"


def run(job: Path, *options: object) -> tuple[int, dict]:
    report = job.parent / "report.json"
    status = main(["run", str(job), "--report", str(report), "--threads", "1", *map(str, options)])
    return status, json.loads(report.read_text()) if report.exists() else {}


def test_that_a_report_for_programs_is_not_written_as_a_page(job: Path, capsys: pytest.CaptureFixture[str]):
    for name in ("facts.pdf", "facts.HTML"):
        assert main(["run", str(job), "--report", str(job.parent / name)]) == 2
        assert "arxdesk report writes an evidence report" in capsys.readouterr().err
        assert not (job.parent / name).exists()


def table_of(suffix: str) -> list[str]:
    return ["--table", "shared"] if suffix in DATABASES else []


def read(path: Path | str, table: str | None = None, password: str | None = None) -> list[list[str]]:
    return rows_of(read_raw(path, password, table=table, header=True))


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("options", [[], ["--shuffle"]])
def test_that_every_format_is_written_and_confirmed(job: Path, suffix: str, options: list[str]):
    plain = job.parent / "plain.csv"
    assert run(job, "--output", plain)[0] == 0
    target = job.parent / f"out{suffix}"
    status, report = run(job, "--output", target, *table_of(suffix), *options)
    assert (status, report["verified"]["all"]) == (0, True), report["verified"]
    table = "shared" if suffix in DATABASES else None
    rows, expected = read(target, table), read(plain)
    assert sorted(rows) == sorted(expected)
    assert (rows == expected) is (not options)
    assert report["output"].get("shuffled", False) is bool(options)


def test_that_two_shuffled_runs_come_in_different_orders(job: Path):
    for name in ("one.csv", "two.csv"):
        assert run(job, "--output", job.parent / name, "--shuffle")[0] == 0
    one, two = (read(job.parent / name) for name in ("one.csv", "two.csv"))
    assert one != two
    assert sorted(one) == sorted(two)


def test_that_a_codebook_is_written_beside_the_result(job: Path):
    target, codebook = job.parent / "out.csv", job.parent / "book.csv"
    status, report = run(job, "--output", target, "--codebook", codebook)
    assert (status, report["output"]["codebook"]) == (0, str(codebook))
    with codebook.open(newline="", encoding="utf-8") as stream:
        named = [row["column"] for row in csv.DictReader(stream) if row["role"]]
    assert named == ["name", "age", "sex", "admitted", "weight", "last visit"]


def test_that_the_job_says_all_of_that_itself(job: Path):
    job.write_text(
        JOB
        + '[output]\npath = "out.db"\ntable = "shared"\nshuffle = true\ncodebook = "book.html"\nsuppressed = "drop"\n'
    )
    status, report = run(job)
    assert (status, report["verified"]["all"]) == (0, True)
    assert report["output"]["table"] == "shared"
    assert (job.parent / "book.html").exists()
    status, _report = run(job)  # the table is there now
    assert status == 4
    job.write_text(job.read_text() + "replace_table = true\n")
    assert run(job)[0] == 0
    # A file on the command line has no tables, whatever the job says of its own.
    assert run(job, "--output", job.parent / "out.csv")[0] == 0


def test_that_a_table_that_exists_is_told_before_the_search(job: Path, capsys: pytest.CaptureFixture[str]):
    target = job.parent / "out.sqlite"
    with sqlite3.connect(target) as connection:
        connection.execute("CREATE TABLE shared (a)")
    connection.close()
    before = target.read_bytes()
    assert run(job, "--output", target, "--table", "shared")[0] == 4
    assert "a table of that name already exists" in capsys.readouterr().err
    assert target.read_bytes() == before
    assert run(job, "--output", target, "--table", "shared", "--replace-table")[0] == 0
    assert len(read(target, "shared")) == 40


@pytest.mark.parametrize(
    ("options", "found"),
    [
        (["--output", "out.ods"], "can be read but not written"),
        (["--output", "out.csv", "--table", "t"], "only a database has tables"),
        (["--output", "out.db"], "needs the name of a table"),
        (["--output", "out.csv", "--codebook", "book.pdf"], "no suffix that a codebook can have"),
        (["--output", "out.csv", "--codebook", "out.csv"], "the codebook would replace the result"),
        (["--output", "people.csv"], "is a file that the job reads"),
        (["--output", "postgresql://me:secret@localhost/db", "--table", "t"], "the address holds a password"),
    ],
)
def test_that_what_cannot_be_written_is_told_before_the_search(
    job: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: list[str], found: str
):
    monkeypatch.chdir(job.parent)
    before = {path.name: path.read_bytes() for path in job.parent.iterdir()}
    status, _report = run(job, *options)
    assert status == 2
    told = capsys.readouterr().err
    assert found in told
    assert "secret" not in told
    assert {path.name: path.read_bytes() for path in job.parent.iterdir()} == before


@pytest.fixture
def server(postgresql_server, monkeypatch: pytest.MonkeyPatch):
    forget()
    monkeypatch.setenv(VARIABLE, postgresql_server.password)
    postgresql_server.execute("DROP SCHEMA IF EXISTS cli CASCADE", "CREATE SCHEMA cli")
    yield postgresql_server
    forget()


def test_that_a_result_goes_into_a_server_and_is_confirmed(job: Path, server, capsys: pytest.CaptureFixture[str]):
    plain = job.parent / "plain.csv"
    assert run(job, "--output", plain)[0] == 0
    status, report = run(job, "--output", server.address, "--table", "cli.shared", "--shuffle")
    assert (status, report["verified"]["all"]) == (0, True), report["verified"]
    assert report["output"]["path"] == server.address
    assert server.password not in json.dumps(report) + capsys.readouterr().out
    assert sorted(read(server.address, "cli.shared")) == sorted(read(plain))


def test_that_the_table_that_is_read_is_not_replaced(job: Path, server, capsys: pytest.CaptureFixture[str]):
    people = read_dataset(job.parent / "people.csv")
    write_table(Target(server.address, "cli.people"), people.columns)
    job.write_text(JOB.replace('path = "people.csv"', f'path = "{server.address}"\ntable = "cli.people"'))
    same = server.address.replace("localhost", "127.0.0.1")
    for table in ("cli.people", "people"):
        assert run(job, "--output", same, "--table", table, "--replace-table")[0] == 2
        assert "the table that is read" in capsys.readouterr().err
    status, report = run(job, "--output", server.address, "--table", "cli.again")
    assert (status, report["verified"]["all"]) == (0, True), report["verified"]


def test_that_a_table_that_was_changed_is_told_loudly(job: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    target, write = job.parent / "out.db", Anonymizer.write

    def write_and_change(anonymizer, output, **options):
        exported = write(anonymizer, output, **options)
        with sqlite3.connect(target) as connection:
            connection.execute("UPDATE shared SET weight = '1' WHERE rowid = 7")
        connection.close()
        return exported

    monkeypatch.setattr(Anonymizer, "write", write_and_change)
    status, report = run(job, "--output", target, "--table", "shared")
    assert status == 5
    refuted = [each["fact"] for each in report["verified"]["facts"] if each["verified"] is False]
    assert refuted == ["sha256", "other columns"]
    assert "other columns: in 1 record " in (told := capsys.readouterr().err)
    assert "Do not share it." in told


@pytest.mark.parametrize("suffix", [".xlsx", ".sav", ".db", ".csv"])
def test_that_an_order_that_was_not_written_is_told(job: Path, suffix: str, monkeypatch: pytest.MonkeyPatch):
    """The order that is told beside a result only says what is compared with what; a database has none."""
    write = Anonymizer.write

    def write_and_confuse(anonymizer, output, **options):
        exported = write(anonymizer, output, **options)
        return replace(exported, order=np.roll(exported.order, 1))

    monkeypatch.setattr(Anonymizer, "write", write_and_confuse)
    status, report = run(job, "--output", job.parent / f"out{suffix}", *table_of(suffix), "--shuffle")
    assert (status, report["verified"]["all"]) == ((0, True) if suffix == ".db" else (5, False))


def test_that_a_database_on_the_command_line_gets_the_table_of_the_job(job: Path):
    job.write_text(job.read_text() + '\n[output]\npath = "x.csv"\ntable = "shared"\n')
    status, report = run(job, "--output", job.parent / "out.db")
    assert (status, report["output"]["table"]) == (0, "shared")
    status, report = run(job, "--output", job.parent / "out.csv")
    assert (status, "table" in report["output"]) == (0, False)
