"""Searching and applying, away from the main thread."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from arxdesk.core.values.results import Result, RunningSearch
from arxdesk_engine import __version__
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.exploration import applying
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Limits, Solution, Status


def search(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], control: Control) -> Result:
    """Pose the problem of a job and search it. Raises a UserError."""
    control.report(Progress(tr("Grouping the records")))
    anonymizer = Anonymizer.formulate(job, dataset, hierarchies)
    solution = anonymizer.search(_streaming(anonymizer, control))
    limits = Limits(job.search.time_limit, job.search.check_limit)
    return Result(anonymizer, solution, _is_cut_short(solution, limits, control), _now(), __version__)


def search_on(result: Result, seconds: float | None, control: Control) -> Result:
    """Go on with a search that ended early, for so many seconds (None: to its end)."""
    anonymizer = result.anonymizer
    solution = anonymizer.resume(result.solution, _streaming(anonymizer, control), Limits(seconds))
    limits = Limits(None if seconds is None else end_of(result, seconds))
    # A bound that a project told of may still be among what is known, unless the end was proven here.
    is_restored = result.is_restored and solution.status is not Status.OPTIMAL
    cut_short = _is_cut_short(solution, limits, control)
    return Result(anonymizer, solution, cut_short, _now(), __version__, is_restored=is_restored)


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC).replace(microsecond=0)


def end_of(result: Result, seconds: float) -> float:
    """After how many seconds of all a search ends that goes on for so many.

    One that has to begin again gets the time on top that it had before.
    """
    before = result.solution
    return before.seconds * (1 if before.continuation is not None else 2) + seconds


def _is_cut_short(solution: Solution, limits: Limits, control: Control) -> bool:
    """Whether a search would have gone on but for a person or a limit."""
    is_late = limits.seconds is not None and solution.seconds >= limits.seconds
    return control.stopped or is_late or (limits.checks is not None and solution.checks >= limits.checks)


def _streaming(anonymizer: Anonymizer, control: Control) -> Control:
    """The progress of a search, together with its problem."""

    def report(progress: Progress) -> None:
        if isinstance(progress, SearchReport):
            progress = RunningSearch(progress.activity, progress.fraction, anonymizer, progress)
        control.report(progress)

    return control.of_step(report)


def apply(result: Result, levels: Levels, control: Control, recoded: Recoded | None = None) -> Applied:
    """Apply a transformation. Raises InvalidData for one that is not anonymous after all."""
    return applying.apply(result.anonymizer, levels, recoded, control)
