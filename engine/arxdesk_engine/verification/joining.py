"""Linked tables joined with pandas, by the texts of their keys, apart from the join of the engine."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.linked_table import LinkedTable, column_of

Numbers = NDArray[np.int64]
KEY = "\0key"
"""The column of a linked table with its key, which is another one in its parent."""
_ROW = "\0row of "


def join_of(job: Job, first: pd.DataFrame, read: Callable[[str, DataSource], pd.DataFrame]) -> pd.DataFrame:
    """The join of the tables of a job, `first` as the file under [data] has it, with the numbers of their rows.

    Raises InvalidData where the tables cannot be linked any more; what `read` raises.
    """
    join = first.assign(**{_ROW: _rows_of_first(job, first)})
    for table in job.tables:
        if table.path is None:
            join = _with_numbers(join, table, job.table_place)
            continue
        own = {name: getattr(table, name) for name in ("sheet", "table", "delimiter", "encoding", "header")}
        other = {"path": table.path, "columns": (), "rename": {}, "skip_lines": 0}
        found = read(job.place_of_linked(table), job.data.model_copy(update={**own, **other}))
        if table.key not in found or table.parent_column not in join:
            raise InvalidData(
                Problem(job.place_of_linked(table), tr("the key is not there"), tr("Link the tables again."))
            )
        found = found.rename(
            columns={name: column_of(table.name, name) for name in map(str, found) if name != table.key}
        )
        found = found.rename(columns={table.key: KEY})
        found = found[found[KEY].astype(object) != ""]
        join = with_table(join, found, table.parent_column, table.name)
    return join


def rows_in(join: pd.DataFrame) -> tuple[pd.DataFrame, dict[str, Numbers]]:
    """The join without the numbers of rows, and these: int64[records] for each table, -1 where it has no row."""
    rows = {name.removeprefix(_ROW): join[name].to_numpy(np.int64) for name in map(str, join) if name.startswith(_ROW)}
    return join.drop(columns=[f"{_ROW}{name}" for name in rows]), rows


def numbered(table: pd.DataFrame, name: str, rows: Numbers) -> pd.DataFrame:
    """A table with the numbers of its rows, int64[rows]."""
    return table.assign(**{f"{_ROW}{name}": rows})


def _with_numbers(join: pd.DataFrame, table: LinkedTable, place: str) -> pd.DataFrame:
    """A join that was read with the numbers of the rows of one of its tables."""
    if table.row_column not in join or table.parent_column not in join:
        raise InvalidData(Problem(place, tr("the numbers of linked rows are not there"), tr("Link the tables again.")))
    numbers = pd.to_numeric(join[table.row_column].astype(object), errors="coerce").fillna(0).astype(np.int64) - 1
    return join.drop(columns=table.row_column).assign(**{f"{_ROW}{table.name}": numbers})


def _rows_of_first(job: Job, first: pd.DataFrame) -> Numbers:
    """The number of the row of the first table in each record, int64[records]: in a join that was read by its keys.

    Only a row without a key can be linked to nothing, and is one record.
    """
    numbers = np.arange(len(first))
    inside = [each for each in job.tables if each.path is None and not each.parent and each.parent_column in first]
    if not inside:
        return numbers
    texts = [first[each.parent_column].astype(object).tolist() for each in inside]
    keys = [key if any(key) else number for number, key in enumerate(zip(*texts, strict=True))]
    rows = pd.factorize(pd.Series(keys, dtype=object))[0]
    return rows.astype(np.int64)


def with_table(
    join: pd.DataFrame, table: pd.DataFrame, key: str, name: str, rows: Numbers | None = None
) -> pd.DataFrame:
    """The join with a table whose key stands in its column `KEY`, and with the numbers of its rows."""
    keys = table[KEY].astype(object)
    table = table.drop(columns=KEY).assign(**{f"{_ROW}{name}": np.arange(len(table)) if rows is None else rows})
    left = join.assign(**{KEY: join[key].astype(object)})
    found = left.merge(table.assign(**{KEY: keys}), how="left", on=KEY, sort=False).drop(columns=KEY)
    number = f"{_ROW}{name}"
    own = {str(each): _filled(found[each].array) for each in table if each != number}
    return found.assign(**own).assign(**{number: found[number].fillna(-1).astype(np.int64)})


def _filled(cells: pd.Categorical) -> pd.Categorical:
    """Cells with the empty text where a table has no row."""
    if not (cells.codes < 0).any():
        return cells
    return (cells if "" in cells.categories else cells.add_categories([""])).fillna("")
