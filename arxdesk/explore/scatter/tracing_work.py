"""The best result of each value of a series, one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.exploration.frontier import FrontierPoint, FrontierProgress
from arxdesk_engine.exploration.frontier import trace as points_of
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.variation import Variable


@dataclass(frozen=True, slots=True)
class TraceProgress(Progress):
    """The points so far, and how far the search of the next one is."""

    points: tuple[FrontierPoint, ...] = ()
    now: FrontierProgress | None = None


def trace(
    job: Job,
    dataset: Dataset,
    hierarchies: Mapping[str, Hierarchy],
    variable: Variable,
    values: Sequence[float],
    seconds: float | None,
    control: Control,
) -> tuple[FrontierPoint, ...]:
    """All points, reported as they are found; fewer if stopped. Raises a UserError."""
    found: list[FrontierPoint] = []

    def report(progress: Progress) -> None:
        now = progress if isinstance(progress, FrontierProgress) else None
        control.report(TraceProgress(progress.activity, progress.fraction, tuple(found), now))

    for point in points_of(job, dataset, hierarchies, variable, values, control.of_step(report), seconds):
        found.append(point)
        control.report(TraceProgress(tr("Drawing the frontier"), len(found) / len(values), tuple(found)))
    return tuple(found)
