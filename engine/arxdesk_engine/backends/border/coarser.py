"""Coarser starts: values whose labels agree from a level on are put together before anything is grouped.

One stored value stands for all of them, so that the distinct tuples are those of the minimum levels of a job, and their
labels at all levels above are the same as those of the rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.backends.border.listed import job_of_listed, naming_the_rows
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, ValueType
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.hierarchies.validation import check, check_complete
from arxdesk_engine.io.cells.memory import available_bytes
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies

SHARE_OF_MEMORY = 0.25
"""Of the memory that is free, the distinct tuples may take this share while they are searched."""
_BYTES_PER_TUPLE = 400
_BYTES_PER_CELL = 24
_FROM_LABELS_ALONE = ("loss", "precision", "height", "discernibility", "average-class-size")
"""The quality models that score a table without its original values."""


@dataclass(frozen=True, slots=True)
class CoarserStart:
    """The level from which the values of an attribute are told apart, its hierarchy with all values of the rows, and
    their type, which those that stand for others may not tell."""

    level: int
    hierarchy: TableBuilder
    type: ValueType

    def settings(self, of_rows: AttributeSettings) -> AttributeSettings:
        """The settings of the attribute in the job of the tuples, from those of the rows: with a type, if they name
        none."""
        changes: dict[str, object] = {"hierarchy": self.hierarchy}
        if of_rows.type is None:
            changes |= {"type": self.type.kind, "format": self.type.format, "order": self.type.order}
        return of_rows.model_copy(update=changes)


@dataclass(frozen=True, slots=True)
class StoredValues:
    """The distinct values of a column as they are stored, one a row, with the hierarchy that lists them and their type.

    `representatives` int64[levels, values] is, for each level, the row of the value that stands for a value there.
    """

    hierarchy: Hierarchy
    type: ValueType
    representatives: NDArray[np.int64]

    @property
    def top(self) -> int:
        """The coarsest level."""
        return len(self.representatives) - 1

    def start(self, level: int) -> CoarserStart:
        """The start at a level."""
        return CoarserStart(level, TableBuilder.of(self.hierarchy), self.type)


def most_tuples(columns: int) -> int | None:
    """How many distinct tuples of so many columns find room; None where the system does not tell its memory."""
    free = available_bytes()
    if free is None:
        return None
    return int(free * SHARE_OF_MEMORY) // (_BYTES_PER_TUPLE + columns * _BYTES_PER_CELL)


def stored_values(job: Job, attribute: str, file: Path) -> StoredValues:
    """The values of an attribute, which a file lists, with the hierarchy that the job names for it.

    Raises InvalidData, InvalidHierarchy or UnreadableFile.
    """
    alone = job_of_listed(job, file, {attribute: job.settings_of(attribute)}).model_copy(update={"privacy": ()})
    with naming_the_rows(job, alone):
        dataset = load_dataset(alone)
    column = dataset[attribute]
    hierarchy = spelled_as(check(load_hierarchies(alone, dataset)[attribute]), column)
    check_complete(hierarchy, column)
    return StoredValues(hierarchy, column.type, representatives(hierarchy, column))


def representatives(hierarchy: Hierarchy, column: Column) -> NDArray[np.int64]:
    """For each level and record the first record with the same labels from there on, int64[levels, records].

    Missing and suppressed values are put together with their like alone.
    """
    bound = bind(hierarchy, column)
    kinds = np.array([{"": 1, SUPPRESSED: 2}.get(value, 0) for value in column.values], np.int64)
    alike = kinds[column.codes]
    found = np.empty((bound.levels, column.records), np.int64)
    for level in reversed(range(bound.levels)):
        labels = bound.codes[level].astype(np.int64)[column.codes]
        pairs = alike * len(bound.labels[level]) + labels
        _labels, first, alike = np.unique(pairs, return_index=True, return_inverse=True)
        found[level] = first[alike]
    return found


def require_labels_alone(job: Job) -> None:
    """Raises InvalidJob where the quality model of a job needs the original values of all tuples."""
    if job.quality.model not in _FROM_LABELS_ALONE:
        found = tr(
            "{model} needs all distinct combinations of the original values, which are too many",
            model=quoted(job.quality.model),
        )
        remedy = tr("Choose another quality model: {names}.", names=", ".join(_FROM_LABELS_ALONE))
        raise InvalidJob(Problem(f"{job.source}, quality.model", found, remedy))


def too_many_tuples(job: Job, estimate: int, most: int, proposed: Mapping[str, int], fewer: int) -> InvalidJob:
    """The error for about `estimate` tuples where `most` find room; `proposed` minimum levels leave about `fewer`."""
    found = tr(
        "there are about {n} distinct combinations of the columns that are grouped, and about {most} fit",
        n=whole(estimate),
        most=whole(most),
    )
    levels = ", ".join(
        tr("minimum_level = {level} for {column}", level=level, column=quoted(name)) for name, level in proposed.items()
    )
    remedy = (
        tr("Start from coarser values: {levels} (about {fewer} combinations).", levels=levels, fewer=whole(fewer))
        if levels
        else tr("Leave columns out.")
    )
    if fewer > most:
        more = tr("That is still too many: group fewer columns, or use a machine with more memory.")
        remedy = f"{remedy} {more}"
    return InvalidJob(Problem(f"{job.source}, attributes", found, remedy))
