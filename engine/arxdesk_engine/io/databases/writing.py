"""A table of a database, created and filled in one transaction: complete, or nothing has changed.

An existing table stays, unless it is to be replaced; then it is dropped in the same transaction. Columns are
INTEGER, REAL, DATE or TIMESTAMP where all cells read again as the same texts, else TEXT; missing cells are NULL.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnwritableFile, UserError, quoted
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.cells.typed import WrittenCells, require_held, uniform_cells
from arxdesk_engine.io.databases.address import file_of, system_of, without_password
from arxdesk_engine.io.databases.connection import connected, writing
from arxdesk_engine.io.databases.making import (
    abilities_of,
    faults_of_name,
    insert_cells,
    require_free_name,
    schema_and_name,
    table_of,
)
from arxdesk_engine.io.databases.same_place import SourceTable, require_other_table
from arxdesk_engine.io.files.atomic import atomic_file

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect

_PATIENCE = 2.0
_NOT_AT_ONCE = ("mysql", "oracle")
"""Systems that create and drop tables outside of transactions; the other known ones do it within one."""
_MOST_COLUMNS = {"sqlite": 2_000, "postgresql": 1_600, "mssql": 1_024}
_IGNORES_CASE = ("sqlite", "mssql")
_OTHER_NAME = marked("Rename the column in the job (data.rename), or write a file.")


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
        cells = [uniform_cells(column, chosen, abilities_of(connection.dialect)) for column in columns]
        place = tr("{database}, table {table}", database=without_password(path), table=table)
        _require_possible(place, connection.dialect, cells)
        made = table_of(connection, table, cells)
        is_there = require_free_name(connection, place, table, replace_table=replace_table)
        _require_other(connection, place, table, source, replaces=is_there)
        if is_there:
            made.drop(connection)
        made.create(connection)
        insert_cells(connection, made, cells, control)
    file = file_of(path)
    return without_old_values(Path(file)) if is_there and file is not None else ()


def without_old_values(file: Path) -> tuple[str, ...]:
    """Remove the content of a replaced table from the log of SQLite, too; other readers delay that."""
    with contextlib.suppress(sqlite3.Error), contextlib.closing(sqlite3.connect(file, timeout=_PATIENCE)) as database:
        busy, *_pages = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            return ()
    remains = tr(
        "the content of the replaced table can still be read in its files (-wal) until that program has closed it"
    )
    return (tr("Another program uses the database: {remains} and the database was opened again.", remains=remains),)


def require_free(
    path: str,
    table: str,
    *,
    replace_table: bool,
    source: SourceTable | None = None,
    password: str | None = None,
    is_within: bool = False,
) -> None:
    """Raises the errors of `write_database` for a table that cannot be created; checked before long work.

    `is_within`: the database makes it of rows that it has, for which no transaction is needed.
    """
    file = file_of(path)
    if file is not None and _is_new(Path(file)):
        return
    if file is None and not is_within:
        _require_transactions(without_password(path), system_of(path))
    with connected(path, password) as connection:
        place = tr("{database}, table {table}", database=without_password(path), table=table)
        is_there = require_free_name(connection, place, table, replace_table=replace_table)
        _require_other(connection, place, table, source, replaces=is_there)


def _require_other(
    connection: Connection, place: str, table: str, source: SourceTable | None, *, replaces: bool
) -> None:
    """Raises InvalidJob where the table is the source, asked where something could be lost."""
    if source is not None and (replaces or source.table is None):
        schema, name = schema_and_name(connection, table)
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
        found = tr("cannot be written ({error})", error=error)
        remedy = tr("Nothing was overwritten. Free some space, or choose another place to write to.")
        raise UnwritableFile(Problem(str(file), found, remedy)) from error


def _is_new(file: Path) -> bool:
    return not file.exists() or file.stat().st_size == 0


def _require_possible(place: str, dialect: Dialect, columns: Sequence[WrittenCells]) -> None:
    """Raises InvalidData for values that a table of the system cannot hold."""
    system, faults = dialect.name, []
    _require_transactions(place, system)
    most = _MOST_COLUMNS[system]
    if len(columns) > most:
        faults.append(
            Problem(
                place,
                tr("{n} columns; a table there has {most} at most", n=whole(len(columns)), most=whole(most)),
                tr("Write a file."),
            )
        )
    seen: dict[str, str] = {}
    for column in columns:
        known = seen.setdefault(column.name.lower() if system in _IGNORES_CASE else column.name, column.name)
        if known != column.name:
            found = tr(
                "the columns {known} and {column} have the same name there",
                known=quoted(known),
                column=quoted(column.name),
            )
            faults.append(Problem(place, found, tr(_OTHER_NAME)))
        faults += [
            Problem(tr("{place}, column {column}", place=place, column=quoted(column.name)), found, tr(_OTHER_NAME))
            for found in faults_of_name(column.name, dialect)
        ]
    if faults:
        raise InvalidData(faults)
    if system == "postgresql":
        require_held(place, columns, _fault, tr("Change the cell, or write a file."))


def _require_transactions(place: str, system: str) -> None:
    """Raises InvalidData, without connecting, for a system that cannot take a table whole or not at all."""
    if system in _NOT_AT_ONCE:
        found = tr(
            "{system} creates tables outside of transactions, so that a failure would leave a partial table",
            system=system,
        )
        raise InvalidData(Problem(place, found, tr("Write a file, and import that.")))


def _fault(text: str) -> str | None:
    return tr("the cell has a null character, which the database does not take") if "\0" in text else None
