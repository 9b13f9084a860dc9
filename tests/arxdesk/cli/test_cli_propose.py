"""`arxdesk propose`: a first job for a table, which runs as it is and says why."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from arxdesk_engine.job.job import load_job
from tests.arxdesk.cli.calling import arxdesk
from tests.arxdesk.cli.test_commands import files
from tests.places import EXAMPLE_JOB

PEOPLE = "patient id,zip,age,diagnosis,ward.x,note\n" + "".join(
    f"P{n:05},{4000 + n % 7},{20 + n % 9},{['flu', 'asthma'][n % 2]},W{n % 3},{'a b c'[n % 5]}\n" for n in range(60)
)


@pytest.fixture
def people(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    return tmp_path / "people.csv"


def test_that_the_proposal_is_a_job_that_runs(people: Path, tmp_path: Path):
    job, target = tmp_path / "people.toml", tmp_path / "out.csv"
    done = arxdesk("propose", people, "--output", job)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Read the roles before you run it." in done.stdout
    content = tomllib.loads(job.read_text())
    assert content["data"]["path"] == "people.csv"
    roles = {name: each["role"] for name, each in content["attributes"].items()}
    assert roles["patient id"] == "identifying"
    assert roles["zip"] == roles["age"] == "quasi-identifying"
    assert roles["diagnosis"] == "sensitive"
    assert content["attributes"]["age"]["hierarchy"] == {"builder": "automatic"}
    assert job.read_text().count("\n# ") > len(roles)
    assert arxdesk("run", job, "--output", target).returncode == 0
    assert "P00001" not in target.read_text()


def test_that_it_is_printed_or_given_to_programs(people: Path, tmp_path: Path):
    before = files(tmp_path)
    printed = arxdesk("propose", people)
    assert tomllib.loads(printed.stdout)["data"]["path"] == str(people)
    facts = json.loads(arxdesk("propose", people, "--json").stdout)
    assert facts["job"] == printed.stdout
    assert facts["attributes"][0]["name"] == "patient id"
    assert facts["attributes"][0]["role"] == "identifying"
    assert facts["attributes"][0]["reason"]
    assert files(tmp_path) == before


def test_that_the_example_gets_the_roles_that_its_job_has(tmp_path: Path):
    job = load_job(EXAMPLE_JOB)
    done = arxdesk("propose", job.table_place, "--json")
    proposed = {each["name"]: each["role"] for each in json.loads(done.stdout)["attributes"]}
    assert proposed == {name: job.settings_of(name).role.value for name in proposed}


def test_that_a_table_without_any_sign_is_told(tmp_path: Path):
    table = tmp_path / "x.csv"
    table.write_text("a,b\n" + "u,v\n" * 30)
    done = arxdesk("propose", table)
    assert done.returncode == 0
    assert "no column looks like one by which people could be found" in done.stderr
    assert "Please decide." in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["-"], 2, "Save the table to a file first."),
        (["absent.csv"], 4, "cannot be read"),
        (["people.csv", "--output", "job.json"], 2, ".toml"),
        (["people.csv", "--output", "there.toml"], 2, "--replace"),
        (["people.pdf"], 2, "cannot be read as tables"),
    ],
)
def test_that_what_cannot_be_proposed_is_told(people: Path, tmp_path: Path, arguments: list[str], status: int, told):
    (tmp_path / "there.toml").write_text("mine")
    before = files(tmp_path)
    done = arxdesk("propose", *(tmp_path / each if "." in each else each for each in arguments))
    assert done.returncode == status
    assert told in done.stderr
    assert files(tmp_path) == before
