"""Workbooks, statistical files and databases read a second time, as plain texts.

The packages that know the formats are those of the engine, since there are no others; what becomes of their cells, and
which are read, is decided here anew.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from arxdesk_engine.foundation.errors import InvalidData, Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.connection import connected
from arxdesk_engine.io.table import TableFormat
from arxdesk_engine.io.text.detect import SAMPLE_LINES
from arxdesk_engine.io.text.header import guess_header
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.verification.cells import text_column
from arxdesk_engine.verification.texts import numbered, trimmed

_DIGITS_OF_WORKBOOKS = 15


def read_typed(place: str, kind: TableFormat, data: DataSource) -> pd.DataFrame:
    """A table of categorical columns of trimmed texts, with all columns and records of the file or the database.

    Raises UnreadableFile or InvalidData.
    """
    if kind is TableFormat.DATABASE:
        return _database(place, data.table)
    with _explained(place):
        return _sheet(Path(place), data) if kind is TableFormat.EXCEL else _statistical(Path(place), labels=data.labels)


def read_typed_exactly(place: str, kind: TableFormat, table: str | None) -> pd.DataFrame:
    """A table that was written with names in its first row: the texts of the cells as they are, blanks and all.

    Raises UnreadableFile or InvalidData.
    """
    if kind is TableFormat.DATABASE:
        return _database(place, table, trims=False)
    with _explained(place):
        if kind is not TableFormat.EXCEL:
            return _statistical(Path(place), labels=False, trims=False)
        names, *rows = _rows(Path(place), None)
        columns = zip(*rows, strict=True) if rows else ((),) * len(names)
        return pd.DataFrame(
            {
                str(name): text_column(cells, _DIGITS_OF_WORKBOOKS, trims=False)
                for name, cells in zip(names, columns, strict=True)
            }
        )


@contextlib.contextmanager
def _explained(place: str) -> Iterator[None]:
    try:
        yield
    except UserError:
        raise
    except Exception as error:  # the packages raise errors of their own, which share nothing
        found = tr("the file cannot be read as a table ({error})", error=error)
        raise InvalidData(Problem(place, found, tr("Check its format."))) from error


def _sheet(path: Path, data: DataSource) -> pd.DataFrame:
    rows = _rows(path, data.sheet)
    if len(rows[0]) > 1:
        rows = [row for row in rows if set(map(str, row)) != {""}]
    else:
        rows = rows[next(number for number, row in enumerate(rows) if row[0] != "") :]
    sample = [[str(text_column([cell])[0]) for cell in row] for row in rows[:SAMPLE_LINES]]
    if guess_header(sample).is_header if data.header is None else data.header:
        names = [trimmed(" ".join(str(text_column([cell], _DIGITS_OF_WORKBOOKS)[0]).split())) for cell in rows.pop(0)]
    else:
        names = [f"column {number}" for number in range(1, len(rows[0]) + 1)]
    if data.repair_names:
        known = iter(numbered([name for name in names if name]))
        names = [next(known) if name else "" for name in names]
    cells = zip(*rows, strict=True)
    return pd.DataFrame(
        {name: text_column(each, _DIGITS_OF_WORKBOOKS) for name, each in zip(names, cells, strict=True) if name}
    )


def _rows(path: Path, sheet: str | None) -> list[list[Any]]:
    """The cells of a sheet, the first one unless it is named."""
    from python_calamine import SheetTypeEnum, load_workbook  # noqa: PLC0415 - not needed for other tables

    with path.open("rb") as stream, load_workbook(stream) as book:
        sheets = [each.name for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
        return book.get_sheet_by_name(sheet or sheets[0]).to_python()


def _statistical(path: Path, *, labels: bool, trims: bool = True) -> pd.DataFrame:
    import pyreadstat  # noqa: PLC0415 - not needed for other tables

    name = {".sas7bdat": "sas7bdat", ".xpt": "xport", ".dta": "dta", ".por": "por"}.get(path.suffix.lower(), "sav")
    frame, facts = getattr(pyreadstat, f"read_{name}")(str(path))
    columns = {}
    for column in frame.columns:
        cells: Sequence[object] = frame[column].tolist()
        if labels and column in facts.variable_value_labels:
            wording = {key: text for key, text in facts.variable_value_labels[column].items() if text.strip()}
            cells = [wording.get(cell, cell) for cell in cells]
        columns[trimmed(column) if trims else column] = text_column(cells, trims=trims)
    return pd.DataFrame(columns)


def _database(place: str, table: str | None, *, trims: bool = True) -> pd.DataFrame:
    """Everything in a table, in the order of its primary key."""
    import sqlalchemy as sa  # noqa: PLC0415 - not needed for other tables

    with connected(place, None) as connection:
        inspector = sa.inspect(connection)
        schema, name = _named(inspector, table)
        quote = connection.dialect.identifier_preparer.quote_identifier
        key = _key(inspector, schema, name)
        source = quote(name) if schema is None else f"{quote(schema)}.{quote(name)}"
        order = f" ORDER BY {', '.join(map(quote, key))}" if key else ""
        statement = f"SELECT * FROM {source}{order}"  # noqa: S608 - names that the database itself has, in quotes
        result = connection.exec_driver_sql(statement)
        names, rows = list(result.keys()), result.fetchall()
    cells = zip(*rows, strict=True) if rows else ((),) * len(names)
    return pd.DataFrame(
        {
            trimmed(name) if trims else name: text_column(each, trims=trims)
            for name, each in zip(names, cells, strict=True)
        }
    )


def _named(inspector: Any, table: str | None) -> tuple[str | None, str]:  # noqa: ANN401 - SQLAlchemy's differ by system
    """The schema and the name of a table; the only one where a job names none."""

    def within(schema: str | None) -> list[str]:
        return [*inspector.get_table_names(schema=schema), *inspector.get_view_names(schema=schema)]

    if table is None:
        return None, within(None)[0]
    if table in within(None):
        return None, table
    schema, _dot, name = table.partition(".")
    while name and schema not in inspector.get_schema_names():  # a schema may have a dot in its name
        more, _dot, name = name.partition(".")
        schema = f"{schema}.{more}"
    return schema, name


def _key(inspector: Any, schema: str | None, name: str) -> list[str]:  # noqa: ANN401
    if name not in inspector.get_table_names(schema=schema):
        return []
    return list(inspector.get_pk_constraint(name, schema=schema)["constrained_columns"])
