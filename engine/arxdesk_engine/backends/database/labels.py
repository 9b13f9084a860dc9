"""The labels of tuples and cells on their way into temporary tables."""

from __future__ import annotations

import contextlib
import datetime as dt
import io
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import sqlalchemy as sa
from numpy.typing import NDArray
from pyarrow import csv as pa_csv

from arxdesk_engine.backends.database.session import Session
from arxdesk_engine.backends.database.temporary import FATE, NUMBER
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.cells.typed import WrittenCells
from arxdesk_engine.io.databases.making import insert_cells

PREPARING = marked("Preparing the labels")
_BATCH = 50_000


def numbered(labels: Sequence[WrittenCells], fates: NDArray[np.int32]) -> list[WrittenCells]:
    """The labels with the number of their tuple, from 1, and what becomes of its records (int32[tuples])."""
    return [whole_numbers(NUMBER, np.arange(1, len(fates) + 1)), *labels, whole_numbers(FATE, fates)]


def whole_numbers(name: str, numbers: NDArray[np.integer[Any]]) -> WrittenCells:
    """A column of numbers, int[rows], of which none is missing."""
    known, codes = np.unique(numbers, return_inverse=True)
    return WrittenCells(name, ValueType(DataType.INTEGER), codes.astype(np.int32), (), tuple(known.tolist()))


def load(session: Session, table: sa.TableClause, cells: Sequence[WrittenCells], control: Control) -> None:
    """Fill a table with rows of cells: by COPY where the driver has it, else some rows at a time. Raises Stopped."""
    with session.working(tr(PREPARING), control):
        if session.connection.dialect.driver == "psycopg":
            _copy(session, table, cells, control)
        else:
            columns: Iterator[sa.Column[Any]] = (sa.Column(sa.sql.quoted_name(each.name, quote=True)) for each in cells)
            whole = sa.Table(table.name, sa.MetaData(), *columns, schema=table.schema)
            insert_cells(session.connection, whole, cells, control, tr(PREPARING))


def _copy(session: Session, table: sa.TableClause, cells: Sequence[WrittenCells], control: Control) -> None:
    """COPY of comma-separated text, in which only missing cells have no quotation marks."""
    known = [pa.array([*map(_text, column.values), None], pa.string()) for column in cells]
    records = len(cells[0].codes)
    names = ", ".join(session.system.quote(each.name) for each in cells)
    driver: Any = session.connection.connection.driver_connection
    statement = f"COPY {session.system.quoted(table)} ({names}) FROM STDIN (FORMAT csv, NULL '', ENCODING 'UTF8')"
    form = pa_csv.WriteOptions(include_header=False, quoting_style="all_valid")
    with _as_of_sqlalchemy(session, statement), driver.cursor() as cursor, cursor.copy(statement) as copy:
        for start in range(0, records, _BATCH):
            control.raise_if_stopped()
            control.report(Progress(tr(PREPARING), start / records))
            batch = slice(start, start + _BATCH)
            columns = [texts.take(pa.array(column.codes[batch])) for texts, column in zip(known, cells, strict=True)]
            text = io.BytesIO()
            pa_csv.write_csv(pa.table(columns, names=[each.name for each in cells]), text, form)
            copy.write(text.getbuffer())


@contextlib.contextmanager
def _as_of_sqlalchemy(session: Session, statement: str) -> Iterator[None]:
    """A block in which errors of the driver become those of all other statements."""
    try:
        yield
    except session.connection.dialect.loaded_dbapi.Error as error:
        raise sa.exc.DBAPIError(statement, None, error) from error


def _text(value: object) -> str | None:
    if isinstance(value, dt.date):  # and moments
        return value.isoformat()
    return None if value is None else str(value)
