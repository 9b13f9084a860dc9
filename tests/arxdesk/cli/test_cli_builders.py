"""Jobs whose hierarchies are built: run with a proof, inspected, opened in the window, and saved as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk.core.session.loading_work import load
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import load_job

TABLES = ("adult", "cup", "creditcard", "mach2019")


def job_of(folder: Path, table: Path, search: str = "check_limit = 60\n") -> Path:
    path = folder / "job.toml"
    path.write_text(
        f'[data]\npath = "{table}"\n[attributes."*"]\nrole = "quasi-identifying"\n'
        'hierarchy = { builder = "automatic" }\n'
        f'[[privacy]]\nmodel = "k-anonymity"\nk = 5\n[suppression]\nlimit = 0.05\n[search]\n{search}'
        '[output]\npath = "out.csv"\n',
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize("table", TABLES)
def test_that_automatic_hierarchies_alone_make_a_feasible_job(shared: Path, tmp_path: Path, table: str):
    lines = (shared / "data" / table / f"{table}.csv").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "some.csv").write_text("".join(lines[:6001]), encoding="utf-8")
    job = job_of(tmp_path, Path("some.csv"))
    assert cli.main(["run", str(job), "--report", str(tmp_path / "report.json"), "--quiet"]) == 0
    facts = json.loads((tmp_path / "report.json").read_text("utf-8"))
    assert facts["solution"]["smallest_class"] >= 5
    assert facts["solution"]["suppressed_records"] <= 300
    verified = facts["verified"]
    assert all(each["verified"] for each in (*verified["models"], *verified["facts"]))


def test_that_inspect_tells_what_builds_a_hierarchy(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    rows = "".join(f"{20 + n % 40},{'fm'[n % 2]}\n" for n in range(200))
    (tmp_path / "people.csv").write_text(f"age,sex\n{rows}", encoding="utf-8")
    job = job_of(tmp_path, Path("people.csv"))
    assert cli.main(["inspect", str(job), "--json"]) == 0
    age, sex = json.loads(capsys.readouterr().out)["attributes"]
    assert age["hierarchy"] == {"builder": "automatic", "proposed": "interval"}
    assert sex["hierarchy"] == {"builder": "automatic", "proposed": "priority"}
    assert (age["levels"], sex["levels"]) == (5, 2)
    assert cli.main(["inspect", str(job)]) == 0
    assert "Built hierarchies: age (automatic: interval), sex (automatic: priority).\n" in capsys.readouterr().out


def test_that_an_edited_hierarchy_is_run_verified_and_inspected_like_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    cells = "".join(f"{20 + n % 40}\n" for n in range(400))
    (tmp_path / "people.csv").write_text(f"age\n{cells}", encoding="utf-8")
    rows = [[str(age), f"{age // 10}0s", "*"] for age in range(20, 61)]
    job = tmp_path / "job.toml"
    job.write_text(
        '[data]\npath = "people.csv"\n[attributes.age]\nrole = "quasi-identifying"\n'
        f'hierarchy = {{ builder = "table", rows = {json.dumps(rows)} }}\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 50\n[output]\npath = "out.csv"\n',
        encoding="utf-8",
    )
    assert cli.main(["run", str(job), "--report", str(tmp_path / "report.json"), "--quiet"]) == 0
    verified = json.loads((tmp_path / "report.json").read_text("utf-8"))["verified"]
    assert all(each["verified"] for each in (*verified["models"], *verified["facts"]))
    assert (tmp_path / "out.csv").read_text("utf-8").splitlines()[1] == "20s"
    assert cli.main(["inspect", str(job), "--json"]) == 0
    [age] = json.loads(capsys.readouterr().out)["attributes"]
    assert age["hierarchy"] == {"builder": "table", "rows": 41}
    job.write_text(job.read_text("utf-8").replace('["25", "20s", "*"], ', ""), encoding="utf-8")
    assert cli.main(["run", str(job), "--quiet"]) == 2
    assert '1 value has no entry for attribute "age": "25"' in capsys.readouterr().err


def test_that_a_project_with_builders_opens_with_its_hierarchies_and_is_saved_as_it_was(tmp_path: Path):
    (tmp_path / "people.csv").write_text("age\n" + "".join(f"{age}\n" for age in range(20, 60)), encoding="utf-8")
    job = job_of(tmp_path, Path("people.csv"))
    project = load(job, Control())
    assert project.hierarchies["age"].rows[3] == ("23", "20-24", "20-29", "20-39", "*")
    project.job.saved_at(job).save(job)
    assert load_job(job).attributes == project.job.attributes
