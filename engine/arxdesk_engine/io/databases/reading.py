"""Tables and views of databases, read piece by piece in a transaction that only reads.

Names come from the catalogue of the database: no text of a job becomes a part of a statement. Records come in the order
of the primary key if there is one, so that they come in the same order again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arxdesk_engine.data.raw_table import MAX_RECORDS, RawTable, TableName, chosen_names, no_records, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, suggestion
from arxdesk_engine.io.cells.cells import CellColumn
from arxdesk_engine.io.cells.memory import require_memory_left
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.databases.address import without_password
from arxdesk_engine.io.databases.connection import connected, table_not_found

if TYPE_CHECKING:
    from sqlalchemy import Connection, Select

_PIECE_RECORDS = 10_000
_SYSTEM_SCHEMAS = frozenset(("information_schema", "pg_catalog", "pg_toast", "mysql", "performance_schema", "sys"))


@dataclass(frozen=True, slots=True)
class _Place:
    """A table or view, and the schema that it is in; None: the default."""

    schema: str | None
    name: str
    is_view: bool

    @property
    def shown(self) -> str:
        """Its name as a job has it."""
        return self.name if self.schema is None else f"{self.schema}.{self.name}"


def tables_of(path: str, password: str | None, control: Control) -> tuple[TableName, ...]:
    """The tables and views of a database. Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped."""

    found = []
    with connected(path, password, control) as connection:
        for place in _places(connection):
            control.raise_if_stopped()
            columns = len(_names(connection, place))
            found.append(TableName(place.shown, _estimated_rows(connection, place), columns, place.is_view))
    return tuple(found)


def read_database(
    path: str, options: TableOptions, control: Control, password: str | None = None, rows: int | None = None
) -> RawTable:
    """Read a table or view, or its first `rows`. A database with one table needs no name.

    Raises UnreadableFile, PasswordNeeded, or InvalidData for a table or columns that do not exist; Stopped.
    """
    import sqlalchemy as sa  # noqa: PLC0415 - slow to import, and not needed for other tables

    shown = without_password(path)
    with connected(path, password, control) as connection:
        usual = sa.inspect(connection).default_schema_name
        table = _table(shown, _places(connection), options.table, usual)
        place = f"{shown}, table {table.shown}"
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
                    found = f"more than {MAX_RECORDS:,} records"
                    raise InvalidData(Problem(place, found, "Limit the records, or choose a smaller table."))
                control.report(Progress("Reading the table", min(1.0, records / expected) if expected else None))
    if not records:
        raise no_records(place)
    return RawTable(tuple(column.finished(options.null_values) for column in columns), records)


def read_from(connection: Connection, shown: str, name: str | None) -> str:
    """The table or view that `read_database` would read, by its name as a statement has it. Raises InvalidData."""
    import sqlalchemy as sa  # noqa: PLC0415

    found = _table(shown, _places(connection), name, sa.inspect(connection).default_schema_name)
    quote = connection.dialect.identifier_preparer.quote_identifier
    return ".".join(quote(each) for each in (found.schema, found.name) if each is not None)


def _places(connection: Connection) -> list[_Place]:
    """The tables and views: those of the default schema first, then those of the others."""
    import sqlalchemy as sa  # noqa: PLC0415

    inspector = sa.inspect(connection)
    usual = inspector.default_schema_name
    others = [] if connection.dialect.name == "sqlite" else inspector.get_schema_names()
    schemas = [None, *(name for name in others if name != usual and name.lower() not in _SYSTEM_SCHEMAS)]
    found = []
    for schema in schemas:
        views = list(inspector.get_view_names(schema=schema))
        if connection.dialect.name == "postgresql":
            views += inspector.get_materialized_view_names(schema=schema)
        found += [_Place(schema, name, is_view=False) for name in sorted(inspector.get_table_names(schema=schema))]
        found += [_Place(schema, name, is_view=True) for name in sorted(views)]
    return found


def _table(shown: str, places: Sequence[_Place], name: str | None, usual: str | None) -> _Place:
    """The table with a name, or the only one."""
    names = [place.shown for place in places]
    if name is None:
        if len(places) != 1:
            found = f"there are {len(places)} tables and views" if places else "there is no table"
            remedy = f"Choose one to read: {', '.join(names[:20])}." if places else "Choose another database."
            raise InvalidData(Problem(shown, found, remedy))
        return places[0]
    if name in names:
        return places[names.index(name)]
    # The usual schema may be named as well.
    same = [place for place in places if place.schema is None and name == f"{usual}.{place.name}"]
    if same:
        return same[0]
    raise table_not_found(shown, name, suggestion(name, names))


def _columns(connection: Connection, table: _Place) -> tuple[list[str], list[str]]:
    """The names of the columns, and those of the primary key."""
    import sqlalchemy as sa  # noqa: PLC0415

    names = _names(connection, table)
    if table.is_view:
        return names, []
    return names, list(sa.inspect(connection).get_pk_constraint(table.name, schema=table.schema)["constrained_columns"])


def _names(connection: Connection, table: _Place) -> list[str]:
    """The names of the columns. Their types are not read: SQLAlchemy does not know all of them."""
    quote = connection.dialect.identifier_preparer.quote_identifier
    if connection.dialect.name == "sqlite":  # which would compute the whole of a view to show nothing of it
        rows = connection.exec_driver_sql(f"PRAGMA table_xinfo({quote(table.name)})")
        return [str(row[1]) for row in rows if row[6] != 1]
    import sqlalchemy as sa  # noqa: PLC0415

    schema = None if table.schema is None else sa.sql.quoted_name(table.schema, quote=True)
    source = sa.table(sa.sql.quoted_name(table.name, quote=True), schema=schema)
    return list(connection.execute(sa.select(sa.text("*")).select_from(source).limit(0)).keys())


def _statement(table: _Place, columns: Sequence[str], keys: Sequence[str], limit: int | None) -> Select[Any]:
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


def _size(connection: Connection, table: _Place, limit: int | None) -> int | None:
    """The approximate number of records; None: unknown."""
    rows = _estimated_rows(connection, table)
    if rows is None or limit is None:
        return rows or limit
    return min(rows, limit)


def _estimated_rows(connection: Connection, table: _Place) -> int | None:
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
