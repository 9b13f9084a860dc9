"""The levels at which the distinct tuples of a table find room, found by the estimates of its engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from arxdesk_engine.backends.border.coarser import StoredValues, require_labels_alone, too_many_tuples
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job

Levels = Mapping[str, int]
"""A level for each attribute with a hierarchy."""


class TupleEstimates(Protocol):
    """How many distinct tuples there are where values are put together, as an engine estimates it."""

    @property
    def values(self) -> Mapping[str, StoredValues]:
        """The values of each quasi-identifier with a hierarchy, once they have been read."""

    def read(self, control: Control) -> None:
        """Read the values. Raises InvalidData, InvalidHierarchy or UnreadableFile; Stopped."""

    def estimate(self, candidates: Sequence[Levels], control: Control) -> list[int]:
        """About how many distinct tuples there are at the levels of each candidate; without having read the values, at
        none."""


def minimum_levels(estimates: TupleEstimates, job: Job, most: int, control: Control) -> dict[str, int] | None:
    """The minimum levels of a job where more than `most` tuples were to be expected without them; None: they fit.

    Raises InvalidJob where there are too many at these levels as well, proposing others, and for quality models that
    need the original values; what reading the values raises; Stopped.
    """
    if estimates.estimate([{}], control)[0] <= most:
        return None
    require_labels_alone(job)
    estimates.read(control)
    levels = {each: min(job.settings_of(each).minimum_level, values.top) for each, values in estimates.values.items()}
    estimate = estimates.estimate([levels], control)[0]
    if estimate > most:
        proposed, fewer = _proposal(estimates, job, levels, estimate, most, control)
        changed = {each: level for each, level in proposed.items() if level > levels[each]}
        raise too_many_tuples(job, estimate, most, changed, fewer)
    return levels


def _proposal(
    estimates: TupleEstimates, job: Job, levels: Levels, estimate: int, most: int, control: Control
) -> tuple[dict[str, int], int]:
    """Levels at which the tuples fit, with their estimate: the attribute that helps most is made coarser each time.

    The estimate is above `most` where nothing fits.
    """
    coarsest = {each: _coarsest(job, each, values) for each, values in estimates.values.items()}
    found = dict(levels)
    while estimate > most:
        steps = [{**found, each: found[each] + 1} for each in coarsest if found[each] < coarsest[each]]
        if not steps:
            break
        counts = estimates.estimate(steps, control)
        estimate = min(counts)
        found = steps[counts.index(estimate)]
    return found, estimate


def _coarsest(job: Job, attribute: str, values: StoredValues) -> int:
    limit = job.settings_of(attribute).maximum_level
    return values.top if limit is None else min(limit, values.top)
