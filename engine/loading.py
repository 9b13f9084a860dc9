"""Reading the files that a job names."""

from __future__ import annotations

import dataclasses

from engine.control import Control
from engine.dataset import Dataset
from engine.errors import InvalidHierarchy, InvalidJob, Problem
from engine.hierarchies.builder import HierarchyBuilder
from engine.hierarchies.hierarchy import Hierarchy
from engine.hierarchies.spelled import spelled_as
from engine.io.archive import on_disk
from engine.io.hierarchy import read_hierarchy
from engine.io.options import TableOptions
from engine.io.table import TableFormat, format_of, read_table
from engine.job import DataSource, Job
from engine.preparation import prepared


def load_dataset(job: Job, control: Control | None = None, password: str | None = None) -> Dataset:
    """Read the table of a job. Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped."""
    place = job.table_place
    raw = read_table(place, table_options(job.data), control or Control(), password)
    return prepared(raw, job.data, job.attributes, place)


def load_subset(job: Job, path: str) -> Dataset:
    """Read the file that lists a research subset, written as the table is. Raises UnreadableFile or InvalidData.

    It has all its records, and cells that fit no type are what they are: it is only compared with the table.
    """
    place = str(job.resolve(path))
    data = source_of_subset(job)
    raw = read_table(place, table_options(data), Control())
    return prepared(raw, data, job.attributes, place, keeps_misfits=True)


def source_of_subset(job: Job) -> DataSource:
    """How a file that lists a research subset is read: as the table is, where that is such a file itself."""
    other: dict[str, object] = {"row_limit": None, "sheet": None, "table": None}
    if format_of(job.data.path) is not TableFormat.DELIMITED:
        other["encoding"] = None  # that of a text which the table came from once
    return job.data.model_copy(update=other)


def table_options(data: DataSource) -> TableOptions:
    """What a job says of reading its table."""
    return TableOptions(**{each.name: getattr(data, each.name) for each in dataclasses.fields(TableOptions)})


def load_hierarchies(job: Job, dataset: Dataset, control: Control | None = None) -> dict[str, Hierarchy]:
    """Read or build every hierarchy that the job names for a column of the table.

    Raises UnreadableFile, InvalidData, InvalidHierarchy with the faults of all of them, or InvalidJob where one is
    made from the data although differential privacy forbids that.
    """
    _require_independence(job, dataset)
    hierarchies: dict[str, Hierarchy] = {}
    faults: list[Problem] = []
    for column in dataset:
        source = job.settings_of(column.name).hierarchy
        if source is None:
            continue
        try:
            if isinstance(source, HierarchyBuilder):
                hierarchies[column.name] = source.build(column)
            else:
                place = job.resolve(source)
                with on_disk(place, control) as file:
                    found = dataclasses.replace(read_hierarchy(file, job.data.null_values), source=str(place))
                hierarchies[column.name] = spelled_as(found, column)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return hierarchies


def _require_independence(job: Job, dataset: Dataset) -> None:
    """Differential privacy holds for generalization that does not depend on the table (Li, Qardaji and Su 2012)."""
    if all(model.model != "differential-privacy" for model in job.privacy):
        return
    faults = []
    for name in dataset.names:
        source = job.settings_of(name).hierarchy
        if isinstance(source, HierarchyBuilder) and source.depends_on_data:
            place = f"{job.source}, attributes.{name}.hierarchy"
            found = (
                f"the builder {source.builder} makes the hierarchy from the data, which differential privacy forbids"
            )
            faults.append(Problem(place, found, "Write out all its settings, choose intervals, or name a file."))
    if faults:
        raise InvalidJob(faults)
