"""Tables and views of databases, read piece by piece in a transaction that only reads.

Names come from the catalogue of the database: no text of a job becomes a part of a statement. Records come in the order
of the primary key if there is one, so that they come in the same order again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arxdesk_engine.data.raw_table import MAX_RECORDS, RawTable, TableName, chosen_names, no_records, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.cells.cells import CellColumn
from arxdesk_engine.io.cells.memory import require_memory_left
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.databases.address import without_password
from arxdesk_engine.io.databases.connection import connected
from arxdesk_engine.io.databases.places import TablePlace, column_names, places, table_in

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

_PIECE_RECORDS = 10_000


def tables_of(path: str, password: str | None, control: Control) -> tuple[TableName, ...]:
    """The tables and views of a database. Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped."""

    found = []
    with connected(path, password, control) as connection:
        for place in places(connection):
            control.raise_if_stopped()
            columns = len(column_names(connection, place))
            found.append(TableName(place.shown, _estimated_rows(connection, place), columns, place.is_view))
    return tuple(found)


def read_database(
    path: str, options: TableOptions, control: Control, password: str | None = None, rows: int | None = None
) -> RawTable:
    """Read a table or view, or its first `rows`. A database with one table needs no name.

    Raises UnreadableFile, PasswordNeeded, or InvalidData for a table or columns that do not exist; Stopped.
    """
    shown = without_password(path)
    with connected(path, password, control) as connection:
        table = table_in(connection, shown, options.table)
        place = tr("{database}, table {table}", database=shown, table=table.shown)
        names, keys = _columns(connection, table)
        require_names(place, [composed(name.strip()) for name in names])
        stored = {composed(name.strip()): name for name in names}
        chosen = chosen_names(place, list(stored), options.columns)
        limit = options.rows(rows)
        statement = _statement(table, [stored[name] for name in chosen], keys, limit)
        expected = _size(connection, table, limit)
        columns = [CellColumn(name) for name in chosen]
        records = 0
        streamed = connection.execution_options(stream_results=True, max_row_buffer=_PIECE_RECORDS)
        with streamed.execute(statement) as result:
            for piece in result.partitions(_PIECE_RECORDS):
                control.raise_if_stopped()
                require_memory_left(place)
                for column, cells in zip(columns, zip(*piece, strict=True), strict=True):
                    column.add(cells)
                records += len(piece)
                if records > MAX_RECORDS:
                    found = tr("more than {n} records", n=whole(MAX_RECORDS))
                    raise InvalidData(Problem(place, found, tr("Limit the records, or choose a smaller table.")))
                control.report(Progress(tr("Reading the table"), min(1.0, records / expected) if expected else None))
    if not records:
        raise no_records(place)
    return RawTable(tuple(column.finished(options.null_values) for column in columns), records)


def _columns(connection: Connection, table: TablePlace) -> tuple[list[str], list[str]]:
    """The names of the columns, and those of the primary key."""
    import sqlalchemy as sa  # noqa: PLC0415

    names = column_names(connection, table)
    if table.is_view:
        return names, []
    return names, list(sa.inspect(connection).get_pk_constraint(table.name, schema=table.schema)["constrained_columns"])


def _statement(table: TablePlace, columns: Sequence[str], keys: Sequence[str], limit: int | None) -> Select[Any]:
    """The query for the columns of a table. SQLAlchemy quotes every name."""
    import sqlalchemy as sa  # noqa: PLC0415

    def named(name: str) -> sa.ColumnClause[Any]:
        # Values come as the driver has them: no type is known here that could change them.
        return sa.column(sa.sql.quoted_name(name, quote=True))

    schema = None if table.schema is None else sa.sql.quoted_name(table.schema, quote=True)
    source = sa.table(sa.sql.quoted_name(table.name, quote=True), *map(named, {*columns, *keys}), schema=schema)
    statement = sa.select(*(source.c[name] for name in columns)).select_from(source)
    if keys:
        statement = statement.order_by(*(source.c[name] for name in keys))
    return statement if limit is None else statement.limit(limit)


def _size(connection: Connection, table: TablePlace, limit: int | None) -> int | None:
    """The approximate number of records; None: unknown."""
    rows = _estimated_rows(connection, table)
    if rows is None or limit is None:
        return rows or limit
    return min(rows, limit)


def _estimated_rows(connection: Connection, table: TablePlace) -> int | None:
    """The number of records of a table; the database's estimate where counting would take long. None: unknown."""
    import sqlalchemy as sa  # noqa: PLC0415

    if connection.dialect.name == "sqlite" and not table.is_view:  # counting a view would compute all of it
        source = sa.table(sa.sql.quoted_name(table.name, quote=True))
        return int(connection.execute(sa.select(sa.func.count()).select_from(source)).scalar_one())
    if connection.dialect.name == "postgresql" and not table.is_view:
        statement = sa.text(
            "SELECT c.reltuples::bigint FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
            "WHERE c.relname = :name AND n.nspname = coalesce(:schema, current_schema())"
        )
        rows = connection.execute(statement, {"name": table.name, "schema": table.schema}).scalar()
        return int(rows) if rows is not None and rows >= 0 else None
    return None
