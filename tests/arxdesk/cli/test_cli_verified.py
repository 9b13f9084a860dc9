"""`arxdesk run` counts what it has written once more: what it says, reports, and how it ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from arxdesk.cli import commands as cli
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.release.export import Exported
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.recount import UnconfirmedFile
from tests.engine.problems import ADULT, reference_job
from tests.places import EXAMPLE_JOB as EXAMPLE

JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"
[attributes.illness]
role = "sensitive"
[[privacy]]
model = "k-anonymity"
k = 3
[[privacy]]
model = "l-diversity"
attribute = "illness"
l = 2
[suppression]
limit = 0.5
"""
PEOPLE = "name,age,illness\n" + "".join(f"n{age},{age},{'abc'[age % 3]}\n" for age in range(10, 22))
AGES = "".join(f"{age},{age // 4 * 4}-{age // 4 * 4 + 3},*\n" for age in range(8, 24))


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    path = tmp_path / "job.toml"
    path.write_text(JOB)
    return path


def run(job: Path, *options: str) -> tuple[int, dict]:
    """The exit status and the report."""
    report = job.parent / "report.json"
    status = cli.main(["run", str(job), "--report", str(report), "--threads", "1", *options])
    return status, json.loads(report.read_text())


@pytest.fixture
def tampering(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Makes the program write something else than it has found."""
    write = Anonymizer.write

    def replaced(before: str, after: str) -> None:
        def write_and_replace(anonymizer: Anonymizer, output: Output, **options: object) -> Exported:
            exported = write(anonymizer, output, **options)
            path = Path(exported.place)
            text = path.read_text()
            assert before in text
            path.write_text(text.replace(before, after))
            return exported

        monkeypatch.setattr(Anonymizer, "write", write_and_replace)

    return replaced


def test_that_parquet_is_read_written_and_confirmed(job: Path, tmp_path: Path):
    people = pd.read_csv(tmp_path / "people.csv")
    people.to_parquet(tmp_path / "people.parquet", index=False)
    job.write_text(JOB.replace("people.csv", "people.parquet"))
    status, report = run(job, "--output", str(tmp_path / "out.parquet"))
    assert status == 0
    assert report["verified"]["all"] is True
    written = pd.read_parquet(tmp_path / "out.parquet")
    assert written["illness"].tolist() == people["illness"].tolist()
    assert set(written["name"]) == {"*"}


def test_that_what_is_verified_is_said_and_reported(job: Path, capsys: pytest.CaptureFixture[str]):
    status, facts = run(job, "--output", str(job.parent / "out.csv"))
    assert status == cli.DONE
    lines = capsys.readouterr().out.splitlines()
    said = lines.index("Verified by a recount of the written file: 3-anonymity, distinct 2-diversity of illness.")
    assert lines[said + 1].startswith("Written to ")
    verified = facts["verified"]
    assert verified["models"] == [
        {"model": "3-anonymity", "verified": True, "reason": ""},
        {"model": "distinct 2-diversity of illness", "verified": True, "reason": ""},
    ]
    assert verified["all"] is True
    assert verified["records"] == facts["input"]["records"]
    for name in ("suppressed_records", "classes", "smallest_class", "largest_class"):
        assert verified[name] == facts["solution"][name]
    assert {each["fact"] for each in verified["facts"]} == {
        "sha256",
        "records",
        "quasi-identifiers",
        "other columns",
        "suppressed_records",
        "classes",
        "smallest_class",
        "largest_class",
    }


def test_that_nothing_is_verified_where_nothing_is_written(job: Path, capsys: pytest.CaptureFixture[str]):
    status, facts = run(job)
    assert status == cli.DONE
    assert "verified" not in facts
    assert "Verified" not in capsys.readouterr().out


@pytest.mark.parametrize("quiet", [False, True])
def test_that_a_file_that_does_not_confirm_the_claims_is_told_loudly(
    job: Path, tampering, capsys: pytest.CaptureFixture[str], quiet: bool
):
    tampering(",a\n", ",b\n")
    target = job.parent / "out.csv"
    status, facts = run(job, "--output", str(target), *(["--quiet"] if quiet else []))
    assert status == UnconfirmedFile.exit_status == 5
    told = capsys.readouterr()
    lines = told.err.splitlines()
    assert lines[0] == (f"arxdesk: {target}: the recount of the file contradicts a claim. Do not share it.")
    assert lines[1].startswith("sha256: ")
    assert lines[2:] == ["other columns: in 4 records they are not those derived from the input."]
    assert ("NOT CONFIRMED: sha256, other columns" in told.out) is not quiet
    assert facts["verified"]["all"] is False
    assert target.exists()


def test_that_a_model_that_the_file_breaks_is_named(job: Path, tampering, capsys: pytest.CaptureFixture[str]):
    tampering("12-15,a", "12-15!,a")
    status, facts = run(job, "--output", str(job.parent / "out.csv"))
    assert status == UnconfirmedFile.exit_status
    told = capsys.readouterr().err
    assert "3-anonymity: 2 of 3 groups break it." in told
    assert "distinct 2-diversity of illness: 1 of 3 groups breaks it." in told
    assert [each["verified"] for each in facts["verified"]["models"]] == [False, False]


def test_that_what_cannot_be_recounted_is_said_with_its_reason(job: Path, capsys: pytest.CaptureFixture[str]):
    estimated = '[[privacy]]\nmodel = "population-uniqueness"\nthreshold = 0.5\nestimator = "pitman"\npopulation = 90\n'
    job.write_text(JOB.replace('"k-anonymity"\nk = 3', '"k-anonymity"\nk = 1').replace("l = 2", "l = 1") + estimated)
    status, facts = run(job, "--output", str(job.parent / "out.csv"))
    assert status == cli.DONE
    counted = facts["verified"]["models"][-1]
    lines = capsys.readouterr().out.splitlines()
    if facts["solution"]["smallest_class"] == 1:
        assert (counted["verified"], counted["reason"]) == (None, "this estimate is not recomputed")
        assert lines[-2].startswith("Not recounted: population uniqueness of at most 50 % (Pitman) (this estimate")
    else:
        assert counted["verified"] is True


def test_that_the_example_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["run", str(EXAMPLE), "--output", str(tmp_path / "out.csv")]) == cli.DONE
    assert "Verified by a recount of the written file: 5-anonymity." in capsys.readouterr().out


def test_that_adult_with_local_recoding_and_sensitive_values_is_verified(shared: Path, tmp_path: Path):
    path = tmp_path / "adult.toml"
    job = reference_job(shared, "adult", ADULT[:-2], limit=0.05).saved_at(path).to_toml()
    more = (
        '\n[[privacy]]\nmodel = "t-closeness"\nattribute = "occupation"\nt = 0.6\nvariant = "hierarchical"\n'
        f'[attributes.occupation]\nrole = "sensitive"\nhierarchy = "{shared}/data/adult/hierarchy_occupation.csv"\n'
        "[search]\nlocal_recoding = { iterations = 10 }\n"
    )
    path.write_text(job + more)
    status, facts = run(path, "--output", str(tmp_path / "out.csv"))
    assert status == cli.DONE
    assert facts["verified"]["all"] is True
    assert facts["verified"]["classes"] == facts["local_recoding"]["classes"]
