"""Reading the files that a job names."""

from __future__ import annotations

from engine.dataset import Dataset
from engine.errors import InvalidHierarchy, InvalidJob, Problem
from engine.hierarchies.builder import HierarchyBuilder
from engine.hierarchies.hierarchy import Hierarchy
from engine.io.delimited import ReadOptions, read_dataset
from engine.io.hierarchy import read_hierarchy
from engine.io.parquet import is_parquet, read_parquet
from engine.job import Job
from engine.schema import ValueType


def load_dataset(job: Job) -> Dataset:
    """Read the table of a job; the format follows the suffix. Raises UnreadableFile or InvalidData."""
    types = {name: settings.value_type for name, settings in job.attributes.items() if settings.type is not None}
    return _read(job, job.data.path, types)


def load_subset(job: Job, path: str) -> Dataset:
    """Read the file that lists a research subset, written as the table is. Raises UnreadableFile or InvalidData."""
    return _read(job, path, {})


def _read(job: Job, path: str, types: dict[str, ValueType | None]) -> Dataset:
    source, place = job.data, job.resolve(path)
    if is_parquet(place):
        return read_parquet(place, source.null_values, types)
    options = ReadOptions(source.delimiter, source.encoding, source.header, source.null_values, types)
    return read_dataset(place, options)


def load_hierarchies(job: Job, dataset: Dataset) -> dict[str, Hierarchy]:
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
                hierarchies[column.name] = read_hierarchy(job.resolve(source), job.data.null_values)
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
