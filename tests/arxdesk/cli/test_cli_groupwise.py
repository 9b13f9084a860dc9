"""`arxdesk run` and `report` on jobs that are recoded group by group: progress, exit status, text, reports."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import signal
from collections import Counter
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk.cli.arguments import INVALID
from arxdesk.cli.ending import NOTHING_FOUND
from arxdesk_engine.analysis.refinement.sentences import sentence
from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from tests.arxdesk.cli.test_commands import OnTerminal, wide_job
from tests.engine.report.reports import Page
from tests.engine.verification.runs import Row, job_on, people, quasi_identifiers

K = {"model": "k-anonymity", "k": 4}
LINE = re.compile(r"loss (\d\.\d{4}), bound (\d\.\d{4}), gap [<\d. ]+ %")


def job(folder: Path, privacy: list[dict] | None = None, rows: list[Row] | None = None, **sections: object) -> Path:
    sections.setdefault("search", {"recoding": "groupwise"})
    path = folder / "job.toml"
    job_on(folder, rows or people(120), [K], **sections).job.model_copy().save(path)
    if privacy is not None:  # a job that is refused cannot be opened
        text = path.read_text()
        start = text.index("[[privacy]]")
        path.write_text(text[:start] + "".join(map(section, privacy)) + text[text.index("[", start + 12) :])
    return path


def section(model: dict) -> str:
    return "[[privacy]]\n" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in model.items())


def run(path: Path, *options: str) -> tuple[int, dict]:
    """The exit status and the JSON report."""
    report = path.with_name("report.json")
    status = cli.main(["run", str(path), "--report", str(report), "--threads", "1", *options])
    return status, json.loads(report.read_text())


def test_that_the_outcome_is_told_reported_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, target = job(tmp_path), tmp_path / "out.csv"
    status, facts = run(path, "--output", str(target))
    assert status == cli.DONE
    found, proof = facts["local_recoding"], facts["local_recoding"]["groupwise"]
    with target.open(newline="", encoding="utf-8") as stream:
        sizes = Counter(quasi_identifiers(row) for row in csv.DictReader(stream, delimiter=";"))
    assert (len(sizes), min(sizes.values()), max(sizes.values())) == (
        found["classes"],
        found["smallest_class"],
        found["largest_class"],
    )
    assert found["smallest_class"] >= 4
    assert proof["groups"] >= found["classes"] > 2
    assert 0.0 < proof["lower_bound"] < proof["loss"] < proof["first_loss"] + 1e-12
    assert proof["gap"] == pytest.approx(1 - proof["lower_bound"] / proof["loss"])
    assert proof["bounded_records"] == 120
    assert set(found["levels"]) == {"age", "city", "sex"}
    assert facts["verified"]["all"] is True
    lines = capsys.readouterr().out.splitlines()
    told = lines.index(
        f"Recoded group by group, in place of the transformation above: {proof['groups']} groups with levels of their "
        "own, 0 records of 120 removed."
    )
    assert lines[told + 1].startswith(f"Loss of a record {proof['loss']:.4f} on average")
    assert lines[told + 1].endswith("from the best possible.")
    assert lines[told + 2] == f"No recoding with groups as large loses less than {proof['lower_bound']:.4f}."
    refinement = found["refinement"]
    assert refinement["groups"] == found["classes"]
    assert sentence(RefinementTotals(**refinement)) in lines
    assert "refinement" not in facts


def test_that_the_defence_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, facts = run(job(tmp_path, search={"recoding": "groupwise", "defence": "public-splits"}))
    assert status == cli.DONE
    assert facts["local_recoding"]["refinement"]["defence"] == "public-splits"
    assert facts["local_recoding"]["groupwise"]["rounds"] == 0
    assert "The defence was to divide groups only where that makes no finer value certain." in capsys.readouterr().out


def test_that_a_proven_optimum_is_tested_in_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    status, facts = run(job(tmp_path, search={}))
    assert (status, facts["search"]["status"]) == (cli.DONE, "optimal")
    refinement = facts["refinement"]
    assert refinement["defence"] is None
    assert refinement["groups"] == facts["solution"]["classes"]
    assert set(refinement["breached_groups_per_attribute"]) == {"age", "city", "sex"}
    assert "Tested against" not in capsys.readouterr().out
    page = tmp_path / "report.html"
    assert cli.main(["report", str(tmp_path / "job.toml"), "--output", str(page)]) == cli.DONE
    text = " ".join(Page.read(page.read_text()).text)
    assert f"Tested against attackers who know the algorithm, {refinement['groups']} groups" in text
    assert "defence" not in text


def test_that_nothing_is_said_of_an_optimum_under_other_models(tmp_path: Path):
    models = [K, {"model": "l-diversity", "attribute": "diagnosis", "l": 2}]
    assert run(job(tmp_path, models, search={}))[1]["refinement"] is None


@pytest.mark.parametrize(
    ("model", "title"),
    [
        ({"model": "profitability"}, "profitability (prosecutor)"),
        ({"model": "l-diversity", "attribute": "diagnosis", "variant": "grassberger", "l": 2.0}, "entropy 2-diversity"),
        ({"model": "k-map", "k": 5, "subset": "age < 40"}, "5-map"),
    ],
)
def test_that_a_model_that_cannot_judge_groups_is_refused_when_the_job_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], model: dict, title: str
):
    path = job(tmp_path, [model], costs={"publisher_benefit": 100.0})
    for command in (["run", str(path)], ["inspect", str(path)]):
        assert cli.main(command) == INVALID
        told = capsys.readouterr().err
        assert told.startswith(f"arxdesk: {path}, search.recoding: {title}")
        assert "cannot be combined with recoding group by group" in told
        assert 'Write recoding = "none", or choose another privacy model.' in told


def test_that_a_contradiction_in_the_job_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = job(tmp_path)
    path.write_text(path.read_text().replace('"groupwise"', '"iterated"\ndefence = "public-splits"'))
    assert cli.main(["run", str(path)]) == INVALID
    assert 'search: defence belongs to recoding = "groupwise". Leave it out.' in capsys.readouterr().err


def test_that_an_infeasible_job_ends_with_3(tmp_path: Path):
    status, facts = run(job(tmp_path, [{"model": "k-anonymity", "k": 100}], suppression={"limit": 0.0}))
    assert (status, facts["solution"]) == (NOTHING_FOUND, None)
    assert "local_recoding" not in facts


def test_that_a_transformation_without_groups_ends_with_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """The young have diagnoses of three kinds; all people together have too many of one."""
    rows = people(120)
    for number, row in enumerate(rows):
        row["sex"], row["city"], row["age"] = "male", "Ulm", "36" if number % 3 else "20"
        row["diagnosis"] = "flu" if number % 3 else ("flu", "*", "cough; dry")[number // 3 % 3]
    diverse = {"model": "l-diversity", "attribute": "diagnosis", "variant": "shannon", "l": 2.8}
    path = job(tmp_path, [diverse], rows, suppression={"limit": 0.9})
    target = tmp_path / "out.csv"
    assert cli.main(["run", str(path), "--output", str(target)]) == NOTHING_FOUND
    assert "no group satisfies the privacy models" in capsys.readouterr().err
    assert not target.exists()


def test_that_a_terminal_shows_loss_bound_and_gap(tmp_path: Path):
    terminal = OnTerminal("run", job(tmp_path))
    status, output = terminal.end()
    assert status == cli.DONE
    assert "Recoded group by group" in output
    seen = [(float(loss), float(bound)) for loss, bound in LINE.findall(terminal.seen)]
    assert seen
    assert all(bound <= loss for loss, bound in seen)
    assert "Recoding group by group " in terminal.seen
    assert terminal.seen.endswith("\r\x1b[K")


def test_that_an_interruption_writes_the_groups_so_far_and_ends_with_130(tmp_path: Path):
    target, report = tmp_path / "out.csv", tmp_path / "report.json"
    search = '[search]\nrecoding = "groupwise"\ntime_limit = 1.0\n'
    terminal = OnTerminal("run", wide_job(tmp_path, search, limit=1.0), "--output", target, "--report", report)
    terminal.read_until(lambda seen: "loss 0." in seen)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end()[0] == 130
    facts = json.loads(report.read_text())
    assert facts["local_recoding"]["end"] == "stopped"
    assert facts["local_recoding"]["smallest_class"] >= 3
    assert facts["verified"]["all"] is True
    assert target.exists()


def test_that_an_interrupted_search_is_not_recoded(tmp_path: Path):
    target, report = tmp_path / "out.csv", tmp_path / "report.json"
    path = wide_job(tmp_path, '[search]\nrecoding = "groupwise"\ntime_limit = 600.0\n')
    terminal = OnTerminal("run", path, "--output", target, "--report", report)
    terminal.read_until(lambda seen: "best 0." in seen)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end()[0] == 130
    facts = json.loads(report.read_text())
    assert "local_recoding" not in facts
    assert facts["solution"] is not None
    assert facts["verified"]["all"] is True


def test_that_the_evidence_report_tells_of_the_groups(tmp_path: Path):
    page = tmp_path / "report.html"
    path = job(tmp_path, search={"recoding": "groupwise", "recoding_time_limit": 600.0})
    assert cli.main(["report", str(path), "--output", str(page)]) == cli.DONE
    read = Page.read(page.read_text())
    text = " ".join(read.text).replace("\u00a0", " ")
    _status, facts = run(path)
    proof = facts["local_recoding"]["groupwise"]
    assert f"in place of the transformation above each of {proof['groups']} groups has levels of its own" in text
    assert f"A record loses {proof['loss']:.4f} of its detail on average" in text
    assert f"no recoding with groups as large goes below {proof['lower_bound']:.4f}" in text
    assert "Tested against attackers who know the algorithm" in text
    assert "No defence was used." in text
    assert "4-anonymity holds in this table, confirmed by a recount" in text


def test_that_drawn_values_are_written_confirmed_and_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, target, copy = job(tmp_path), tmp_path / "out.csv", tmp_path / "spread.parquet"
    status, facts = run(path, "--output", str(target), "--spread", str(copy))
    assert (status, facts["verified"]["all"]) == (cli.DONE, True)
    claims = {each["fact"] for each in facts["verified"]["facts"]}
    assert claims >= {"spread sha256", "spread records", "spread cells"}
    found, errors = facts["output"]["spread"], facts["spread"]
    assert (found["path"], found["seed"]) == (str(copy), 0)
    assert found["sha256"] == hashlib.sha256(copy.read_bytes()).hexdigest()
    assert set(found["drawn_cells"]) == set(found["kept_labels"]) == set(errors["columns"]) == {"age", "city", "sex"}
    assert 0.0 < errors["drawn"]["one_way"] < errors["drawn"]["two_way"] < 1.0
    assert 0.0 < errors["evenly"]["one_way"] < errors["evenly"]["two_way"] < 1.0
    out = capsys.readouterr().out
    drawn = sum(found["drawn_cells"].values())
    assert f"A copy with values drawn for {drawn} labels was written to {copy}." in out
    assert "Tables made of drawn values differ from those of the input by" in out


def test_that_the_job_asks_for_drawn_values_itself(tmp_path: Path):
    output = {"path": "out.csv", "spread": "spread.csv", "spread_seed": 5}
    status, facts = run(job(tmp_path, output=output))
    assert (status, facts["verified"]["all"], facts["output"]["spread"]["seed"]) == (cli.DONE, True, 5)
    with (tmp_path / "spread.csv").open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter=";"))
    assert len(rows) == 120
    assert all(row["age"].isdecimal() for row in rows)


def test_that_drawn_values_never_take_another_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path, target = job(tmp_path), tmp_path / "out.csv"
    for copy, found in ((target, "would replace the result"), (tmp_path / "copy.csv", "says that values are drawn")):
        assert cli.main(["run", str(path), "--output", str(target), "--spread", str(copy)]) == INVALID
        assert found in capsys.readouterr().err
    report = ["--report", str(tmp_path / "spread.json")]
    copy = tmp_path / "spread.json"
    assert cli.main(["run", str(path), "--output", str(target), "--spread", str(copy), *report]) == INVALID
    assert not target.exists()
