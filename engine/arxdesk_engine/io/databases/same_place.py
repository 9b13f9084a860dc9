"""Whether two places are one: files by their identity in the file system, tables by that on their server.

Names are ambiguous: a file has several (symbolic and hard links), and an address can name server and database in many
ways (its host by number, by name or through a socket, its database by default).
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import file_of, is_address, system_of, without_password
from arxdesk_engine.io.databases.connection import connected
from arxdesk_engine.io.databases.places import name_in_statements, table_in

if TYPE_CHECKING:
    from sqlalchemy import Connection


def is_same_file(first: Path | str, second: Path | str) -> bool:
    """Whether two paths lead to one file, through whatever links; files that are not there by their paths."""
    try:
        return Path(first).samefile(second)
    except (OSError, ValueError):  # one of them is not there, or cannot be a name
        return _resolved(first) == _resolved(second)


def is_one_of(path: Path | str, others: Iterable[Path | str]) -> bool:
    """Whether a path leads to one of some files."""
    return any(is_same_file(path, other) for other in others)


def _resolved(path: Path | str) -> str:
    try:
        return os.path.realpath(path)
    except ValueError:
        return str(path)


@dataclass(frozen=True, slots=True)
class SourceTable:
    """The source table in a database; None: the only one."""

    path: str
    table: str | None


def require_other_table(connection: Connection, target: str, place: str, source: SourceTable) -> None:
    """Raises InvalidJob if a table would replace the source table, a part of it or its whole,
    or would stand beside the only one.

    `target` is its name as a statement has it, `place` as messages do. What servers other than PostgreSQL say of
    themselves is not known: there the addresses have been compared. Raises UnreadableFile or PasswordNeeded where the
    database that was read cannot be asked any more.
    """
    if connection.dialect.name != "postgresql" or not _is_on_postgresql(source.path):
        return
    with connected(source.path, None) as reading:
        if _server(reading) != _server(connection):
            return
        relation = name_in_statements(reading, table_in(reading, without_password(source.path), source.table))
        number = _number(reading, relation)
    if source.table is None or _overlap(connection, number, _number(connection, target)):
        found = tr(
            "the result would stand in the place of the table that is read, or beside it in a way that is not clear"
        )
        remedy = tr("Choose another table, and name the one that is read (data.table).")
        raise InvalidJob(Problem(place, found, remedy))


def _is_on_postgresql(path: str) -> bool:
    return is_address(path) and file_of(path) is None and system_of(path) == "postgresql"


def _server(connection: Connection) -> tuple[object, ...]:
    """The identity of a database: the cluster, and its number in the cluster."""
    ask = connection.exec_driver_sql
    database = ask("SELECT oid FROM pg_database WHERE datname = current_database()").scalar_one()
    if ask("SELECT has_function_privilege('pg_control_system()', 'execute')").scalar_one():
        return database, ask("SELECT system_identifier FROM pg_control_system()").scalar_one()
    return database, ask("SELECT pg_postmaster_start_time()").scalar_one()


def _number(connection: Connection, relation: str) -> int | None:
    """The number of a table or view, by its name in a statement; None without one."""
    found = connection.exec_driver_sql("SELECT to_regclass(%s)::oid::bigint", (relation,)).scalar_one()
    return None if found is None else int(found)


def _overlap(connection: Connection, first: int | None, second: int | None) -> bool:
    """Whether two tables are one, or one of them is a partition of the other, which would be replaced with it."""
    if first is None or second is None:
        return False
    below = (
        "WITH RECURSIVE parts(part) AS (SELECT %s::oid UNION "
        "SELECT inhrelid FROM pg_inherits JOIN parts ON inhparent = part) SELECT count(*) FROM parts WHERE part = %s"
    )
    pairs = ((first, second), (second, first))
    return any(connection.exec_driver_sql(below, pair).scalar_one() for pair in pairs)
