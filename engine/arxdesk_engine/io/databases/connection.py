"""Connections to databases, to read or to write in one transaction; errors have a remedy, and never a password."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import (
    InvalidData,
    PasswordNeeded,
    Problem,
    UnreadableFile,
    UnwritableFile,
    UserError,
    quoted,
)
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import file_of, password_in, without_password
from arxdesk_engine.io.databases.passwords import password_for, remember
from arxdesk_engine.io.databases.reasons import reason_of

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection

CONNECT_SECONDS = 15
_STEPS_BETWEEN = 100_000
"""The number of steps of its machine between two checks in SQLite: some milliseconds."""

_DRIVERS = {
    "postgresql": ("postgresql+psycopg", "postgresql"),
    "postgres": ("postgresql+psycopg", "postgresql"),
    "mysql": ("mysql+pymysql", "mysql"),
    "mariadb": ("mysql+pymysql", "mysql"),
    "oracle": ("oracle+oracledb", "oracle"),
    "mssql": ("mssql+pyodbc", "mssql"),
}
"""For the name of a system: the driver that is used for it, and the extra of this package that brings it."""

_WRONG_PASSWORD = re.compile(
    r"password|access denied|login failed|ora-01017|authentication failed|no authentication", re.IGNORECASE
)
_READ_ONLY = {
    "postgresql": (
        "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY",
        "SET LOCAL synchronize_seqscans = off",  # else a table may come in another order each time
        "SET LOCAL TIME ZONE 'UTC'",
    ),
    "mysql": ("SET SESSION time_zone = '+00:00'", "SET TRANSACTION READ ONLY"),
    "oracle": ("SET TRANSACTION READ ONLY",),
}
_WRITING = {
    "sqlite": (
        "PRAGMA secure_delete = ON",  # else a table that was replaced could still be read in the file
        "PRAGMA journal_size_limit = 0",  # and in a journal that stays
        "BEGIN IMMEDIATE",  # the driver begins no transaction by itself where tables are made
    ),
    "postgresql": ("SET LOCAL TIME ZONE 'UTC'",),
}


@contextlib.contextmanager
def connected(path: str, given: str | None, control: Control | None = None) -> Iterator[Connection]:
    """A read-only connection to a database, with its errors as our own.

    A correct password is remembered for this run of the program.
    Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped, also within a statement where SQLite computes.
    """
    with _connected(path, given, _READ_ONLY, writes=False) as connection, interruptible(connection, control):
        yield connection


@contextlib.contextmanager
def interruptible(connection: Connection, control: Control | None) -> Iterator[None]:
    """SQLite computes in this process, without end where a view has none, and asks now and then whether to go on."""
    if connection.dialect.name != "sqlite":
        yield
        return
    interrupted = False

    def is_stopped() -> bool:
        nonlocal interrupted
        try:  # Ctrl+C arrives wherever Python is: here, where SQLite would swallow it
            return control is not None and control.stopped
        except KeyboardInterrupt:
            interrupted = True
            return True

    driver: Any = connection.connection.driver_connection
    driver.set_progress_handler(is_stopped, _STEPS_BETWEEN)
    try:
        yield
    except BaseException as error:
        if control is not None:
            control.raise_if_stopped()
        # Ctrl+C between two lines of `is_stopped` is lost, and only ends the statement.
        if interrupted or str(getattr(error, "orig", "")) == "interrupted":
            raise KeyboardInterrupt from None
        raise
    finally:
        driver.set_progress_handler(None, 0)


@contextlib.contextmanager
def writing(path: str, given: str | None) -> Iterator[Connection]:
    """A connection to a database in a transaction that ends with the block: all of its changes are kept, or none.

    Raises UnwritableFile, PasswordNeeded or InvalidData.
    """
    with _connected(path, given, _WRITING, writes=True) as connection:
        yield connection
        connection.commit()


@contextlib.contextmanager
def _connected(
    path: str, given: str | None, first: Mapping[str, Sequence[str]], *, writes: bool
) -> Iterator[Connection]:
    """A connection in which the first statements for its system were executed."""
    with opened(path, given, writes=writes) as (connection, faults), faults:
        for statement in first.get(connection.dialect.name, ()):
            connection.exec_driver_sql(statement)
        yield connection


@contextlib.contextmanager
def opened(path: str, given: str | None, *, writes: bool) -> Iterator[tuple[Connection, DatabaseFaults]]:
    """A connection that no statement has been executed in yet, and what its errors become.

    A correct password is remembered for this run of the program.
    Raises UnreadableFile, or UnwritableFile if it `writes`; PasswordNeeded or InvalidData.
    """
    place = without_password(path)
    require_extra("databases", place)
    import sqlalchemy as sa  # noqa: PLC0415 - slow to import, and not needed for other tables

    secret = given or password_in(path) or password_for(place)
    try:
        engine = sa.create_engine(*_target(path, secret, writes=writes), **_settings(path, writes=writes))
    except (sa.exc.ArgumentError, ValueError) as error:  # ValueError: several hosts, or a port that is no number
        found = tr("this is not a known database address")
        remedy = tr(
            "Write postgresql://user@host:port/database, or another of: {systems}.",
            systems=", ".join(sorted({"sqlite", *_DRIVERS})),
        )
        raise InvalidData(Problem(place, found, remedy)) from error
    except ImportError as error:
        raise _no_driver(place) from error
    faults = DatabaseFaults(place, secret, writes=writes)
    try:
        with faults:
            connection = engine.connect()
        faults.is_connected = True
        try:
            if secret is not None:
                remember(place, secret)
            yield connection, faults
        finally:
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # it may be lost
                connection.close()
    finally:
        engine.dispose()


class DatabaseFaults:
    """A block in which the errors of a database become our own, with a remedy and without the password."""

    def __init__(self, place: str, secret: str | None, *, writes: bool) -> None:
        self._place, self._secret, self._writes = place, secret, writes
        self.is_connected = False
        """Then a password was right, and what is denied is a right."""

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Raises UnreadableFile, UnwritableFile, PasswordNeeded or InvalidData for an error of the database."""
        import sqlalchemy as sa  # noqa: PLC0415

        if isinstance(error, sa.exc.SQLAlchemyError):  # errors of the driver may hold the password
            raise self._explained(error) from None
        if isinstance(error, ImportError):
            raise _no_driver(self._place) from error

    def _explained(self, error: Exception) -> UserError:
        """The complaint of a database, in a sentence."""
        reason = reason_of(error)
        if self._secret:
            reason = reason.replace(self._secret, "…")
        if not self.is_connected and _WRONG_PASSWORD.search(str(getattr(error, "orig", None) or error)):
            wrong = tr("the password is wrong, or the user may not connect")
            found = wrong if self._secret else tr("the database requires a password")
            remedy = tr("Type the password; at the command line, set the variable ARXDESK_DATABASE_PASSWORD.")
            return PasswordNeeded(Problem(self._place, found, remedy))
        if self._writes:
            found = tr("the database cannot be written ({reason})", reason=reason[:1].lower() + reason[1:])
            remedy = tr("Nothing was changed. Check the table and your permissions.")
            return UnwritableFile(Problem(self._place, found, remedy))
        found = tr("the database cannot be read ({reason})", reason=reason[:1].lower() + reason[1:])
        return UnreadableFile(Problem(self._place, found, tr("Check the address, the table and your permissions.")))


def _target(path: str, secret: str | None, *, writes: bool) -> tuple[URL | str]:
    """The address for SQLAlchemy."""
    import sqlalchemy as sa  # noqa: PLC0415

    file = file_of(path)
    if file is not None:
        return (sa.URL.create("sqlite+pysqlite", database=_opened(Path(file), writes=writes), query={"uri": "true"}),)
    url = sa.make_url(without_password(path))
    system = url.get_backend_name()
    if system == "sqlite":
        raise InvalidData(
            Problem(path, tr("the address names no file"), tr("Write sqlite:/// and the path of the file."))
        )
    driver = _DRIVERS.get(system, (None,))[0]
    if driver is None:
        raise sa.exc.ArgumentError(system)
    if "+" not in url.drivername:
        url = url.set(drivername=driver)
    return (url if secret is None else url.set(password=secret),)


def _opened(file: Path, *, writes: bool) -> str:
    """The file of a database, in the way that does not create it. Raises UnreadableFile or InvalidData."""
    try:
        with file.open("rb") as stream:
            start = stream.read(16)
    except OSError as error:
        raise UnreadableFile.from_os_error(file, error) from error
    if not start.startswith(b"SQLite format 3\0"):
        found = tr("this is not a database of SQLite") if start else tr("the file is empty")
        raise InvalidData(Problem(str(file), found, tr("Choose a database file, or export the table as CSV.")))
    return f"{file.absolute().as_uri()}?mode={'rw' if writes else 'ro'}"


def _settings(path: str, *, writes: bool) -> dict[str, Any]:
    """The settings of a connection: with a timeout, and without values in statements and messages."""
    import sqlalchemy as sa  # noqa: PLC0415

    arguments: dict[str, Any] = {}
    if file_of(path) is not None:
        arguments = {"timeout": CONNECT_SECONDS, **({"isolation_level": None} if writes else {})}
    if path.lower().startswith(("postgres", "mysql", "mariadb")):
        arguments = {"connect_timeout": CONNECT_SECONDS}
    # A connection that is closed needs no rollback, and the log no traceback of one that is lost.
    pool = {"poolclass": sa.pool.NullPool, "pool_reset_on_return": None}
    return {"connect_args": arguments, **pool, "hide_parameters": True}


def _no_driver(place: str) -> InvalidData:
    system = re.split("[+:]", place, maxsplit=1)[0].lower()
    extra = _DRIVERS.get(system, ("", ""))[1]
    found = tr("the driver for {system} is not installed", system=system)
    return InvalidData(Problem(place, found, tr('Install it with: pip install "arxdesk[{extra}]"', extra=extra)))


def table_not_found(place: str, name: str, remedy: str) -> InvalidData:
    """The error for a table that does not exist."""
    return InvalidData(Problem(place, tr("there is no table or view {name}", name=quoted(name)), remedy))
