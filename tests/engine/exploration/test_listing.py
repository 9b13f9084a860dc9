"""The list of transformations as a file: every figure as it is, and the file whole or not at all."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest

from arxdesk_engine.analysis.facts.listing import FIGURES
from arxdesk_engine.exploration import listing
from arxdesk_engine.exploration.listing import MORE_FIGURES, write_list
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.job.job import Job, job_from
from tests.engine.exploration.made_alternatives import RECORDS, made_alternatives

JOB = job_from({"data": {"path": "table.csv"}})


def written(job: Job, path: Path, rows, alternatives, control: Control | None = None) -> list[dict[str, str]]:
    found = write_list(job, alternatives, rows, path, control or Control())
    assert (found.path, found.transformations) == (path, len(rows))
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def same(text: str, value: float) -> bool:
    return text == "" if math.isnan(value) else float(text) == value


def test_that_every_figure_is_read_back_as_it_is_and_what_is_unknown_is_empty(tmp_path):
    alternatives = made_alternatives([3, 4, 2], unknown=0.3)
    order = np.random.default_rng(1).permutation(len(alternatives))[:20]
    rows = written(JOB, tmp_path / "list.csv", order, alternatives)
    assert list(rows[0]) == ["q0", "q1", "q2", *FIGURES, *MORE_FIGURES]
    for row, place in zip(rows, order.tolist(), strict=True):
        assert [int(row[f"q{number}"]) for number in range(3)] == alternatives.levels[place].tolist()
        state = alternatives.state_name(place)
        assert row["class"] == ("not-anonymous" if state == "not" else state)
        known = {"optimum": "true", "anonymous": "true", "not": "false", "unknown": ""}
        assert row["anonymous"] == known[state]
        removed = alternatives.suppressed[place]
        for name, value in (
            ("score", alternatives.score[place]),
            ("lower_bound", alternatives.lower_bound[place]),
            ("suppressed_records", removed if removed >= 0 else math.nan),
            ("classes", alternatives.classes[place] if removed >= 0 else math.nan),
            ("smallest_class", alternatives.smallest[place] if removed >= 0 else math.nan),
            ("highest_risk", 1 / alternatives.smallest[place] if alternatives.smallest[place] > 0 else math.nan),
            ("suppressed_share", removed / RECORDS if removed >= 0 else math.nan),
        ):
            assert same(row[name], float(value)), name


def test_that_no_transformations_are_a_header(tmp_path):
    assert written(JOB, tmp_path / "list.csv", np.empty(0, np.intp), made_alternatives([2, 2])) == []


def test_that_a_list_that_is_stopped_leaves_the_old_file(tmp_path, monkeypatch):
    monkeypatch.setattr(listing, "ROWS_AT_ONCE", 5)
    path, alternatives = tmp_path / "list.csv", made_alternatives([3, 4, 2])
    path.write_text("old", encoding="utf-8")
    shares: list[float | None] = []

    def stop_late(progress: Progress) -> None:
        shares.append(progress.fraction)
        if len(shares) == 3:
            control.stop()

    control = Control(stop_late)
    with pytest.raises(Stopped):
        write_list(JOB, alternatives, np.arange(24), path, control)
    assert path.read_text(encoding="utf-8") == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["list.csv"]
    assert shares == [0.0, 5 / 24, 10 / 24]


def test_that_the_table_of_the_job_is_never_replaced(tmp_path):
    table = tmp_path / "table.csv"
    table.write_text("a\n1\n", encoding="utf-8")
    job = job_from({"data": {"path": str(table)}}).absolute()
    with pytest.raises(UserError, match="is a file that the job reads"):
        write_list(job, made_alternatives([2, 2]), np.arange(4), table, Control())
    assert table.read_text(encoding="utf-8") == "a\n1\n"
