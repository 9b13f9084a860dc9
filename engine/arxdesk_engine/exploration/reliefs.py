"""Reliefs of a job without a result: each of its limits, released alone and checked once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.formulation import formulate
from arxdesk_engine.search.check import check
from arxdesk_engine.search.solution import Check

_STEPS = 1000
"""Shares of removed records are rounded up to this fraction of the whole."""


@dataclass(frozen=True, slots=True)
class Relief:
    """A limit whose release alone permits a result.

    `attribute`: its highest level is limited to `level`. `suppression`: the least suppression limit with a
    result. `model`: its number, from 0; without it all others hold.
    """

    attribute: str = ""
    level: int = 0
    suppression: float | None = None
    model: int | None = None


def reliefs(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], control: Control | None = None
) -> tuple[Relief, ...]:
    """Find reliefs, the mildest first: levels, then removed records, then a privacy model less.

    Only the coarsest transformation is checked in each case. If it holds there is a result; models that are not
    monotonic might hold elsewhere although they do not there. Raises Stopped.
    """
    control = control or Control()
    if not policy_of(job).tells_alternatives:
        return ()
    found = []
    for relief, posed in _released(job, dataset, hierarchies):
        control.raise_if_stopped()
        control.report(Progress(tr("Looking for a relief")))
        coarsest, records = _coarsest(posed, dataset, hierarchies)
        if coarsest is None or not coarsest.anonymous:
            continue
        if relief.suppression is not None:
            share = coarsest.suppressed_records / max(1, records)
            if share >= 1.0 or not coarsest.classes:
                continue
            relief = Relief(suppression=math.ceil(share * _STEPS) / _STEPS)
        found.append(relief)
    return tuple(found)


def _released(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> Iterator[tuple[Relief, Job]]:
    """The job with one limit less, in each way."""
    for name in dataset.names:
        settings, hierarchy = job.settings_of(name), hierarchies.get(name)
        level = settings.maximum_level
        is_limited = level is not None and hierarchy is not None and level < hierarchy.levels - 1
        if settings.role is Role.QUASI_IDENTIFYING and is_limited and level is not None:
            free = settings.model_copy(update={"maximum_level": None})
            yield Relief(name, level), job.model_copy(update={"attributes": {**job.attributes, name: free}})
    if job.suppression.limit < 1.0:
        everybody = job.suppression.model_copy(update={"limit": 1.0})
        yield Relief(suppression=1.0), job.model_copy(update={"suppression": everybody})
    if len(job.privacy) > 1:
        for place in range(len(job.privacy)):
            others = tuple(model for number, model in enumerate(job.privacy) if number != place)
            yield Relief(model=place), job.model_copy(update={"privacy": others})


def _coarsest(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> tuple[Check | None, int]:
    """The coarsest transformation, and how many records count; None where the job cannot be asked like that."""
    try:
        _bound, problem = formulate(job, dataset, hierarchies)
    except UserError:  # such as a model that needs another one beside it
        return None, 0
    return check(problem, problem.lattice.top), problem.grouping.records
