"""`arxdesk apply`: a plan of a run, of a report and of a project, for the rows of another day."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import load_job
from arxdesk_engine.projects.archive import write_project
from arxdesk_engine.projects.outcome import Outcome
from tests.arxdesk.cli.calling import arxdesk
from tests.arxdesk.cli.test_cli_daily import piped
from tests.arxdesk.cli.test_commands import AGES, JOB, PEOPLE, files, rows
from tests.engine.projects.projects import project_of

NEW = "name,age,sex\n" + "".join(f"x{n},{age},{sex}\n" for n, (age, sex) in enumerate([(10, "m"), (11, "f")] * 3))


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    (tmp_path / "new.csv").write_text(NEW)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path / "job.toml"


def test_that_a_run_writes_a_plan_that_is_done_again(job: Path, tmp_path: Path):
    plan, report, target = tmp_path / "study.plan.toml", tmp_path / "r.json", tmp_path / "out.csv"
    run = arxdesk("run", job, "--plan", plan, "--report", report, "-q")
    assert (run.returncode, run.stderr) == (0, "")
    done = arxdesk("apply", plan, tmp_path / "new.csv", "--output", target, "--json")
    facts = json.loads(done.stdout)
    assert (done.returncode, facts["verified"]["all"], facts["new_rows"]["unseen"]) == (0, True, {})
    levels = json.loads(report.read_text())["solution"]["levels"]
    assert facts["solution"]["levels"] == levels
    assert len(rows(target)) == 6
    other = tmp_path / "other.csv"
    assert arxdesk("apply", job, tmp_path / "new.csv", "--levels", report, "--output", other).returncode == 0
    assert other.read_text() == target.read_text()


def test_that_what_is_new_is_told(job: Path, tmp_path: Path):
    plan = tmp_path / "study.plan.toml"
    assert arxdesk("run", job, "--plan", plan, "-q", "--set", "attributes.age.maximum_level=1").returncode == 0
    new = NEW + "y,77,m\n"
    done = piped(new.encode(), "apply", plan, "-", "--output", "-")
    told = done.stderr.decode()
    assert 'age: the plan does not know 1 value, which reads "*" now (records with it: 1).' in told
    assert "1 record of 7 was removed: it is in a group" in told
    before = files(tmp_path)
    done = piped(new.encode(), "apply", plan, "-", "--output", tmp_path / "none.csv", "--small", "fail")
    assert done.returncode == 3
    assert b"Nothing was released." in done.stderr
    assert files(tmp_path) == before
    done = piped(new.encode(), "apply", plan, "-", "--output", "-", "--small", "keep")
    assert b"The result does not satisfy the plan: 1 record of 7" in done.stderr
    assert len(done.stdout.splitlines()) == 8


def test_that_a_project_gives_what_it_has_applied(job: Path, tmp_path: Path):
    bare, kept = tmp_path / "bare.arxdesk", tmp_path / "kept.arxdesk"
    write_project(bare, project_of(load_job(job)))
    done = arxdesk("apply", bare, tmp_path / "new.csv")
    assert (done.returncode, "has no result" in done.stderr) == (2, True)
    project = project_of(load_job(job))
    anonymizer = Anonymizer.formulate(project.job, project.dataset, project.hierarchies)
    applied = anonymizer.problem.lattice.top
    moment = dt.datetime(2026, 11, 28, tzinfo=dt.UTC)
    outcome = Outcome(anonymizer.search(), cut_short=False, applied=applied, moment=moment, version="0.1.0")
    write_project(kept, replace(project, outcome=outcome))
    done = arxdesk("apply", kept, tmp_path / "new.csv", "--output", tmp_path / "out.csv", "--json")
    assert tuple(json.loads(done.stdout)["solution"]["levels"].values()) == applied


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["job.toml", "new.csv"], "is no plan. Have arxdesk run write one with --plan"),
        (["job.toml", "new.csv", "--levels", "job.toml"], "this is no report of a run"),
        (["job.toml", "new.csv", "--levels", "absent.json"], "cannot be read"),
        (["job.toml", "new.csv", "--small", "maybe"], "invalid choice"),
    ],
)
def test_that_what_is_no_plan_is_told(job: Path, tmp_path: Path, arguments: list[str], told: str):
    done = arxdesk("apply", *(tmp_path / each if "." in each else each for each in arguments))
    assert done.returncode in (2, 4)
    assert told in done.stderr


def test_that_a_plan_is_refused_before_the_search(job: Path, tmp_path: Path):
    for path, told in (("plan.json", ".toml"), ("job.toml", "a file that the job reads")):
        done = arxdesk("run", job, "--plan", tmp_path / path)
        assert done.returncode == 2
        assert told in done.stderr
    done = arxdesk("run", job, "--plan", tmp_path / "p.toml", "--set", "search.local_recoding={ iterations = 5 }")
    assert "levels of their own" in done.stderr
