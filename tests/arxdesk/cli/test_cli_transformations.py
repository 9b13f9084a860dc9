"""The command line runs jobs with every transformation, says what it counted again, and what will become of columns."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk.cli.arguments import INVALID

JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
masking = { method = "pseudonym", key_file = "secret.key", create_key = true, mapping_file = "names/names.csv" }
[attributes.initials]
role = "identifying"
masking = { method = "redact", keep_first = 1 }
[attributes.age]
role = "quasi-identifying"
transformation = "cluster-microaggregate"
function = "median"
hierarchy = "ages.csv"
[attributes.income]
role = "quasi-identifying"
transformation = "microaggregate"
function = "arithmetic-mean"
[attributes.city]
transformation = "suppress"
[attributes.visit]
type = "date"
shift = { person = "name", days = 20, key_file = "secret.key" }
[attributes.score]
role = "sensitive"
coding = { top = "7" }
[[privacy]]
model = "k-anonymity"
k = 3
[[privacy]]
model = "l-diversity"
attribute = "score"
l = 2
[sampling]
fraction = 0.8
[suppression]
limit = 0.5
sensitive = true
[output]
path = "shared/out.csv"
"""
PEOPLE = "name,initials,age,income,city,visit,score\n" + "".join(
    f"n{number // 2},ab,{10 + number % 12},{number * 7 % 50},Ulm,2020-0{number % 9 + 1}-28,{number % 10}\n"
    for number in range(60)
)
AGES = "".join(f"{age},{age // 4 * 4}-{age // 4 * 4 + 3},*\n" for age in range(8, 24))


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    for name in ("shared", "names"):
        (tmp_path / name).mkdir()
    path = tmp_path / "job.toml"
    path.write_text(JOB)
    return path


def test_that_a_job_with_everything_runs_and_is_verified(job: Path, capsys: pytest.CaptureFixture[str]):
    report = job.parent / "report.json"
    assert cli.main(["run", str(job), "--report", str(report), "--threads", "1"]) == cli.DONE
    said = capsys.readouterr().out
    assert "Verified by a recount of the written file: 3-anonymity, distinct 2-diversity of score." in said
    rows = {line.split()[0]: line for line in said.splitlines() if line.startswith("  ")}
    assert rows["income"].endswith("  microaggregate (arithmetic-mean)")  # and no level 0 of 0
    assert rows["age"].endswith(" of 2, cluster-microaggregate (median)")
    facts = json.loads(report.read_text())
    assert facts["verified"]["all"] is True
    assert facts["input"]["records"] == 48
    for name in ("secret.key", "names/names.csv"):
        assert stat.S_IMODE((job.parent / name).stat().st_mode) == 0o600
    secret = (job.parent / "secret.key").read_bytes().hex()
    assert secret not in said + report.read_text()


def test_that_inspect_names_what_becomes_of_columns_and_makes_no_key(job: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", str(job)]) == cli.DONE
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
    ends = {
        "name": "pseudonym",
        "initials": "redact",
        "age": "cluster-microaggregate (median)",
        "income": "microaggregate (arithmetic-mean)",
        "city": "suppress",
        "visit": "shift dates",
        "score": "code",
    }
    assert {name: lines[name].endswith(end) for name, end in ends.items()} == dict.fromkeys(ends, True)
    assert not (job.parent / "secret.key").exists()


@pytest.mark.parametrize("target", ["secret.key", "names/names.csv", "names/out.csv"])
def test_that_secrets_are_neither_replaced_nor_shared(job: Path, target: str, capsys: pytest.CaptureFixture[str]):
    (job.parent / "secret.key").write_bytes(b"0123456789abcdef")
    assert cli.main(["run", str(job), "--output", str(job.parent / target)]) == INVALID
    assert "0123456789abcdef" not in capsys.readouterr().err
    assert (job.parent / "secret.key").read_bytes() == b"0123456789abcdef"
    assert list((job.parent / "names").iterdir()) == []


def test_that_a_mapping_in_the_way_is_told_before_the_search(job: Path, capsys: pytest.CaptureFixture[str]):
    (job.parent / "names" / "names.csv").write_text("mine")
    assert cli.main(["run", str(job)]) == INVALID
    assert "already exists with other content" in capsys.readouterr().err
    assert list((job.parent / "shared").iterdir()) == []
