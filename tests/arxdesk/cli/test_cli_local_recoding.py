"""`arxdesk run` on jobs with local recoding: what is written, printed and reported."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk.cli.arguments import INVALID
from arxdesk_engine.privacy.size import KAnonymity

LEVEL_1 = {"0": "p", "1": "p", "2": "p"}
VALUES = ("0", "0", "1", "1", "2", "2", "16", "17", "17", "18")


def coarsest(value: int) -> str:
    return "q" if value < 16 else "r" if value < 18 else str(value)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six records fit together at level 1, three more at level 2 only, which costs the others much; one never does."""
    lines = (f"{value},{LEVEL_1.get(str(value), value)},{coarsest(value)}\n" for value in range(20))
    (tmp_path / "steps.csv").write_text("".join(lines))
    (tmp_path / "table.csv").write_text("".join(f"{value}\n" for value in ("step", *VALUES)))
    return tmp_path


def job(folder: Path, local_recoding: str) -> Path:
    path = folder / "job.toml"
    path.write_text(
        '[data]\npath = "table.csv"\nheader = true\n[attributes.step]\nrole = "quasi-identifying"\n'
        'hierarchy = "steps.csv"\n[[privacy]]\nmodel = "k-anonymity"\nk = 3\n[suppression]\nlimit = 0.4\n'
        f"[search]\nlocal_recoding = {local_recoding}\n"
    )
    return path


def run(folder: Path, local_recoding: str) -> tuple[int, list[str], dict]:
    """The exit status, the cells written and the report."""
    output, report = folder / "out.csv", folder / "report.json"
    status = cli.main(
        ["run", str(job(folder, local_recoding)), "--output", str(output), "--report", str(report), "--threads", "1"]
    )
    with output.open(newline="") as stream:
        cells = [row["step"] for row in csv.DictReader(stream)]
    return status, cells, json.loads(report.read_text())


def test_that_removed_records_are_recoded_told_and_reported(folder: Path, capsys: pytest.CaptureFixture[str]):
    status, cells, facts = run(folder, "{ suppression_limit = 0.4, generalization_suppression_factor = 0.5 }")
    assert status == cli.DONE
    assert cells == ["p"] * 6 + ["r"] * 3 + ["*"]
    lines = capsys.readouterr().out.splitlines()
    assert "4 of 10 records removed (40 %); 1 groups of 6 to 6." in lines
    told = lines.index("Local recoding kept 3 of the 4 removed records after all.")
    assert lines[told + 2].split(maxsplit=2) == ["3", "records", "step 2"]
    assert lines[told + 3] == "1 record (10 %) stays removed: no transformation keeps any of them."
    assert lines[told + 4] == f"Score of the whole table {facts['local_recoding']['score']:.4f}."
    assert "Highest risk: before 100 %, now 33 %." in lines
    recoding = facts["local_recoding"]
    assert [(each["levels"], each["records"], each["status"]) for each in recoding["iterations"]] == [
        ({"step": 2}, 3, "optimal")
    ]
    assert (recoding["end"], recoding["suppressed_records"]) == ("nothing-kept", 1)
    assert (recoding["classes"], recoding["smallest_class"], recoding["largest_class"]) == (2, 3, 6)
    # Six records cover 3 of 20 values, three cover 2, one covers all: (6 x 3 + 3 x 2 + 20 - 10) / (10 x 19).
    assert recoding["score"] == pytest.approx(34 / 190, abs=1e-9)
    assert facts["quality"]["granularity"] == pytest.approx(1 - 34 / 190)


def test_that_recoding_begun_anew_is_told_with_its_steps(folder: Path, capsys: pytest.CaptureFixture[str]):
    status, cells, facts = run(folder, "{ iterations = 100 }")
    assert status == cli.DONE
    assert cells == ["p"] * 6 + ["r"] * 3 + ["*"]
    lines = capsys.readouterr().out.splitlines()
    told = "Local recoding kept 9 of the 10 records with transformations of its own, in place of the one above."
    assert told in lines
    recoding = facts["local_recoding"]
    assert (recoding["begins"], recoding["over_limit"], recoding["suppressed_records"]) == ("anew", None, 1)
    assert [each["records"] for each in recoding["iterations"]] == [6, 3]


def test_that_the_search_itself_is_reported_as_without_local_recoding(folder: Path):
    _status, with_cells, with_recoding = run(folder, "{}")
    _status, without_cells, without = run(folder, "false")
    assert "local_recoding" not in without
    assert with_recoding["solution"] == without["solution"]
    assert with_recoding["search"]["checks"] == without["search"]["checks"]
    assert without_cells == ["p"] * 6 + ["*"] * 4
    assert Counter(with_cells) - Counter(without_cells) == Counter({"r": 3})


def test_that_a_model_that_does_not_allow_it_is_told_by_name(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(KAnonymity, "holds_for_union_of_parts", property(lambda _model: False))
    path = job(folder, "{ iterations = 5 }")
    assert cli.main(["run", str(path)]) == INVALID
    assert capsys.readouterr().err.startswith(
        f"arxdesk: {path}, search.local_recoding: 3-anonymity cannot be combined with local recoding"
    )
    assert cli.main(["inspect", str(job(folder, "false"))]) == cli.DONE
