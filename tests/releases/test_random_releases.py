"""Random jobs of all models, run as their users run them: each released file is judged by independent definitions.

The variable ARXDESK_RANDOM_JOBS says how many jobs the slow test runs, such as 5000 after a change to the engine.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from tests.releases.drawing import draw
from tests.releases.judging import judged, read_csv

SATISFIED, INFEASIBLE = 0, 3
QUICK, BATCH = 120, 250
LONG = int(os.environ.get("ARXDESK_RANDOM_JOBS", "1120"))


def faults_of(seed: int, folder: Path) -> tuple[int, list[str]]:
    """The exit status of a random job, and what is wrong with what it released."""
    folder.mkdir()
    drawn = draw(seed, folder)
    output, report, said = folder / "out.csv", folder / "report.json", io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = cli.main(["run", str(drawn.job), "--output", str(output), "--report", str(report), "--quiet"])
    if status == INFEASIBLE:
        return status, []
    if status != SATISFIED:
        found = judged(drawn, read_csv(output)) if output.exists() else []
        return status, [f"status {status}: {said.getvalue().strip()}", *found]
    faults = judged(drawn, read_csv(output))
    counted_again = json.loads(report.read_text())["verified"]
    if not counted_again["all"] and not _is_known_as_uncountable(counted_again):
        faults.append(f"not confirmed: {counted_again}")
    return status, faults


def _is_known_as_uncountable(counted_again: dict[str, list[dict[str, object]]]) -> bool:
    """Whether all that was not confirmed was left open with a reason."""
    found = [*counted_again["models"], *counted_again["facts"]]
    return all(each["verified"] or (each["verified"] is None and each["reason"]) for each in found)


def run_many(seeds: range, folder: Path) -> None:
    """Run many jobs; at least a third of them must release something."""
    statuses, faults = [], {}
    for seed in seeds:
        status, found = faults_of(seed, folder / str(seed))
        statuses.append(status)
        if found:
            faults[seed] = found
    assert not faults, "\n".join(f"{seed}: {found}" for seed, found in faults.items())
    assert statuses.count(SATISFIED) > len(statuses) / 3


def test_what_random_jobs_release_keeps_its_promises(tmp_path: Path) -> None:
    run_many(range(QUICK), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(QUICK, LONG, BATCH))
def test_what_thousands_of_random_jobs_release_keeps_its_promises(first: int, tmp_path: Path) -> None:
    run_many(range(first, min(LONG, first + BATCH)), tmp_path)
