"""Tables that are made in a database: their place, the types of their columns, and their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnwritableFile, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.cells.typed import Abilities, CellKind, WrittenCells

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect, Table
    from sqlalchemy.types import TypeEngine

_BATCH = 5_000
_LONGEST_NAMES = {"mysql": 64, "mariadb": 64}
"""Where SQLAlchemy knows the longest alias alone."""
_HOLDS = Abilities(whole=2**63 - 1)


class TableExists(UnwritableFile):
    """There is a table of that name already."""


def abilities_of(dialect: Dialect) -> Abilities:
    """SQLite has no dates of its own: there they are text, which its functions for dates read."""
    return replace(_HOLDS, first_day=None) if dialect.name == "sqlite" else _HOLDS


def require_free_name(connection: Connection, place: str, table: str, *, replace_table: bool) -> bool:
    """Whether there is a table to be replaced.

    Raises TableExists if replacing is not allowed; InvalidData for a name that no table may have.
    """
    import sqlalchemy as sa  # noqa: PLC0415 - slow to import, and not needed for other tables

    schema, name = schema_and_name(connection, table)
    require_name(connection.dialect, place, name)
    inspector = sa.inspect(connection)
    if not inspector.has_table(name, schema=schema):
        return False
    if not replace_table:
        found = tr("a table of that name already exists")
        remedy = tr("Choose another name, or allow replacing it (--replace-table, output.replace_table).")
        raise TableExists(Problem(place, found, remedy))
    tables = inspector.get_table_names(schema=schema)
    if name not in tables:
        alike = [each for each in tables if each.lower() == name.lower()]
        found = (
            tr("the table {alike} has the same name there", alike=quoted(alike[0]))
            if alike
            else tr("a view of that name already exists")
        )
        raise TableExists(Problem(place, found, tr("Choose another name, or spell it the same.")))
    return True


def require_name(dialect: Dialect, place: str, table: str) -> None:
    """Raises InvalidData for the name of a table that is too long, which some systems cut."""
    if faults := list(faults_of_name(table, dialect)):
        raise InvalidData([Problem(place, each, tr("Choose another name for the table.")) for each in faults])


def faults_of_name(name: str, dialect: Dialect) -> Iterator[str]:
    """The reasons for which no table or column may have a name, in words."""
    size = len(name.encode()) if dialect.name == "postgresql" else len(name)
    longest = _LONGEST_NAMES.get(dialect.name, dialect.max_identifier_length)
    if size > longest:
        yield tr("the name is longer than the {n} characters that names may have there", n=longest)
    if "\0" in name:
        yield tr("the name has a null character")


def schema_and_name(connection: Connection, table: str) -> tuple[str | None, str]:
    """The schema of a table, if its name begins with an existing one, and its name there."""
    import sqlalchemy as sa  # noqa: PLC0415

    if connection.dialect.name == "sqlite":
        return None, table
    schemas = sa.inspect(connection).get_schema_names()
    for end in (place for place, character in enumerate(table) if character == "."):
        if table[:end] in schemas and table[end + 1 :]:
            return table[:end], table[end + 1 :]
    return None, table


def types_of(dialect: Dialect) -> dict[CellKind, TypeEngine[Any]]:
    """The type of a column for each kind of cells."""
    import sqlalchemy as sa  # noqa: PLC0415

    return {
        CellKind.INTEGER: sa.BigInteger(),
        CellKind.REAL: sa.REAL() if dialect.name == "sqlite" else sa.Double(),
        CellKind.DAY: sa.Date(),
        CellKind.MOMENT: sa.DateTime(),
        CellKind.TEXT: sa.UnicodeText(),
    }


def table_of(connection: Connection, table: str, columns: Sequence[WrittenCells]) -> Table:
    """The table to be made. SQLAlchemy quotes every name."""
    import sqlalchemy as sa  # noqa: PLC0415

    types = types_of(connection.dialect)
    schema, name = schema_and_name(connection, table)
    return sa.Table(
        sa.sql.quoted_name(name, quote=True),
        sa.MetaData(),
        *(sa.Column(sa.sql.quoted_name(column.name, quote=True), types[column.kind]) for column in columns),
        schema=None if schema is None else sa.sql.quoted_name(schema, quote=True),
    )


def insert_cells(
    connection: Connection,
    table: Table,
    columns: Sequence[WrittenCells],
    control: Control,
    activity: str = "Writing the table",
) -> None:
    """Insert the records, some at a time. Raises Stopped."""
    values = [np.array([*column.values, None], dtype=object)[:-1] for column in columns]
    statement, records = _insertion(connection.dialect, table), len(columns[0].codes)
    for start in range(0, records, _BATCH):
        control.raise_if_stopped()
        control.report(Progress(activity, start / records))
        batch = slice(start, start + _BATCH)
        cells = [known[column.codes[batch]].tolist() for known, column in zip(values, columns, strict=True)]
        connection.exec_driver_sql(statement, list(zip(*cells, strict=True)))
    control.raise_if_stopped()


def _insertion(dialect: Dialect, table: Table) -> str:
    """The statement that inserts a record; values stand in the order of the columns.

    Written for the driver itself: SQLAlchemy takes a "%(x)s" in a name for a value.
    """
    quoted, value = dialect.identifier_preparer, "?" if dialect.paramstyle == "qmark" else "%s"
    names, values = (
        ", ".join(each) for each in zip(*((quoted.quote(one.name), value) for one in table.columns), strict=True)
    )
    return f"INSERT INTO {quoted.format_table(table)} ({names}) VALUES ({values})"  # noqa: S608 - quoted names
