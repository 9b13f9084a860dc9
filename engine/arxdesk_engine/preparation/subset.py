"""The records of a table that form the research subset of a job."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.selection import parse, select
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import ranges_of
from arxdesk_engine.preparation.loading import load_subset
from arxdesk_engine.preparation.named_subsets import NamedSubset, named_subsets
from arxdesk_engine.preparation.people import surplus_records
from arxdesk_engine.preparation.sampling import matching_records, random_records

Included = NDArray[np.bool_]


def included_records(job: Job, dataset: Dataset) -> Included | None:
    """The records that count, bool[records]; None where all do. Raises a UserError.

    They are those of the research subset that are within the number that is allowed of each person.
    """
    subset, surplus = subset_records(job, dataset), surplus_records(job, dataset)
    if surplus is None:
        return subset
    included = ~surplus if subset is None else subset & ~surplus
    if not included.any():
        found = tr("no record of the research subset is among those that are kept of each person")
        raise InvalidJob(
            Problem(f"{job.source}, data.per_person", found, tr("Allow more records, or choose another subset."))
        )
    return included


def subset_records(job: Job, dataset: Dataset) -> Included | None:
    """The records of the research subset, bool[records]; None where there is none. Raises a UserError.

    A sample that is drawn for the whole job is its research subset.
    """
    if job.sampling is not None:
        return random_records(dataset.records, job.sampling.fraction, job.sampling.seed)
    named = named_subsets(job)
    if not named:
        return None
    included = chosen_records(job, dataset, named[0])
    if not included.any():
        raise InvalidJob(
            Problem(named[0].place, tr("the research subset has no records"), tr("Choose one that has some."))
        )
    return included


def chosen_records(job: Job, dataset: Dataset, subset: NamedSubset) -> Included:
    """The records that a subset consists of, bool[records]; maybe none. Raises a UserError."""
    settings = subset.settings
    included = base_records(job, dataset, subset)
    for name, value in (("include", True), ("exclude", False)):
        for first, last in ranges_of(getattr(settings, name)):
            if last > dataset.records:
                found = tr(
                    "record {last} is named, and the table has {records} records",
                    last=whole(last),
                    records=whole(dataset.records),
                )
                remedy = tr("Correct the numbers; records count from 1.")
                raise InvalidJob(Problem(f"{subset.place}.{name}", found, remedy))
            included[first - 1 : last] = value
    return included


def base_records(job: Job, dataset: Dataset, subset: NamedSubset) -> Included:
    """The records of a subset before any are added or taken out by hand, bool[records]. Raises a UserError."""
    settings = subset.settings
    if settings.select is not None:
        found = select(dataset, parse(settings.select, subset.place_of_expression))
    elif settings.file is not None:
        found = matching_records(dataset, load_subset(job, settings.file))
    elif settings.random is not None:
        found = random_records(dataset.records, settings.random, settings.seed)
    else:
        found = np.full(dataset.records, settings.base == "all")
    return ~found if settings.invert else found
