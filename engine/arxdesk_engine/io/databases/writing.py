"""A table of a database, created and filled in one transaction: complete, or nothing has changed.

An existing table stays, unless it is to be replaced; then it is dropped in the same transaction. Columns are
INTEGER, REAL, DATE or TIMESTAMP where all cells read again as the same texts, else TEXT; missing cells are NULL.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnwritableFile, UserError, quoted
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.cells.typed import Abilities, CellKind, WrittenCells, require_held, uniform_cells
from arxdesk_engine.io.databases.address import file_of, system_of, without_password
from arxdesk_engine.io.databases.connection import connected, writing
from arxdesk_engine.io.databases.same_place import SourceTable, require_other_table
from arxdesk_engine.io.files.atomic import atomic_file

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect, Table
    from sqlalchemy.types import TypeEngine

_BATCH = 5_000
_PATIENCE = 2.0
_HOLDS = Abilities(whole=2**63 - 1)
_NOT_AT_ONCE = ("mysql", "oracle")
"""Systems that create and drop tables outside of transactions; the other known ones do it within one."""
_MOST_COLUMNS = {"sqlite": 2_000, "postgresql": 1_600, "mssql": 1_024}
_IGNORES_CASE = ("sqlite", "mssql")
_OTHER_NAME = "Rename the column in the job (data.rename), or write a file."


class TableExists(UnwritableFile):
    """There is a table of that name already."""


def write_database(
    path: str,
    table: str,
    columns: Sequence[Column],
    *,
    replace_table: bool = False,
    source: SourceTable | None = None,
    records: Records | None = None,
    control: Control | None = None,
    password: str | None = None,
) -> tuple[str, ...]:
    """Create a table ("schema.table" if needed) and fill it; `records` selects the written ones.

    Returns notes for the user, in sentences.

    The file of a database that is not there is made; `source` is a table that stays what it is. Raises InvalidData,
    before anything is written, for what the database cannot hold; InvalidJob where the table would take the place of
    the source; TableExists; UnwritableFile; PasswordNeeded; Stopped. Nothing has changed then.
    """
    control, chosen = control or Control(), numbers_of(records)
    if file_of(path) is None:
        _require_transactions(without_password(path), system_of(path))
    with _existing_file(path) as address, writing(address, password) as connection:
        control.raise_if_stopped()
        cells = [uniform_cells(column, chosen, _abilities(connection.dialect)) for column in columns]
        place = f"{without_password(path)}, table {table}"
        _require_possible(place, connection.dialect, cells)
        made = _table(connection, table, cells)
        is_there = _require_free(connection, place, table, replace_table=replace_table)
        _require_other(connection, place, table, source, replaces=is_there)
        if is_there:
            made.drop(connection)
        made.create(connection)
        _fill(connection, made, cells, control)
    file = file_of(path)
    return _without_old_values(Path(file)) if is_there and file is not None else ()


def _without_old_values(file: Path) -> tuple[str, ...]:
    """Remove the content of a replaced table from the log of SQLite, too; other readers delay that."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file, timeout=_PATIENCE)) as database:
        busy, *_pages = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return ()
    remains = "the content of the replaced table can still be read in its files (-wal) until that program has closed it"
    return (f"Another program uses the database: {remains} and the database was opened again.",)


def require_free(
    path: str,
    table: str,
    *,
    replace_table: bool,
    source: SourceTable | None = None,
    password: str | None = None,
) -> None:
    """Raises the errors of `write_database` for a table that cannot be created; checked before long work."""
    file = file_of(path)
    if file is not None and _is_new(Path(file)):
        return
    if file is None:
        _require_transactions(without_password(path), system_of(path))
    with connected(path, password) as connection:
        place = f"{without_password(path)}, table {table}"
        is_there = _require_free(connection, place, table, replace_table=replace_table)
        _require_other(connection, place, table, source, replaces=is_there)


def _require_other(
    connection: Connection, place: str, table: str, source: SourceTable | None, *, replaces: bool
) -> None:
    """Raises InvalidJob where the table is the source, asked where something could be lost."""
    if source is not None and (replaces or source.table is None):
        schema, name = _named(connection, table)
        quote = connection.dialect.identifier_preparer.quote_identifier
        target = ".".join(quote(each) for each in (schema, name) if each is not None)
        require_other_table(connection, target, place, source)


@contextlib.contextmanager
def _existing_file(path: str) -> Iterator[str]:
    """The address to write to; a missing file is created beside its place, and moved there in the end."""
    file = file_of(path)
    if file is None or not _is_new(Path(file)):
        yield path
        return
    with atomic_file(Path(file)) as temporary:
        _begin(Path(file), temporary)
        try:
            yield str(temporary)
        except UserError as error:
            named = (
                Problem(each.place.replace(str(temporary), path), each.found, each.remedy) for each in error.problems
            )
            raise type(error)(named) from error


def _begin(file: Path, temporary: Path) -> None:
    """Write the beginning of a database file. Raises UnwritableFile."""
    try:
        with contextlib.closing(sqlite3.connect(temporary)) as made:
            made.execute("VACUUM")
    except sqlite3.Error as error:
        found = f"cannot be written ({error})"
        remedy = "Nothing was overwritten. Free some space, or choose another place to write to."
        raise UnwritableFile(Problem(str(file), found, remedy)) from error


def _is_new(file: Path) -> bool:
    return not file.exists() or file.stat().st_size == 0


def _abilities(dialect: Dialect) -> Abilities:
    """SQLite has no dates of its own: there they are text, which its functions for dates read."""
    return replace(_HOLDS, first_day=None) if dialect.name == "sqlite" else _HOLDS


def _require_possible(place: str, dialect: Dialect, columns: Sequence[WrittenCells]) -> None:
    """Raises InvalidData for values that a table of the system cannot hold."""
    system, faults = dialect.name, []
    _require_transactions(place, system)
    most = _MOST_COLUMNS[system]
    if len(columns) > most:
        faults.append(Problem(place, f"{len(columns):,} columns; a table there has {most:,} at most", "Write a file."))
    seen: dict[str, str] = {}
    for column in columns:
        known = seen.setdefault(column.name.lower() if system in _IGNORES_CASE else column.name, column.name)
        if known != column.name:
            found = f"the columns {quoted(known)} and {quoted(column.name)} have the same name there"
            faults.append(Problem(place, found, _OTHER_NAME))
        faults += [
            Problem(f"{place}, column {quoted(column.name)}", found, _OTHER_NAME)
            for found in _of_name(column.name, dialect)
        ]
    if faults:
        raise InvalidData(faults)
    if system == "postgresql":
        require_held(place, columns, _fault, "Change the cell, or write a file.")


def _require_transactions(place: str, system: str) -> None:
    """Raises InvalidData, without connecting, for a system that cannot take a table whole or not at all."""
    if system in _NOT_AT_ONCE:
        found = f"{system} creates tables outside of transactions, so that a failure would leave a partial table"
        raise InvalidData(Problem(place, found, "Write a file, and import that."))


def _of_name(name: str, dialect: Dialect) -> Iterator[str]:
    size = len(name.encode()) if dialect.name == "postgresql" else len(name)
    if size > dialect.max_identifier_length:
        yield f"the name is longer than the {dialect.max_identifier_length} characters that names may have there"
    if "\0" in name:
        yield "the name has a null character"


def _fault(text: str) -> str | None:
    return "the cell has a null character, which the database does not take" if "\0" in text else None


def _require_free(connection: Connection, place: str, table: str, *, replace_table: bool) -> bool:
    """Whether there is a table to be replaced. Raises TableExists if replacing is not allowed."""
    import sqlalchemy as sa  # noqa: PLC0415 - slow to import, and not needed for other tables

    schema, name = _named(connection, table)
    inspector = sa.inspect(connection)
    if not inspector.has_table(name, schema=schema):
        return False
    if not replace_table:
        found = "a table of that name already exists"
        remedy = "Choose another name, or allow replacing it (--replace-table, output.replace_table)."
        raise TableExists(Problem(place, found, remedy))
    tables = inspector.get_table_names(schema=schema)
    if name not in tables:
        alike = [each for each in tables if each.lower() == name.lower()]
        found = (
            f"the table {quoted(alike[0])} has the same name there" if alike else "a view of that name already exists"
        )
        raise TableExists(Problem(place, found, "Choose another name, or spell it the same."))
    return True


def _named(connection: Connection, table: str) -> tuple[str | None, str]:
    """The schema of a table, if its name begins with an existing one, and its name there."""
    import sqlalchemy as sa  # noqa: PLC0415

    if connection.dialect.name == "sqlite":
        return None, table
    schemas = sa.inspect(connection).get_schema_names()
    for end in (place for place, character in enumerate(table) if character == "."):
        if table[:end] in schemas and table[end + 1 :]:
            return table[:end], table[end + 1 :]
    return None, table


def _table(connection: Connection, table: str, columns: Sequence[WrittenCells]) -> Table:
    """The table to be made. SQLAlchemy quotes every name."""
    import sqlalchemy as sa  # noqa: PLC0415

    types: dict[CellKind, TypeEngine[Any]] = {
        CellKind.INTEGER: sa.BigInteger(),
        CellKind.REAL: sa.REAL() if connection.dialect.name == "sqlite" else sa.Double(),
        CellKind.DAY: sa.Date(),
        CellKind.MOMENT: sa.DateTime(),
        CellKind.TEXT: sa.UnicodeText(),
    }
    schema, name = _named(connection, table)
    return sa.Table(
        sa.sql.quoted_name(name, quote=True),
        sa.MetaData(),
        *(sa.Column(sa.sql.quoted_name(column.name, quote=True), types[column.kind]) for column in columns),
        schema=None if schema is None else sa.sql.quoted_name(schema, quote=True),
    )


def _fill(connection: Connection, table: Table, columns: Sequence[WrittenCells], control: Control) -> None:
    """Insert the records, some at a time."""
    values = [np.array([*column.values, None], dtype=object)[:-1] for column in columns]
    statement, records = _insertion(connection.dialect, table), len(columns[0].codes)
    for start in range(0, records, _BATCH):
        control.raise_if_stopped()
        control.report(Progress("Writing the table", start / records))
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
