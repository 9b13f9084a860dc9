"""Reading the files that a job names."""

from __future__ import annotations

from engine.dataset import Dataset
from engine.errors import InvalidHierarchy, Problem
from engine.hierarchies.hierarchy import Hierarchy
from engine.io.delimited import ReadOptions, read_dataset
from engine.io.hierarchy import read_hierarchy
from engine.job import Job
from engine.schema import ValueType


def load_dataset(job: Job) -> Dataset:
    """Read the table of a job. Raises UnreadableFile or InvalidData."""
    types = {name: settings.value_type for name, settings in job.attributes.items() if settings.type is not None}
    return read_dataset(job.resolve(job.data.path), _read_options(job, types))


def load_subset(job: Job, path: str) -> Dataset:
    """Read the file that lists a research subset, written as the table is. Raises UnreadableFile or InvalidData."""
    return read_dataset(job.resolve(path), _read_options(job, {}))


def _read_options(job: Job, types: dict[str, ValueType | None]) -> ReadOptions:
    source = job.data
    return ReadOptions(source.delimiter, source.encoding, source.header, source.null_values, types)


def load_hierarchies(job: Job, dataset: Dataset) -> dict[str, Hierarchy]:
    """Read every hierarchy that the job names for a column of the table.

    Raises UnreadableFile, InvalidData, or InvalidHierarchy with the faults of all of them.
    """
    hierarchies: dict[str, Hierarchy] = {}
    faults: list[Problem] = []
    for column in dataset:
        path = job.settings_of(column.name).hierarchy
        if path is None:
            continue
        try:
            hierarchies[column.name] = read_hierarchy(job.resolve(path), job.data.null_values)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return hierarchies
