"""Tables that are being made, and those whose program or connection ended meanwhile.

Where no transaction takes them back, a lock of the server that has the name of such a table is held by the session
that makes it.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Iterator

import sqlalchemy as sa

from arxdesk_engine.backends.database.session import Session
from arxdesk_engine.backends.database.systems import OLD, named_table
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.connection import opened

_STAGING = "arxdesk_staging_"
_OURS = re.compile(rf"({_STAGING}[0-9a-f]{{32}})(?:{OLD})?")
_PATIENCE = "SET SESSION lock_wait_timeout = 5"
"""Seconds; what cannot be removed then is removed by the next release."""


def staging(schema: str | None) -> sa.TableClause:
    """A table with a name that nobody has, however tables are called there."""
    return named_table(f"{_STAGING}{secrets.token_hex(16)}", schema)


@contextlib.contextmanager
def reserved(session: Session, table: sa.TableClause) -> Iterator[None]:
    """A block that makes a table and renames it: after a failure the table is gone, also where the connection is."""
    if session.system.makes_whole_tables:
        yield
        return
    lock = {"name": str(table.name)}
    session.connection.execute(sa.text("SELECT GET_LOCK(:name, 0)"), lock)
    try:
        yield
    except BaseException:
        _remove(session, table)
        raise
    finally:
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            session.connection.execute(sa.text("SELECT RELEASE_LOCK(:name)"), lock)


def remove_abandoned(session: Session, schema: str | None, control: Control) -> None:
    """Remove the tables of a schema that no session makes any more. Raises Stopped."""
    if session.system.makes_whole_tables:
        return
    with session.working(tr("Preparing the database"), control):
        connection = session.connection
        for name in sa.inspect(connection).get_table_names(schema=schema):
            found = _OURS.fullmatch(name)
            lock = sa.text("SELECT IS_FREE_LOCK(:name)")
            if found is not None and connection.execute(lock, {"name": found[1]}).scalar():
                connection.exec_driver_sql(f"DROP TABLE IF EXISTS {session.system.quoted(named_table(name, schema))}")
        connection.commit()


def _remove(session: Session, table: sa.TableClause) -> None:
    statement = f"DROP TABLE IF EXISTS {session.system.quoted(table)}"
    try:
        session.connection.rollback()
        session.connection.exec_driver_sql(statement)
    except sa.exc.SQLAlchemyError:  # the connection is gone
        with contextlib.suppress(UserError, sa.exc.SQLAlchemyError), opened(session.path, None, writes=True) as found:
            found[0].exec_driver_sql(_PATIENCE)
            found[0].exec_driver_sql(statement)
