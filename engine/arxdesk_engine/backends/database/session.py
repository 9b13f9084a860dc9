"""A session of a database: its temporary tables, its snapshot, and statements that can be cancelled."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.stopping import cancelling
from arxdesk_engine.backends.database.systems import SYSTEMS, System
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.io.databases.connection import DatabaseFaults, interruptible, opened

_LOG = logging.getLogger(__name__)

_PIECE_ROWS = 10_000
_PLAIN = {"no_parameters": True}
"""A percent sign in a statement is one."""


class Session:
    """One connection, whose temporary tables are gone with it.

    Every error is UnreadableFile or UnwritableFile with the reason of the database, and never a password.
    """

    def __init__(self, connection: sa.Connection, path: str, faults: DatabaseFaults) -> None:
        """Set up the session; `path` is its address."""
        self.connection, self.path, self._faults = connection, path, faults
        self.system: System = SYSTEMS[connection.dialect.name]
        self._cancel = self.system.cancelling(connection, path)
        with faults:
            for statement in self.system.first:
                self._execute(statement)
            connection.commit()

    def run(self, statement: str, activity: str, control: Control) -> list[sa.Row[Any]]:
        """Execute a statement; returns its rows, which must be few. Raises Stopped."""
        with self.working(activity, control):
            result = self._execute(statement)
            return list(result) if result.returns_rows else []

    def run_all(self, statements: Sequence[str], activity: str, control: Control) -> None:
        """Execute statements of which none may be left out. Raises Stopped before the first."""
        with self.working(activity, control):
            for statement in statements:
                self._execute(statement)

    def drop(self, table: sa.TableClause, activity: str, control: Control) -> None:
        """Remove a temporary table if there is one. Raises Stopped."""
        self.run(self.system.drops_temporary.format(self.system.quoted(table)), activity, control)

    def pieces(self, statement: str, activity: str, control: Control) -> Iterator[Sequence[sa.Row[Any]]]:
        """The rows of a statement, some thousands at a time. Raises Stopped."""
        options = {
            **_PLAIN,
            "stream_results": True,
            "max_row_buffer": _PIECE_ROWS,
            "yield_per": _PIECE_ROWS,
        }
        run = self.connection.exec_driver_sql
        with self.working(activity, control), run(statement, execution_options=options) as result:
            for piece in result.partitions(_PIECE_ROWS):
                control.raise_if_stopped()
                yield piece

    @contextlib.contextmanager
    def working(self, activity: str, control: Control) -> Iterator[None]:
        """A block that talks to the database. What runs in it is cancelled when the control is stopped: Stopped."""
        control.raise_if_stopped()
        control.report(Progress(activity))
        _LOG.info("run a statement: %s", activity)
        try:
            with self._faults, interruptible(self.connection, control), cancelling(control, self._cancel):
                yield
        except KeyboardInterrupt:
            self._cancel()  # else the server computes on, and makes the table
            raise
        except UserError as error:
            if control.stopped:
                raise Stopped from error
            raise

    @contextlib.contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """A block whose changes stay together; after a failure the session goes on, with its temporary tables."""
        if self.system.begin is not None:
            with self._faults:
                self._execute(self.system.begin)
        if not self.system.keeps_snapshot:
            try:
                yield
            except BaseException:
                self._let_go(self.connection.rollback)
                raise
        else:
            with self._faults:
                point = self.connection.begin_nested()
            try:
                yield
            except BaseException:
                self._let_go(point.rollback)
                raise
        with self._faults:
            self.connection.commit()

    def attempt(self, table: sa.TableClause, activity: str, control: Control, *, temporary: bool) -> None:
        """Make a table and take it back. Raises UnwritableFile with the reason of the database; Stopped."""
        prefix = " ".join(self.system.prefixes if temporary else ())
        make = f"CREATE {prefix} TABLE {self.system.quoted(table)} (tried INTEGER)"
        with self.working(activity, control):
            try:
                if self.system.begin is not None:
                    self._execute(self.system.begin)
                self._execute(make)
                if not self.system.makes_whole_tables:
                    self._execute(f"DROP TABLE {self.system.quoted(table)}")
            finally:
                self._let_go(self.connection.rollback)

    def end_reading(self) -> None:
        """End the transaction of statements that only read, unless its snapshot is needed for the result."""
        if not self.system.keeps_snapshot:
            self.release_snapshot()

    def release_snapshot(self) -> None:
        """End the transaction of statements that only read."""
        with self._faults:
            self.connection.commit()

    def _execute(self, statement: str) -> sa.CursorResult[Any]:
        return self.connection.exec_driver_sql(statement, execution_options=_PLAIN)

    def _let_go(self, undo: Any) -> None:  # noqa: ANN401 - a method without parameters
        with contextlib.suppress(sa.exc.SQLAlchemyError):  # the connection may be what was lost
            undo()


@contextlib.contextmanager
def session(path: str) -> Iterator[Session]:
    """A session of the database at an address. Raises UnwritableFile, UnreadableFile, PasswordNeeded, InvalidData."""
    with opened(path, None, writes=True) as (connection, faults):
        yield Session(connection, path, faults)
