"""Settings of a job that contradict its weights and households, and cells that are none."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import marked, tr, tr_n, whole
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.samples import records_without_household, records_without_weight


def require_sample(job: Job, dataset: Dataset) -> None:
    """Raises InvalidJob with everything wrong about the weights and households of a job."""
    if problems := list(faults_of_sample(job, dataset)):
        raise InvalidJob(problems)


_COLUMNS = (
    (
        "weight",
        marked("{name} has sampling weights, and is quasi-identifying"),
        marked("the rows have counts, and the column has sampling weights"),
    ),
    (
        "household",
        marked("{name} says which household a record belongs to, and is quasi-identifying"),
        marked("the rows have counts, and the column says which household a record belongs to"),
    ),
)
"""The settings of [data] that name a column of a sample, and what is wrong about some."""


def faults_of_sample(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the weights and households of a job beside its table."""
    for part, is_identifying, is_counted in _COLUMNS:
        name = getattr(job.data, part)
        if name is None:
            continue
        place = f"{job.source}, data.{part}"
        if name not in dataset:
            yield Problem(
                place, tr("the table has no column {name}", name=quoted(name)), suggestion(name, dataset.names)
            )
            continue
        if job.settings_of(name).role is Role.QUASI_IDENTIFYING:
            remedy = tr('Write role = "insensitive" or "identifying" under attributes.{name}.', name=name)
            yield Problem(place, tr(is_identifying, name=quoted(name)), remedy)
        if dataset.weights is not None:
            remedy = tr("Leave {part} or count out of [data]: only single records belong to a sample.", part=part)
            yield Problem(place, tr(is_counted), remedy)
        yield from _unfit_cells(part, place, name, dataset)


def _unfit_cells(part: str, place: str, name: str, dataset: Dataset) -> Iterator[Problem]:
    column = dataset[name]
    if part == "household":
        if missing := records_without_household(column):
            found = tr_n(
                missing,
                "{n} record names no household in {name}",
                "{n} records name no household in {name}",
                name=quoted(name),
            )
            remedy = tr("Fill these cells: a record of its own is a household of one.")
            yield Problem(place, found, remedy)
        return
    misfits = records_without_weight(column)
    if len(misfits):
        record = int(misfits[0])
        text = column.values[column.codes[record]]
        found = tr("in {name} the cell is missing", name=quoted(name))
        if text:
            found = tr("in {name} {value} is not a positive number", name=quoted(name), value=quoted(text))
        if len(misfits) > 1:
            found = tr("{fault}; {n} cells do not fit", fault=found, n=whole(len(misfits)))
        remedy = tr("Correct the cells: a weight says how many people of the population a record stands for.")
        yield Problem(tr("{place}, record {record}", place=place, record=record + 1), found, remedy)
