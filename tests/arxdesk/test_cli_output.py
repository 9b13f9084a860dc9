"""`arxdesk run` into every format that can be written: confirmed by counting again, with codebook, in any order."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

import pytest

from arxdesk.cli import main
from engine.io.passwords import VARIABLE, forget
from engine.io.writing import WRITABLE
from tests.engine.reading import read_raw
from tests.engine.test_every_format import rows_of

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
