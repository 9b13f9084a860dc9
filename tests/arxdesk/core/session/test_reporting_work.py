"""Reports from the window tell what was proven now apart from what a project says was proven."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk.core.session.reporting_work import ReportRequest, ReportWords, report
from arxdesk.core.session.restoring_work import restore_result
from arxdesk.core.session.search_work import apply, search, search_on
from arxdesk.core.values.results import Result
from arxdesk_engine.attacks.baseline import FEWEST_RECORDS
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.report.layout.content import ReportContent
from arxdesk_engine.search.solution import Solution, Status
from tests.engine.verification.runs import job_on, people

PROVEN, KEPT = "Proven: no transformation keeps more detail", "Proven by the search that the project keeps"


def searched(folder: Path, records: int = 240) -> Result:
    anonymizer = job_on(folder, people(records), [{"model": "k-anonymity", "k": 4}])
    hierarchies = load_hierarchies(anonymizer.job, anonymizer.dataset)
    return search(anonymizer.job, anonymizer.dataset, hierarchies, Control())


def restored(result: Result, solution: Solution | None = None) -> Result:
    moment = dt.datetime(2026, 1, 2, tzinfo=dt.UTC)
    outcome = Outcome(solution or result.solution, False, None, moment, "0.0.9")
    anonymizer = result.anonymizer
    hierarchies = load_hierarchies(anonymizer.job, anonymizer.dataset)
    return restore_result(anonymizer.job, anonymizer.dataset, hierarchies, outcome, Control()).result


def told(folder: Path, result: Result) -> str:
    path = folder / "report.html"
    report(ReportRequest(result, None, ReportWords(), Trail()), ReportContent(), path, Control())
    return path.read_text("utf-8")


def test_that_what_was_searched_here_is_called_proven(tmp_path: Path):
    page = told(tmp_path, searched(tmp_path))
    assert PROVEN in page
    assert KEPT not in page


def test_that_what_a_project_says_was_proven_is_told_as_that(tmp_path: Path):
    page = told(tmp_path, restored(searched(tmp_path)))
    assert KEPT in page
    assert "2026-01-02" in page
    assert PROVEN not in page


def test_that_a_search_that_went_on_to_its_end_has_proven_it_here(tmp_path: Path):
    first = searched(tmp_path)
    early = replace(first.solution, status=Status.BEST_FOUND, lower_bound=0.0, continuation=None)
    went_on = search_on(restored(first, early), None, Control())
    assert went_on.solution.status is Status.OPTIMAL
    assert PROVEN in told(tmp_path, went_on)


class StopsAfter(Control):
    """Is asked to end while the work looks whether it is, after so many looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def stopped(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.parametrize("suffix", [".pdf", ".html"])
def test_that_a_report_that_is_stopped_anywhere_is_not_there(tmp_path: Path, qapp, suffix: str):
    few = FEWEST_RECORDS - 1  # from as many on every report learns models for seconds, between two looks
    result, path, looks = searched(tmp_path, few), tmp_path / f"report{suffix}", 0
    assert result.solution.best is not None
    applied = apply(result, result.solution.best.levels, Control())
    while not path.exists():
        control = StopsAfter(looks)
        try:
            report(ReportRequest(result, applied, ReportWords(), Trail()), ReportContent(), path, control)
        except Stopped:
            assert not path.exists()
        looks += 1
    assert looks > 15, "the steps are short"
    assert not list(tmp_path.glob(".arxdesk-*"))
