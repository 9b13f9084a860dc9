"""The facts of the table that went in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from arxdesk_engine.analysis.facts.summary import transformations
from arxdesk_engine.analysis.people.limited_records import limited_records
from arxdesk_engine.analysis.people.linked_tables import linked_sentences
from arxdesk_engine.analysis.people.records_of_people import findings, people_sentence, records_of_people
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import FEWEST, TELLING, AttributeSettings, ReplacementSettings
from arxdesk_engine.job.policy import CountedRecords
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.release.formulation import population_of
from arxdesk_engine.release.linked_export import numbered_keys
from arxdesk_engine.report.facts.files import FileFacts, table_file
from arxdesk_engine.report.facts.rows import attributes_of_rows, job_of_rows
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.layout.words import threshold

MOST_VALUES = 6
"""Values shown of a column, if values are included."""
NOT_READ = "not read"
"""In place of the type of a column whose cells stay outside memory."""


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    """A column as read. `format` is that of a date, `becomes` its treatment (`analysis.facts.summary.transformations`,
    or "leave out" for a column that is not written, "number" for a key of linked tables).

    `distinct` and `missing` are None for a column that stays outside memory, with the other figures of its cells.
    `frequent` are its most frequent values with their numbers of records, empty without values and for columns that
    name people. `replaced` are the numbers of cells and rules that replace texts of the file;
    `rules` describes the first of them, empty without values. `unfit` is the number of missing cells whose text did not
    fit the type.
    """

    name: str
    role: str
    type: str
    format: str | None
    distinct: int | None
    missing: int | None
    becomes: str
    frequent: tuple[tuple[str, int], ...] = ()
    replaced: int = 0
    rules: tuple[str, ...] = ()
    unfit: int = 0

    def tells_apart(self, records: int) -> bool:
        """Whether it is passed on as it is, with different values in many of the records."""
        is_open = self.becomes == "keep" and self.role in (Role.SENSITIVE.value, Role.INSENSITIVE.value)
        return is_open and records >= FEWEST and self.distinct is not None and self.distinct >= TELLING * records


@dataclass(frozen=True, slots=True)
class PartFacts:
    """The records that count, if they are not the whole table.

    `kind` is one of `job.policy.Counted`; `description` is None if it would disclose values.
    """

    kind: str
    records: int
    description: str | None


@dataclass(frozen=True, slots=True)
class DataFacts:
    """The table. `origin` is the name of its source, which is `source` unless a project keeps the table; `read` is the
    time of reading, None if unknown.

    `notes` are sentences about what figures of the table are of. `records` is the size of the table, `distinct_records`
    the combinations of quasi-identifiers among those that count.
    """

    source: FileFacts
    origin: str
    read: dt.datetime | None
    records: int
    distinct_records: int
    columns: tuple[ColumnFacts, ...]
    part: PartFacts | None
    population: int | None
    notes: tuple[str, ...] = ()

    @property
    def counted(self) -> int:
        """The number of records that count."""
        return self.records if self.part is None else self.part.records

    @property
    def telling(self) -> tuple[str, ...]:
        """The unchanged columns that can tell people apart."""
        return tuple(column.name for column in self.columns if column.tells_apart(self.records))


def data_facts(subject: Subject, control: Control, *, with_values: bool) -> DataFacts:
    """Describe the table of a job."""
    anonymizer, origin = subject.anonymizer, subject.origin
    grouping, source = anonymizer.problem.grouping, table_file(anonymizer, control)
    return DataFacts(
        source,
        source.name if origin is None else origin.name,
        None if origin is None else origin.read,
        anonymizer.dataset.total_records,
        len(grouping.input_sizes[0]),
        tuple(_column(anonymizer, each, with_values) for each in attributes_of_rows(anonymizer)),
        _part(anonymizer, with_values),
        population_of(anonymizer.job, grouping.units),
        (
            *(() if anonymizer.rows is None else anonymizer.rows.notes),
            *linked_sentences(anonymizer.dataset),
            *_of_people(anonymizer),
        ),
    )


def _of_people(anonymizer: Anonymizer) -> Iterator[str]:
    """Whose the records are, and columns that differ in few people."""
    person = anonymizer.job.data.person
    if person is not None:
        found = records_of_people(anonymizer.dataset, person)
        yield tr("People are counted, by {column}: {people}", column=person, people=people_sentence(found))
        yield from findings(found)
        limit = limited_records(anonymizer.job, anonymizer.dataset)
        if limit is not None:
            yield limit.sentence()


def _column(anonymizer: Anonymizer, attribute: str, with_values: bool) -> ColumnFacts:
    job, dataset = job_of_rows(anonymizer), anonymizer.dataset
    settings = job.settings_of(attribute)
    becomes = "leave out" if attribute in job.output.leave_out else transformations(job, [attribute])[attribute]
    becomes = becomes if anonymizer.policy.shows(settings.role) else "suppress"
    becomes = "number" if attribute in numbered_keys(job, anonymizer.dataset) else becomes
    if attribute not in dataset.names:
        return ColumnFacts(attribute, settings.role.value, NOT_READ, None, None, None, becomes)
    column, counts = dataset[attribute], dataset.counts_of(attribute)
    is_whole = anonymizer.rows is None or attribute not in anonymizer.rows.minimum_levels
    tells_values = with_values and settings.role is not Role.IDENTIFYING
    missing = int(counts[column.values.index("")]) if "" in column.values else 0
    return ColumnFacts(
        attribute,
        settings.role.value,
        column.type.kind.value,
        column.type.format,
        len(column.values) - ("" in column.values) if is_whole else None,
        missing,
        becomes,
        frequent_values(dataset, attribute) if is_whole and tells_values else (),
        settings.replaced,
        tuple(_rules(settings)) if tells_values else (),
        column.unfit,
    )


def _rules(settings: AttributeSettings) -> Iterator[str]:
    """The first replacements of a column, in words."""
    cells = (ReplacementSettings(find=text, by=by) for text, by in settings.replace.items())
    for rule in islice(chain(cells, settings.replacements), MOST_VALUES):
        yield rule.sentence


def frequent_values(dataset: Dataset, attribute: str, most: int = MOST_VALUES) -> tuple[tuple[str, int], ...]:
    """The most frequent values of an attribute with their numbers of records; ties in the order of the column.

    None if no value occurs twice: then each of them may name a person.
    """
    column, counts = dataset[attribute], dataset.counts_of(attribute)
    first = np.argsort(-counts, kind="stable")[:most].tolist() if counts.max(initial=0) > 1 else []
    return tuple((column.values[code], int(counts[code])) for code in first if counts[code])


def _part(anonymizer: Anonymizer, with_values: bool) -> PartFacts | None:
    included, job = anonymizer.problem.grouping.included, job_of_rows(anonymizer)
    if included is None:
        return None
    records = anonymizer.dataset.records_of(included)
    counts = anonymizer.policy.counts
    if anonymizer.policy.counts_all and job.data.per_person is not None:
        return PartFacts(anonymizer.policy.part, records, job.data.per_person.sentence)
    if counts is CountedRecords.DRAW:
        return PartFacts(counts.value, records, None)
    if job.sampling is not None:
        share = threshold(job.sampling.fraction)
        return PartFacts(
            counts.value,
            records,
            tr("{share} of the table", share=share),
        )
    named = named_subsets(job)
    settings = named[0].settings if named else None
    tells_values = settings is not None and settings.select is not None
    shown = None if settings is None or (tells_values and not with_values) else settings.description
    return PartFacts(counts.value, records, shown)
