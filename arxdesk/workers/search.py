"""Searching and applying, away from the main thread."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from arxdesk.results import Applied, Live, Result
from engine.anonymizer import Anonymizer
from engine.control import Control, Progress
from engine.dataset import Dataset
from engine.hierarchies.hierarchy import Hierarchy
from engine.job import Job
from engine.lattice.lattice import Levels
from engine.risk.distribution import records_by_class_size
from engine.search.journal import SearchReport
from engine.search.solution import Limits, Solution


def search(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], control: Control) -> Result:
    """Pose the problem of a job and search it. Raises a UserError."""
    control.report(Progress("Grouping the records"))
    anonymizer = Anonymizer.formulate(job, dataset, hierarchies)
    solution = anonymizer.search(_streaming(anonymizer, control))
    limits = Limits(job.search.time_limit, job.search.check_limit)
    return Result(anonymizer, solution, _is_cut_short(solution, limits, control))


def search_on(result: Result, seconds: float | None, control: Control) -> Result:
    """Go on with a search that ended early, for so many seconds (None: to its end)."""
    anonymizer = result.anonymizer
    solution = anonymizer.resume(result.solution, _streaming(anonymizer, control), Limits(seconds))
    limits = Limits(None if seconds is None else end_of(result, seconds))
    return Result(anonymizer, solution, _is_cut_short(solution, limits, control))


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


def apply(result: Result, levels: Levels, control: Control) -> Applied:
    """Make a transformation real and compute what Quality and Risk show of it."""
    control.report(Progress("Applying the transformation"))
    check = result.anonymizer.look_at([levels])[0]
    output = result.anonymizer.apply(levels)
    control.report(Progress("Analyzing the result"))
    grouping = result.anonymizer.problem.grouping
    before, after = grouping.input_sizes[0], output.class_sizes
    mean, kept = result.anonymizer.detail_kept(output)
    group_of_record = np.where(output.suppressed, len(after), output.members)
    return Applied(
        check=check,
        output=output,
        sizes_before=before,
        sizes_after=after,
        records_by_size_before=records_by_class_size(before),
        records_by_size_after=records_by_class_size(after),
        granularity=kept,
        mean_granularity=mean,
        order=np.argsort(group_of_record, kind="stable"),
        bands=(output.members % 2 == 1) & ~output.suppressed,
    )
