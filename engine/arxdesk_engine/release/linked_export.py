"""Writing a result of linked tables: a file for each of them, their rows as they were, their keys replaced together.

Keys that would read "*" could link nothing: numbers in an order that nobody can draw again stand in their place, the
same in all files. Pseudonyms link tables as they are.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.linked_rows import NO_ROW, LinkedRows
from arxdesk_engine.data.schema import SUPPRESSED, DataType, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.file_names import named_beside
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.same_place import is_same_file
from arxdesk_engine.io.files.atomic import put_back_on_failure
from arxdesk_engine.io.writing import write_table
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import SEPARATOR
from arxdesk_engine.release.export import (
    Exported,
    require_exportable,
    shuffled,
    target_of,
    with_decimal_marks,
    written_to,
)

Numbers = NDArray[np.int64]


def files_of_tables(job: Job) -> dict[str, Path]:
    """The file of each table of a result of linked tables, by its name; the first one is "".

    Linked tables without a file of their own are written beside the first one, with their name behind its own.
    """
    first = Path(job.output_place or "")
    found = {"": first}
    for table in job.tables:
        beside = named_beside(first, table.name)
        found[table.name] = beside if table.output is None else job.resolve(table.output)
    return found


def numbered_keys(job: Job, dataset: Dataset) -> tuple[str, ...]:
    """The keys of linked tables that are written as numbers, others each time."""
    keys = dict.fromkeys(each.parent_key for each in dataset.linked if each.parent_key)
    return tuple(name for name in keys if job.settings_of(name).shown_as == "suppress")


def with_tables_beside(job: Job) -> Job:
    """The job with the files of its linked tables beside that of the first one, wherever that is written."""
    beside = tuple(each.model_copy(update={"output": None}) for each in job.tables)
    return job.model_copy(update={"tables": beside}) if beside else job


def require_tables_exportable(job: Job) -> None:
    """Refuse, before long work, files of linked tables that cannot be written or would change the input.

    Raises InvalidJob or UnwritableFile.
    """
    files = files_of_tables(job)
    for number, (name, file) in enumerate(files.items()):
        if not name:
            continue
        place = f"{job.source}, tables.{number}.output"
        require_exportable(written_to(job, file), place)
        if (
            other := next((each for each in files if each != name and is_same_file(files[each], file)), None)
        ) is not None:
            found = tr(
                "{table} and {other} would be written to one file",
                table=quoted(name),
                other=quoted(other) if other else tr("the first table"),
            )
            raise InvalidJob(Problem(place, found, tr("Choose another file for one of them.")))


def export_tables(
    job: Job,
    source: Dataset,
    released: Dataset,
    order: Numbers,
    control: Control | None = None,
    numbers: Collection[str] = (),
) -> Exported:
    """Write the tables whose join is `released` from `source`; `order` int64[records written] are its records.

    Each table has the rows that some of these records have, in the order of its input unless the job shuffles them. All
    files are written, or none. `numbers` are the columns of numbers. Raises InvalidData for what the format cannot
    hold; UnwritableFile; Stopped.
    """
    files = files_of_tables(job)
    keys = {each.parent_key for each in source.linked if each.parent_key}
    cells = {column.name: column for column in released}
    cells |= {name: _numbered(source[name], order) for name in keys if cells[name].values == (SUPPRESSED,)}
    written: dict[str, Exported] = {}
    with contextlib.ExitStack() as stack:
        for file in files.values():
            stack.enter_context(put_back_on_failure(file))
        for linked in source.linked:
            place = files[linked.name]
            records = _records_of(linked, order)
            part = job if not linked.name else written_to(job, place)
            columns = dict(_columns(linked, cells, job.output.leave_out))
            target = with_decimal_marks(target_of(part), job, numbers)
            if target.form is not None:
                comma = frozenset(name for name, column in columns.items() if column.name in target.form.with_comma)
                target = replace(target, form=replace(target.form, with_comma=comma))
            records = shuffled(records) if job.output.shuffle else records
            made = write_table(target, [replace(each, name=name) for name, each in columns.items()], records, control)
            written[linked.name] = Exported(
                *(str(place), made.sha256, records, target.separator, None, made.renamed),
                is_shuffled=job.output.shuffle,
                form=made.form,
                notes=made.notes,
            )
    notes = tuple(dict.fromkeys(note for each in written.values() for note in each.notes))
    left_out = tuple(name for name in released.names if name in job.output.leave_out)
    return replace(written[""], order=order, left_out=left_out, notes=notes, tables=written)


def names_in_table(linked: LinkedRows) -> Mapping[str, str]:
    """The names that the attributes of a linked table have in its file: without its own in front."""
    head = f"{linked.name}{SEPARATOR}" if linked.name else ""
    names = {name: name.removeprefix(head) for name in linked.columns}
    return {linked.parent_key: linked.key, **names} if linked.key else names


def _columns(
    linked: LinkedRows, cells: Mapping[str, Column], left_out: Collection[str]
) -> Iterator[tuple[str, Column]]:
    for name, shown in names_in_table(linked).items():
        if name in cells and name not in left_out:
            yield shown, cells[name]


def _records_of(linked: LinkedRows, order: Numbers) -> Numbers:
    """A record of the join for each row of a table, in the order of the table."""
    rows = linked.rows[order]
    _rows, first = np.unique(rows[rows != NO_ROW], return_index=True)
    found: Numbers = order[rows != NO_ROW][first]
    return found


def _numbered(key: Column, order: Numbers) -> Column:
    """A key with numbers from 1 on in place of the values that are written, in an order that nobody can draw again."""
    used = np.unique(key.codes[order])
    used = used[np.array([bool(value) for value in key.values], np.bool_)[used]]
    number_of = np.zeros(len(key.values), np.int32)
    number_of[shuffled(used.astype(np.int64))] = np.arange(1, len(used) + 1)
    texts = ("", *map(str, range(1, len(used) + 1)))
    return Column(key.name, number_of[key.codes], texts, ValueType(DataType.INTEGER))
