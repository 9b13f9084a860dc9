"""One job for daily files: its table and its settings from the command line, and the standard streams."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.verification.recount import Recount, UnconfirmedFile
from tests.arxdesk.cli.calling import arxdesk
from tests.arxdesk.cli.test_commands import AGES, JOB, PEOPLE, files
from tests.places import ROOT


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path / "job.toml"


def piped(given: bytes, *arguments: object, closed: str = "") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "arxdesk", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, cwd=ROOT, timeout=120, check=False)


def test_that_another_table_comes_in_place_of_that_of_the_job(job: Path, tmp_path: Path):
    (tmp_path / "people.csv").unlink()
    daily = tmp_path / "daily"
    daily.mkdir()
    (daily / "monday.csv").write_text("name,age,sex\na,10,m\nb,11,f\nc,12,m\nd,13,f\n")
    done = arxdesk("run", job, "--input", daily / "monday.csv", "--output", tmp_path / "out.csv", "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["input"]["records"], facts["verified"]["all"]) == (0, 4, True)


def test_that_a_missing_table_is_named_as_it_was_given(job: Path, tmp_path: Path):
    done = arxdesk("inspect", job, "--input", tmp_path / "tuesday.csv")
    assert done.returncode == 4
    assert "tuesday.csv: cannot be read" in done.stderr


def test_that_settings_come_from_the_command_line(job: Path):
    changes = ["--set", "privacy.k-anonymity.k=4", "--set", "suppression.limit = 0.0"]
    done = arxdesk("run", job, *changes, "--json")
    assert json.loads(done.stdout)["solution"]["smallest_class"] >= 4
    assert arxdesk("run", job, "--json").returncode == 0


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("privacy.1.k=many", '--set privacy.1.k: "many" is not allowed'),
        ("privacy.1.kk=3", "--set privacy.1.kk: this key is not known"),
        ("suppression.limit", "--set suppression.limit: there is no = between"),
    ],
)
def test_that_a_wrong_setting_names_its_key(job: Path, given: str, told: str):
    done = arxdesk("run", job, "--set", given)
    assert done.returncode == 2
    assert told in done.stderr


def test_that_a_table_goes_through_the_standard_streams(job: Path, tmp_path: Path):
    before = files(tmp_path)
    done = piped(PEOPLE.encode(), "run", job, "--input", "-", "--output", "-")
    assert done.returncode == 0, done.stderr
    written = list(csv.DictReader(io.StringIO(done.stdout.decode())))
    assert len(written) == 8
    assert {row["name"] for row in written} == {"*"}
    assert b"Written to standard output." in done.stderr
    assert files(tmp_path) == before
    assert not (ROOT / "-").exists()


def test_that_a_job_and_parquet_come_from_standard_input(job: Path, tmp_path: Path):
    absolute = JOB.replace('"ages.csv"', f'"{tmp_path / "ages.csv"}"').replace(
        '"people.csv"', f'"{tmp_path}/people.csv"'
    )
    done = piped(absolute.encode(), "run", "-", "--json")
    assert json.loads(done.stdout)["solution"]["levels"] == {"age": 2, "sex": 0}
    table = io.BytesIO()
    pq.write_table(pa.table({"name": ["a", "b"], "age": [10, 11], "sex": ["m", "m"]}), table)
    done = piped(table.getvalue(), "run", job, "--input", "-", "--output", "-", "--quiet")
    assert done.stdout.decode().splitlines()[0] == "name,age,sex"
    assert done.stderr == b""


@pytest.mark.parametrize(
    "arguments", [["-", "--input", "-"], ["job", "--output", "-", "--json"], ["job", "--output", "-", "--report", "-"]]
)
def test_that_a_stream_is_taken_once(job: Path, arguments: list[str]):
    done = arxdesk("run", *(job if each == "job" else each for each in arguments))
    assert done.returncode == 2
    assert "cannot be" in done.stderr


def test_that_a_contradicted_result_never_reaches_standard_output(job: Path, monkeypatch):
    def refused(recount: Recount, *, whole: bool = False) -> None:
        raise UnconfirmedFile(Problem(recount.place, "the recount of the file contradicts a claim"))

    monkeypatch.setattr(Recount, "require_confirmed", refused)
    done = arxdesk("run", job, "--output", "-")
    assert (done.returncode, done.stdout) == (5, "")


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (["run"], {"input", "search", "solution", "risk"}),
        (["inspect"], {"records", "attributes", "lattice_size"}),
        (["lattice", "--output", "all.csv"], {"transformations", "anonymous", "output"}),
        (["report", "--output", "page.html"], {"report", "sentence", "verified"}),
        (["attack"], {"attackers", "rows"}),
    ],
)
def test_that_every_command_gives_one_object_with_the_version(job: Path, tmp_path: Path, command: list[str], keys):
    more = [tmp_path / each if "." in each else each for each in command[1:]]
    done = arxdesk(command[0], job, *more, "--json")
    assert done.returncode == 0, done.stderr
    assert keys | {"arxdesk"} <= json.loads(done.stdout).keys()


def test_that_programs_are_told_what_is_wrong(job: Path):
    done = arxdesk("run", job, "--set", "privacy.1.k=many", "--json")
    told = json.loads(done.stdout)
    assert done.returncode == told["exit_status"] == 2
    assert told["problems"][0]["place"] == "--set privacy.1.k"
    assert told["problems"][0]["found"] in done.stderr


def test_that_a_page_and_a_listing_go_to_standard_output(job: Path):
    page, listing = arxdesk("report", job, "--output", "-"), arxdesk("lattice", job, "--output", "-")
    assert page.stdout.startswith("<!DOCTYPE html>")
    assert "Written to standard output." in page.stderr
    assert listing.stdout.splitlines()[0].startswith("age,sex,anonymous")


def test_that_the_table_in_the_job_holds_for_a_database_on_the_command_line(job: Path, tmp_path: Path):
    job.write_text(JOB + '[output]\npath = "shared.db"\ntable = "shared"\n')
    assert arxdesk("run", job, "--output", tmp_path / "other.db").returncode == 0
    with sqlite3.connect(tmp_path / "other.db") as connection:
        assert connection.execute("SELECT count(*) FROM shared").fetchone() == (8,)
    connection.close()
