"""`arxdesk verify`: a file that is there already, counted against a job."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arxdesk.cli.calling import arxdesk
from tests.arxdesk.cli.test_commands import AGES, JOB, PEOPLE, files


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    (tmp_path / "job.toml").write_text(JOB)
    assert arxdesk("run", tmp_path / "job.toml", "--output", tmp_path / "out.csv", "--report", tmp_path / "r.json")
    return tmp_path / "job.toml"


@pytest.mark.parametrize("more", [[], ["--claims", "r.json"]])
def test_that_a_result_is_confirmed_and_nothing_is_written(job: Path, tmp_path: Path, more: list[str]):
    before = files(tmp_path)
    claims = [tmp_path / each if "." in each else each for each in more]
    done = arxdesk("verify", tmp_path / "out.csv", "--job", job, *claims)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Verified by a recount of the written file: 2-anonymity." in done.stdout
    assert files(tmp_path) == before


def test_that_a_changed_file_ends_with_5_and_one_object(job: Path, tmp_path: Path):
    changed = tmp_path / "changed.csv"
    changed.write_text((tmp_path / "out.csv").read_text().replace(",m\n", ",f\n", 1))
    done = arxdesk("verify", changed, "--job", job, "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["verified"]["all"] is False
    assert "Do not share it." in done.stderr
    assert arxdesk("verify", changed, "--job", job, "--claims", tmp_path / "r.json").returncode == 5


def test_that_a_missing_input_ends_with_4_and_a_strange_report_with_2(job: Path, tmp_path: Path):
    assert arxdesk("verify", tmp_path / "absent.csv", "--job", job).returncode == 4
    done = arxdesk("verify", tmp_path / "out.csv", "--job", job, "--claims", job)
    assert (done.returncode, "no report of a run" in done.stderr) == (2, True)
    (tmp_path / "people.csv").unlink()
    assert arxdesk("verify", tmp_path / "out.csv", "--job", job).returncode == 4
