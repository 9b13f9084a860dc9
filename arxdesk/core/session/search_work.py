"""Searching and applying, away from the main thread."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace

from arxdesk.core.values.results import Live, Result
from arxdesk_engine import __version__
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Check, Limits, Solution, Status


def search(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], control: Control) -> Result:
    """Pose the problem of a job and search it. Raises a UserError."""
    control.report(Progress("Grouping the records"))
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
    """What a search reports, with the problem that it solves beside it."""

    def report(progress: Progress) -> None:
        if isinstance(progress, SearchReport):
            progress = Live(progress.activity, progress.fraction, anonymizer, progress)
        control.report(progress)

    return control.of_step(report)


def apply(result: Result, levels: Levels, control: Control, recoded: Recoded | None = None) -> Applied:
    """Look at a transformation, and make it real (`made_real`).

    Raises InvalidData for one that is not anonymous after all: what a project says of it may not be true.
    """
    control.report(Progress("Applying the transformation"))
    check = result.anonymizer.look_at([levels])[0]
    if not check.anonymous:
        found = "this transformation is not anonymous"
        raise InvalidData(Problem(", ".join(map(str, levels)), found, "Choose another one, or anonymize again."))
    return made_real(result, check, control, recoded)


def made_real(result: Result, check: Check, control: Control, recoded: Recoded | None = None) -> Applied:
    """The output of a transformation that was looked at, and how much of the detail it keeps.

    With `recoded`, a recoding of what it removes, the records that this keeps go through transformations of their own.
    """
    anonymizer, recoding = result.anonymizer, None if recoded is None else recoded.found
    output = anonymizer.apply(check.levels) if recoding is None else anonymizer.apply_recoding(recoding)
    control.report(Progress("Analyzing the result"))
    mean, kept = anonymizer.detail_kept(output, recoding)
    return Applied(
        check=check if recoded is None else _of_all(check, output),
        output=output,
        granularity=kept,
        mean_granularity=mean,
        recoded=recoded,
    )


def _of_all(first: Check, output: Output) -> Check:
    """The numbers of the whole table in place of those of its first transformation."""
    sizes = output.class_sizes
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    return replace(
        first,
        suppressed_records=output.suppressed_records,
        classes=len(sizes),
        smallest_class=smallest,
        largest_class=largest,
    )
