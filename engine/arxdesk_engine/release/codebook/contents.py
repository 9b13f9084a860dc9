"""The contents of a codebook, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, DataType, Role, ValueType
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import CountedRecords, policy_of
from arxdesk_engine.release.codebook import words

MOST_LISTED = 50
"""So many different texts of a column that is not generalized are listed, where they are no numbers or dates."""

Levels = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LabelEntry:
    """A text that occurs in a column, its meaning in words ("" if it is self-explanatory), and the numbers of values it
    stands for, least and most, of all values of the hierarchy; None if undisclosed."""

    text: str
    meaning: str
    stands_for: tuple[int, int] | None = None
    domain: int | None = None

    @property
    def sentence(self) -> str:
        """The label, its meaning and its values in words."""
        return words.label_sentence(self.meaning, self.stands_for, self.domain)


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """A column of the result.

    `stored_name` is its name in the format, if different. `done` is its treatment.
    `distinct` different texts occur, beside the `missing` cells, which are empty, and the `removed` ones, which read
    "*". `range` are the ends of numbers and dates, "" for others. `labels` are listed unless there are too many.
    """

    name: str
    stored_name: str
    role: str
    type: str
    done: str
    distinct: int
    missing: int
    removed: int
    range: str
    labels: tuple[LabelEntry, ...]


@dataclass(frozen=True, slots=True)
class Codebook:
    """The codebook of a result in a file or table called `name`."""

    title: str
    description: str
    name: str
    sha256: str
    records: int
    notes: tuple[str, ...]
    columns: tuple[ColumnEntry, ...]


@dataclass(frozen=True, slots=True)
class ReleasedTable:
    """A result as it was written: the table of all records, the types that its columns had in the input, the records
    that were written in their order, and of each quasi-identifier the level of each record, or one for all. `records`
    is what the written rows stand for."""

    dataset: Dataset
    types: Mapping[str, ValueType]
    order: NDArray[np.int64]
    levels: Mapping[str, Levels | int]
    removed: NDArray[np.bool_]
    records: int
    name: str
    sha256: str
    renamed: Mapping[str, str]


def codebook_of(job: Job, hierarchies: Mapping[str, BoundHierarchy], shown: ReleasedTable) -> Codebook:
    """Describe a result. `hierarchies` are those of the quasi-identifiers."""
    columns = tuple(_column(job, column, hierarchies.get(column.name), shown) for column in shown.dataset)
    project = job.project
    notes = tuple(_notes(job, shown))
    return Codebook(project.title, project.description, shown.name, shown.sha256, shown.records, notes, columns)


def _column(job: Job, column: Column, hierarchy: BoundHierarchy | None, shown: ReleasedTable) -> ColumnEntry:
    counts = np.bincount(column.codes[shown.order], minlength=len(column.values))
    there = {text: number for text, number in zip(column.values, counts.tolist(), strict=True) if number}
    missing, removed = there.pop("", 0), there.pop(SUPPRESSED, 0)
    levels = _levels_shown(shown, column.name)
    settings = job.settings_of(column.name)
    is_generalized = settings.role is Role.QUASI_IDENTIFYING and settings.transformation == "generalize"
    if removed == len(shown.order) and not there:
        done = words.NOT_SHOWN
    elif is_generalized and hierarchy is not None:
        done = words.generalized(levels, hierarchy.maximum_level, _kind(settings))
    else:
        done = words.of_settings(settings)
    if done != words.NOT_SHOWN and settings.replaced:
        done = f"{done} {words.replaced_before(settings.replaced)}"
    of_numbers = shown.types[column.name].kind.is_numeric
    if not is_generalized or hierarchy is None or not any(levels):
        labels = _texts(column, list(there), settings.role)
    else:
        labels = _labels(list(there), levels, hierarchy, of_numbers=of_numbers)
    return ColumnEntry(
        column.name,
        shown.renamed.get(column.name, column.name),
        settings.role.value,
        words.type_of(column.type),
        done,
        len(there),
        missing,
        removed,
        words.range_of(column.type, list(there)),
        tuple(labels),
    )


def _kind(settings: AttributeSettings) -> str:
    """The kind of a hierarchy; files are not named."""
    return settings.hierarchy.title if isinstance(settings.hierarchy, HierarchyBuilder) else ""


def _levels_shown(shown: ReleasedTable, name: str) -> tuple[int, ...]:
    """The levels that records which were not removed show in a column."""
    levels = shown.levels.get(name, 0)
    if isinstance(levels, int):
        return (levels,)
    kept = shown.order[~shown.removed[shown.order]]
    return tuple(np.unique(levels[kept]).tolist()) or (0,)


def _texts(column: Column, texts: Sequence[str], role: Role) -> Iterator[LabelEntry]:
    """The texts of a column without labels, if a list of them is informative."""
    speaks_for_itself = column.type.kind.is_numeric or column.type.kind is DataType.DATE
    if not speaks_for_itself and role is not Role.IDENTIFYING and len(texts) <= MOST_LISTED:
        yield from (LabelEntry(text, "") for text in texts)


def _labels(
    texts: Sequence[str], levels: Sequence[int], hierarchy: BoundHierarchy, *, of_numbers: bool
) -> Iterator[LabelEntry]:
    lists_more = hierarchy.domain_size > len(hierarchy.codes[0])
    for text in texts:
        meaning = words.meaning_of(text, of_numbers=of_numbers)
        found = _values_of(text, levels, hierarchy) if lists_more else None
        yield LabelEntry(text, meaning, found, None if found is None else hierarchy.domain_size)


def _values_of(text: str, levels: Sequence[int], hierarchy: BoundHierarchy) -> tuple[int, int] | None:
    """The number of values of the hierarchy that have a label, at the levels that it can stand for."""
    numbers = [
        int(hierarchy.domain_rows[level][hierarchy.labels[level].index(text)])
        for level in levels
        if text in hierarchy.labels[level]
    ]
    return (min(numbers), max(numbers)) if numbers else None


def _notes(job: Job, shown: ReleasedTable) -> Iterator[str]:
    match policy_of(job).counts:
        case CountedRecords.DRAW:
            yield words.DIFFERENTIALLY_PRIVATE
        case CountedRecords.SAMPLE:
            yield words.SAMPLE
    if job.output.suppressed == "drop":
        yield words.DROPPED
    elif shown.removed[shown.order].any():
        yield words.KEPT
    if job.data.count is not None:
        yield words.COUNTED.format(job.data.count)
    if job.output.shuffle:
        yield words.SHUFFLED
    if job.output.spread is not None:
        yield words.SPREAD.format(Path(job.output.spread).name)
    if shown.renamed:
        yield words.RENAMED
