"""The contents of a codebook, as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.data.item_sets import items_of
from arxdesk_engine.data.schema import SUPPRESSED, DataType, Role, ValueType
from arxdesk_engine.foundation.language import ENGLISH, in_language
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import CountedRecords, policy_of
from arxdesk_engine.release.codebook import words

MOST_LISTED = 50
"""So many different texts of a column that is not generalized are listed, where they are no numbers or dates."""


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
class ShownColumn:
    """A column of a result: its name there, the type of its cells, and how many cells read each text, in their order.

    `of_numbers`: it had numbers in the input. `levels` are those of the hierarchy that are shown, where it has one.
    """

    name: str
    stored_name: str
    type: ValueType
    cells: Mapping[str, int]
    of_numbers: bool
    levels: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class ReleasedTable:
    """A result as it was written. `records` is what its rows stand for; `has_removed`: some of them were removed."""

    columns: Sequence[ShownColumn]
    records: int
    has_removed: bool
    name: str
    sha256: str


@in_language(ENGLISH)
def codebook_of(job: Job, hierarchies: Mapping[str, BoundHierarchy], shown: ReleasedTable) -> Codebook:
    """Describe a result. `hierarchies` are those of the quasi-identifiers."""
    columns = tuple(_column(job, column, hierarchies.get(column.name)) for column in shown.columns)
    project = job.project
    notes = tuple(_notes(job, shown))
    return Codebook(project.title, project.description, shown.name, shown.sha256, shown.records, notes, columns)


def _column(job: Job, column: ShownColumn, hierarchy: BoundHierarchy | None) -> ColumnEntry:
    there = {text: number for text, number in column.cells.items() if number}
    missing, removed = there.pop("", 0), there.pop(SUPPRESSED, 0)
    levels = column.levels
    settings = job.settings_of(column.name)
    is_generalized = settings.role is Role.QUASI_IDENTIFYING and settings.transformation == "generalize"
    if not missing and not there:
        done = words.NOT_SHOWN
    elif is_generalized and hierarchy is not None:
        done = words.generalized(levels, hierarchy.maximum_level, _kind(settings))
    elif any(each.attribute == column.name for model in job.privacy if (each := model.item_combinations)):
        done = words.ITEMS
    else:
        done = words.of_settings(settings)
    if done != words.NOT_SHOWN and (asked := job.perturbation_of(column.name)) is not None:
        done = words.PERTURBED.format(asked.title) if done == words.AS_IT_WAS else f"{done} {words.THEN_PERTURBED}"
    if done != words.NOT_SHOWN and settings.replaced:
        done = f"{done} {words.replaced_before(settings.replaced)}"
    if not is_generalized or hierarchy is None or not any(levels):
        labels = _texts(column.type, list(there), settings.role)
    else:
        labels = _labels(list(there), levels, hierarchy, of_numbers=column.of_numbers)
    return ColumnEntry(
        column.name,
        column.stored_name,
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


def _texts(kind: ValueType, texts: Sequence[str], role: Role) -> Iterator[LabelEntry]:
    """The texts of a column without labels, if a list of them is informative; of sets their items."""
    speaks_for_itself = kind.kind.is_numeric or kind.kind is DataType.DATE
    if kind.kind is DataType.SET:
        texts = sorted({item for text in texts for item in items_of(text, kind.separator)})
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
    elif shown.has_removed:
        yield words.KEPT
    if job.data.person is not None and job.data.per_person is not None:
        yield words.LIMITED.format(job.data.per_person.in_brief)
    if job.data.count is not None:
        yield words.COUNTED.format(job.data.count)
    if job.output.shuffle:
        yield words.SHUFFLED
    if job.output.spread is not None:
        yield words.SPREAD.format(Path(job.output.spread).name)
    if any(each.stored_name != each.name for each in shown.columns):
        yield words.RENAMED
