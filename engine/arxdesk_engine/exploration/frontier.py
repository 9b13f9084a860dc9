"""The cost of protection: a job solved for a series of values of one of its numbers, k = 2 to 50 for instance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control, Progress, SearchProgress
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.job.variation import Variable, varied
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Status


@dataclass(frozen=True, slots=True)
class FrontierPoint:
    """The best result for one value.

    `status` is the proof, `lower_bound` holds for every anonymous transformation with this value. Without a
    best transformation `score` and its figures are None. `gap` is the largest possible distance of the score from the
    optimum, as a share of it. The risks are those of the kept records, None without any: that of the
    smallest class, and the mean (None where people are counted, who can be in several). `records` is the number that
    counts.
    """

    value: float
    status: Status
    lower_bound: float
    seconds: float
    records: int
    score: float | None = None
    levels: Levels | None = None
    suppressed_records: int | None = None
    classes: int | None = None
    highest_risk: float | None = None
    average_risk: float | None = None
    gap: float | None = None


@dataclass(frozen=True, slots=True)
class FrontierProgress(Progress):
    """The value in work: the `number`-th (from 1) of `of` values, and the state of its search."""

    value: float = 0.0
    number: int = 1
    of: int = 1
    search: SearchProgress | None = None


def trace(
    job: Job,
    dataset: Dataset,
    hierarchies: Mapping[str, Hierarchy],
    variable: Variable,
    values: Sequence[float],
    control: Control | None = None,
    seconds: float | None = None,
) -> Iterator[FrontierPoint]:
    """Solve the job for each of the values in their order, each by the algorithm of the job, within `seconds` each.

    Without `seconds` the limits of the job hold for each value. Points come one after the other; a value
    without an anonymous transformation gives one without a score. Scores may follow the values in any order.

    If `control` is stopped, the value in work gives a point if anything was found, and those after it none.
    Raises InvalidJob before any search: for refused values, each named, and for differential
    privacy, which would spend its budget again for each value; later the errors of `Anonymizer.formulate`.
    """
    policy = policy_of(job)
    if not policy.tells_alternatives:
        remedy = tr("Anonymize for one setting, or leave the model out.")
        raise InvalidJob(
            Problem(policy.place, tr("each further result would spend the budget of epsilon again"), remedy)
        )
    jobs = varied(job, variable, values)
    return _traced([_within(each, seconds) for each in jobs], dataset, hierarchies, values, control or Control())


def _within(job: Job, seconds: float | None) -> Job:
    if seconds is None:
        return job
    return job.model_copy(update={"search": job.search.model_copy(update={"time_limit": seconds})})


def _traced(
    jobs: Sequence[Job],
    dataset: Dataset,
    hierarchies: Mapping[str, Hierarchy],
    values: Sequence[float],
    control: Control,
) -> Iterator[FrontierPoint]:
    for place, (job, value) in enumerate(zip(jobs, values, strict=True)):

        def report(progress: Progress, place: int = place, value: float = value) -> None:
            search = progress if isinstance(progress, SearchProgress) else None
            control.report(FrontierProgress(progress.activity, place / len(jobs), value, place + 1, len(jobs), search))

        report(Progress(tr("Grouping the records")))
        point = _solved(job, dataset, hierarchies, value, control.of_step(report))
        if control.stopped and point.status is Status.NONE_FOUND:
            return
        yield point
        if control.stopped:
            return


def _solved(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], value: float, control: Control
) -> FrontierPoint:
    anonymizer = Anonymizer.formulate(job, dataset, hierarchies)
    solution, records = anonymizer.search(control), anonymizer.problem.grouping.records
    best, bound, seconds = solution.best, float(solution.lower_bound), solution.seconds
    if best is None:
        return FrontierPoint(value, solution.status, bound, seconds, records)
    kept = 0 if anonymizer.policy.counts_people else records - best.suppressed_records
    return FrontierPoint(
        value,
        solution.status,
        bound,
        seconds,
        records,
        float(best.score),
        best.levels,
        best.suppressed_records,
        best.classes,
        1 / best.smallest_class if best.smallest_class else None,
        best.classes / kept if kept else None,
        solution.gap,
    )
