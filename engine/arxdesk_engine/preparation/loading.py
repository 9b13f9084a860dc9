"""Reading the files that a job names."""

from __future__ import annotations

import dataclasses
from functools import partial

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.item_sets import as_items
from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import (
    InvalidData,
    InvalidHierarchy,
    InvalidJob,
    Problem,
    Resolution,
    UnclearTable,
    quoted,
)
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.io.table import TableFormat, format_of, read_table
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import LinkedTable
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.preparation.linking import joined, source_of_first, source_of_linked
from arxdesk_engine.preparation.preparation import prepared


def load_dataset(job: Job, control: Control | None = None, password: str | None = None) -> Dataset:
    """Read the table of a job. Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped."""
    raw = load_raw(job, control or Control(), password)
    dataset = prepared(raw, job.data, job.attributes, job.table_place)
    return dataclasses.replace(dataset, guesses=guesses(raw))


def load_raw(job: Job, control: Control, password: str | None = None) -> RawTable:
    """The table of a job as its file has it.

    Raises UnreadableFile, PasswordNeeded or InvalidData, UnclearTable where the first row may or may not name the
    columns and the job does not say; Stopped.
    """
    place = job.table_place
    raw = read_table(place, table_options(source_of_first(job)), control, password)
    if raw.header_doubt:
        raise _unclear_header(place, raw.header_doubt, "[data]")
    return raw if not job.tables else joined(raw, job, partial(_load_linked, job, control, password))


def _load_linked(job: Job, control: Control, password: str | None, table: LinkedTable) -> RawTable:
    place = job.place_of_linked(table)
    raw = read_table(place, table_options(source_of_linked(job, table)), control, password)
    if raw.header_doubt:
        raise _unclear_header(place, raw.header_doubt, "[[tables]]")
    return raw


def _unclear_header(place: str, doubt: str, section: str) -> InvalidData:
    found = tr("the first row may be a record or the names of the columns: {doubt}", doubt=doubt)
    remedy = tr(
        "Write header = true (names) or header = false (a record) in the section {section} of the job.", section=section
    )
    if section != "[data]":
        return InvalidData(Problem(place, found, remedy))
    ways = (Resolution(tr("They are names"), {"header": True}), Resolution(tr("They are a record"), {"header": False}))
    return UnclearTable(Problem(place, found, remedy), ways)


def guesses(raw: RawTable) -> tuple[str, ...]:
    """The uncertain guesses about the syntax of a file, with the keys of a job that would settle them."""
    header = raw.header and raw.header[:2]
    found = []
    if raw.facts is not None:
        facts, header = raw.facts, (raw.facts.header, raw.facts.header_confidence)
        if facts.encoding_confidence != "certain":
            found.append(tr("the encoding is {encoding} (encoding)", encoding=facts.encoding))
        if facts.delimiter_confidence != "certain":
            found.append(
                tr(
                    "{delimiter} separates cells, in {lines} (delimiter)",
                    delimiter=quoted(facts.delimiter),
                    lines=facts.delimiter_confidence,
                )
            )
    if header is not None and header[1] != "certain":
        found.append(
            tr("the first row names the columns (header)") if header[0] else tr("the first row is a record (header)")
        )
    return tuple(found)


def load_subset(job: Job, path: str) -> Dataset:
    """Read the file that lists a research subset, written as the table is. Raises UnreadableFile or InvalidData.

    It has all its records, and cells that fit no type are what they are: it is only compared with the table.
    """
    place = str(job.resolve(path))
    data = source_of_subset(job)
    raw = read_table(place, table_options(data), Control())
    return prepared(raw, data, job.attributes, place, keeps_misfits=True)


def source_of_subset(job: Job) -> DataSource:
    """The data section of a file that lists a research subset: like that of the table, where it is such a file, too."""
    other: dict[str, object] = {"row_limit": None, "sheet": None, "table": None}
    if format_of(job.data.path) is not TableFormat.DELIMITED:
        other["encoding"] = None  # that of a text which the table came from once
    return job.data.model_copy(update=other)


def table_options(data: DataSource) -> TableOptions:
    """The reading options of a job."""
    return TableOptions(**{each.name: getattr(data, each.name) for each in dataclasses.fields(TableOptions)})


def load_hierarchies(job: Job, dataset: Dataset, control: Control | None = None) -> dict[str, Hierarchy]:
    """Read or build every hierarchy that the job names for a column of the table; of a column of sets for its items.

    Raises UnreadableFile, InvalidData, InvalidHierarchy with the faults of all of them, or InvalidJob where one is
    made from the data although differential privacy forbids that.
    """
    _require_independence(job, dataset)
    hierarchies: dict[str, Hierarchy] = {}
    faults: list[Problem] = []
    for each in dataset:
        source = job.settings_of(each.name).hierarchy
        if source is None:
            continue
        column = as_items(each)
        try:
            if isinstance(source, HierarchyBuilder):
                hierarchies[column.name] = source.build(column)
            else:
                hierarchies[column.name] = spelled_as(read_hierarchy_file(job, source, control), column)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return hierarchies


def read_hierarchy_file(job: Job, path: str, control: Control | None = None) -> Hierarchy:
    """Read the file of a hierarchy that a job names. Raises UnreadableFile, InvalidData or InvalidHierarchy."""
    place = job.resolve(path)
    with on_disk(place, control) as file:
        return dataclasses.replace(read_hierarchy(file, job.data.null_values), source=str(place))


def _require_independence(job: Job, dataset: Dataset) -> None:
    """Differential privacy holds for generalization that does not depend on the table (Li, Qardaji and Su 2012)."""
    if policy_of(job).allows_hierarchies_from_data:
        return
    faults = []
    for name in dataset.names:
        source = job.settings_of(name).hierarchy
        if isinstance(source, HierarchyBuilder) and source.depends_on_data:
            place = f"{job.source}, attributes.{name}.hierarchy"
            found = tr(
                "the builder {builder} makes the hierarchy from the data, which differential privacy forbids",
                builder=source.builder,
            )
            faults.append(Problem(place, found, tr("Write out all its settings, choose intervals, or name a file.")))
    if faults:
        raise InvalidJob(faults)
