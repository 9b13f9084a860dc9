"""Settings of a job that contradict its weights and households, and cells that are none."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.samples import records_without_household, records_without_weight


def require_sample(job: Job, dataset: Dataset) -> None:
    """Raises InvalidJob with everything wrong about the weights and households of a job."""
    if problems := list(faults_of_sample(job, dataset)):
        raise InvalidJob(problems)


def faults_of_sample(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the weights and households of a job beside its table."""
    for part, says in (("weight", "has sampling weights"), ("household", "says which household a record belongs to")):
        name = getattr(job.data, part)
        if name is None:
            continue
        place = f"{job.source}, data.{part}"
        if name not in dataset:
            yield Problem(place, f"the table has no column {quoted(name)}", suggestion(name, dataset.names))
            continue
        if job.settings_of(name).role is Role.QUASI_IDENTIFYING:
            remedy = f'Write role = "insensitive" or "identifying" under attributes.{name}.'
            yield Problem(place, f"{quoted(name)} {says}, and is quasi-identifying", remedy)
        if dataset.weights is not None:
            remedy = f"Leave {part} or count out of [data]: only single records belong to a sample."
            yield Problem(place, f"the rows have counts, and the column {says}", remedy)
        yield from _unfit_cells(part, place, name, dataset)


def _unfit_cells(part: str, place: str, name: str, dataset: Dataset) -> Iterator[Problem]:
    column = dataset[name]
    if part == "household":
        if missing := records_without_household(column):
            found = f"{missing:,} {'record names' if missing == 1 else 'records name'} no household in {quoted(name)}"
            remedy = "Fill these cells: a record of its own is a household of one."
            yield Problem(place, found, remedy)
        return
    misfits = records_without_weight(column)
    if len(misfits):
        record = int(misfits[0])
        text = column.values[column.codes[record]]
        found = f"{quoted(text)} is not a positive number" if text else "the cell is missing"
        number = f"; {len(misfits):,} cells do not fit" if len(misfits) > 1 else ""
        remedy = "Correct the cells: a weight says how many people of the population a record stands for."
        yield Problem(f"{place}, record {record + 1}", f"in {quoted(name)} {found}{number}", remedy)
