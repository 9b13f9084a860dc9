"""The join of linked tables: a record for each row of the first table with each combination of rows that belong to it.

The join is a left one, in the order of the sections [[tables]]: a row of a table without rows in the next one is a
record with missing cells there. Records come in the order of the first table, then in that of the second, and so on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.data.linked_rows import NO_ROW, LinkedRows
from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import SEPARATOR, LinkedTable, column_of

MOST_RECORDS = 100_000_000
"""Records of a join. Two tables with many rows for one person multiply."""

_ROW_NUMBER = re.compile("[1-9][0-9]{0,8}")
"""Of a row, from 1: as it is written into a join, with at most nine digits."""

Numbers = NDArray[np.int64]


def source_of_first(job: Job) -> DataSource:
    """The data section by which the table under [data] is read, without the columns that come from linked tables."""
    data = job.data
    if not job.tables or not data.columns:
        return data
    heads = tuple(f"{each.name}{SEPARATOR}" for each in job.tables if each.path is not None)
    columns = [name for name in data.columns if not name.startswith(heads)] if heads else list(data.columns)
    needed = [each.row_column for each in job.tables if each.path is None]
    needed += [each.parent_column for each in job.tables if not (each.parent or each.path is None)]
    return data.model_copy(update={"columns": tuple(dict.fromkeys((*columns, *needed)))})


def source_of_linked(job: Job, table: LinkedTable) -> DataSource:
    """The data section by which a linked table is read: what its own section says, else as the first one."""
    own = {name: getattr(table, name) for name in ("sheet", "table", "delimiter", "encoding", "header")}
    other: dict[str, object] = {"columns": (), "rename": {}, "row_limit": None, "count": None, "skip_lines": 0}
    return job.data.model_copy(update={"path": table.path, **own, **other})


def joined(first: RawTable, job: Job, read: Callable[[LinkedTable], RawTable]) -> RawTable:
    """The join of the table under [data], `first`, with the linked tables of a job.

    `read` reads a linked table. Where the first table is a join already, its columns of row numbers are taken out.
    Raises InvalidData: a key that does not exist, that several rows of a parent have, or that no row of the parent has,
    and a join of too many records; what `read` raises.
    """
    place = job.table_place
    join = _opened(first, [each for each in job.tables if each.path is None], place)
    for table in job.tables:
        if table.path is not None:
            join = with_table(join, table, read(table), job)
    return join


def with_table(join: RawTable, table: LinkedTable, raw: RawTable, job: Job) -> RawTable:
    """A join, or a table alone, joined with another table, `raw`. Raises InvalidData as `joined` does."""
    first_place, place = job.table_place, job.place_of_linked(table)
    join = join if join.linked else _opened(join, [], first_place)
    key = _column(raw, table.key, place)
    there = _column(join, table.parent_column, first_place)
    parent = next(each for each in join.linked if each.name == table.parent)
    _require_one_row_each(there, parent.rows, table, first_place)
    code_of = {text: code for code, text in enumerate(there.dictionary) if text}
    codes = np.array([code_of.get(text, NO_ROW) for text in key.dictionary], np.int64)[key.codes]
    unmatched = int((codes == NO_ROW).sum())
    if unmatched and table.unmatched == "error":
        raise _unmatched(table, unmatched, place)
    records, rows = _matched(np.where(parent.rows == NO_ROW, NO_ROW, there.codes), codes, len(code_of) + 1, place)
    own = [replace(each, name=column_of(table.name, each.name)) for each in raw.columns if each is not key]
    linked = [replace(each, rows=each.rows[records]) for each in join.linked]
    linked.append(
        LinkedRows(table.name, rows, tuple(each.name for each in own), table.key, table.parent_column, unmatched)
    )
    columns = (*(each.at(records) for each in join.columns), *(each.at(rows) for each in own))
    return replace(join, columns=columns, records=len(records), linked=tuple(linked))


def _opened(first: RawTable, inside: list[LinkedTable], place: str) -> RawTable:
    """The first table with the rows of the tables that are joined in it; its own are told apart by their keys.

    A row without any key has no rows in other tables, and so one record.
    """
    numbers = {each.row_column: _numbers_in(_column(first, each.row_column, place), place) for each in inside}
    columns = tuple(column for column in first.columns if column.name not in numbers)
    keys = dict.fromkeys(each.parent_column for each in inside if not each.parent)
    rows = _rows_by_keys([_column(first, each, place) for each in keys], first.records)
    elsewhere = {name for each in inside for name in each.columns}
    own = tuple(each.name for each in columns if each.name not in elsewhere)
    if lost := next((each for each in keys if each not in own), None):
        found = tr("the key {key} of the first table is among the columns of another one", key=quoted(lost))
        raise InvalidData(Problem(place, found, tr("Link the tables again.")))
    linked = [LinkedRows("", rows, own)]
    linked += [
        LinkedRows(each.name, numbers[each.row_column], each.columns, each.key, each.parent_column) for each in inside
    ]
    return replace(first, columns=columns, linked=tuple(linked))


def _matched(keys: Numbers, codes: Numbers, number: int, place: str) -> tuple[Codes, Codes]:
    """The records of a join, int32[records] twice: the record before it, and the row of the other table, or NO_ROW.

    `keys` int64[records before] and `codes` int64[rows] are the codes of the key, below `number`; NO_ROW: none.
    """
    order = np.argsort(codes, kind="stable")[np.count_nonzero(codes == NO_ROW) :]
    how_many = np.bincount(codes[order], minlength=number)
    starts = np.concatenate([[0], np.cumsum(how_many)])
    has_rows = (keys != NO_ROW) & (how_many[keys] > 0)
    counts = np.where(has_rows, how_many[keys], 1)
    total = int(counts.sum())
    if total > MOST_RECORDS:
        found = tr(
            "joined with it there would be {n} records, more than {most}",
            n=whole(total),
            most=whole(MOST_RECORDS),
        )
        raise InvalidData(
            Problem(place, found, tr("Link fewer tables with many rows for one person, or leave rows out."))
        )
    records = np.repeat(np.arange(len(keys), dtype=np.int32), counts)
    within = np.arange(total) - np.repeat(np.cumsum(counts) - counts, counts)
    found_rows = np.full(total, NO_ROW, np.int32)
    matched = has_rows[records]
    found_rows[matched] = order[starts[keys[records[matched]]] + within[matched]]
    return records, found_rows


def _require_one_row_each(key: RawColumn, rows: Codes, table: LinkedTable, place: str) -> None:
    """Raises InvalidData where several rows of a parent have the same key."""
    is_row = (rows != NO_ROW) & np.array([bool(text) for text in key.dictionary], np.bool_)[key.codes]
    width = np.int64(int(rows.max(initial=0)) + 1)
    pairs = np.sort(key.codes[is_row] * width + rows[is_row])
    distinct = pairs[np.diff(pairs, prepend=-1) > 0] // width
    twice = np.flatnonzero(np.bincount(distinct, minlength=len(key.dictionary)) > 1)
    if len(twice):
        example = quoted(key.dictionary[twice[0]])
        found = tr(
            "{n} values of the key {key} stand in several rows, {example} for one",
            n=whole(len(twice)),
            key=quoted(key.name),
            example=example,
        )
        remedy = tr(
            "{table} needs a parent with one row for each key: make the table that has it the first one.",
            table=table.name,
        )
        raise InvalidData(Problem(place, found, remedy))


def _unmatched(table: LinkedTable, number: int, place: str) -> InvalidData:
    parent = tr("the table {name}", name=table.parent) if table.parent else tr("the first table")
    found = tr_n(
        number,
        "{n} row has a {key} that no row of {parent} has",
        "{n} rows have a {key} that no row of {parent} has",
        key=quoted(table.key),
        parent=parent,
    )
    remedy = tr('Correct them, or write unmatched = "drop" for the table {table}: they are left out.', table=table.name)
    return InvalidData(Problem(place, found, remedy))


def _column(raw: RawTable, name: str, place: str) -> RawColumn:
    found = next((column for column in raw.columns if column.name == name), None)
    if found is None:
        problem = Problem(
            place, tr("there is no column {name} to link tables by", name=quoted(name)), suggestion(name, raw.names)
        )
        raise InvalidData(problem)
    return found


def _rows_by_keys(keys: Sequence[RawColumn], records: int) -> Codes:
    """The row of each record, numbered from 0 as they come: records alike in all keys are of one row, and one without
    any key is a row of its own."""
    row = np.zeros(records, np.int64)
    has_key = np.zeros(records, np.bool_)
    for key in keys:
        has_key |= np.array([bool(text) for text in key.dictionary], np.bool_)[key.codes]
        row = np.unique(row * len(key.dictionary) + key.codes, return_inverse=True)[1]
    row[~has_key] = records + np.flatnonzero(~has_key)
    _rows, first, place = np.unique(row, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int32)
    rank[np.argsort(first)] = np.arange(len(first), dtype=np.int32)
    return rank[place]


def row_columns(linked: Sequence[LinkedRows], names: Mapping[str, str]) -> Iterator[RawColumn]:
    """The columns of a join with the number of the row of each linked table, from 1, as `joined` reads them.

    `names` are those of `row_names`.
    """
    of_name = {each.name: each for each in linked}
    for table, name in names.items():
        numbers, codes = np.unique(of_name[table].rows, return_inverse=True)
        texts = tuple("" if number == NO_ROW else str(number + 1) for number in numbers.tolist())
        yield RawColumn(name, codes.astype(np.int32), texts)


def row_names(tables: Sequence[LinkedTable], columns: Collection[str]) -> dict[str, str]:
    """The names of the columns with numbers of rows, by table, that no column of the join has."""
    found: dict[str, str] = {}
    for table in tables:
        name = table.row_column
        while name in columns or name in found.values():
            name += "'"
        found[table.name] = name
    return found


def _numbers_in(column: RawColumn, place: str) -> Codes:
    """The numbers of rows that a join has in a column, from 0; NO_ROW where it is missing.

    A table can have more rows than the join has records, where rows without a match were left out.
    """
    if not all(not text or _ROW_NUMBER.fullmatch(text) for text in column.dictionary):
        found = tr("the column {column} has other cells than numbers of rows", column=quoted(column.name))
        raise InvalidData(Problem(place, found, tr("Link the tables again.")))
    numbers = [int(text) - 1 if text else NO_ROW for text in column.dictionary]
    return np.array(numbers, np.int32)[column.codes]
