"""Real databases of three systems for the tests of releases within a database."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from arxdesk_engine.io.databases.passwords import forget, remember
from tests.databases import MariadbServer, PostgresqlServer

SYSTEMS = ("sqlite", "postgresql", "mariadb")


@dataclass(frozen=True)
class Database:
    """A database: how a job names it, and how the tests reach it."""

    system: str
    address: str
    url: str | sa.URL

    @contextmanager
    def connected(self) -> Iterator[sa.Connection]:
        """A connection of another user of the database; its changes are kept."""
        engine = sa.create_engine(self.url, poolclass=sa.NullPool)
        with engine.connect() as connection:
            yield connection.execution_options(no_parameters=True)
            connection.commit()

    def execute(self, *statements: str) -> None:
        """Run statements, as they are."""
        with self.connected() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        with self.connected() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(statement)]

    def quote(self, name: str) -> str:
        """A name in the quotation marks of the system."""
        mark = "`" if self.system == "mariadb" else '"'
        return f"{mark}{name.replace(mark, 2 * mark)}{mark}"

    def make(self, table: str, columns: dict[str, str], rows: Sequence[Sequence[Any]]) -> None:
        """A table in place of one with the same name: its columns with their types in SQL, and its rows."""
        defined = ", ".join(f"{self.quote(name)} {kind}" for name, kind in columns.items())
        value, percent = ("?", "%") if self.system == "sqlite" else ("%s", "%%")
        values = ", ".join([value] * len(columns))
        with self.connected() as connection:
            connection.exec_driver_sql(f"DROP TABLE IF EXISTS {self.quote(table)}")
            connection.exec_driver_sql(f"CREATE TABLE {self.quote(table)} ({defined})")
            if rows:
                insert = f"INSERT INTO {self.quote(table).replace('%', percent)} VALUES ({values})"
                connection.execution_options(no_parameters=False).exec_driver_sql(insert, [tuple(row) for row in rows])

    def tables(self) -> list[str]:
        """The names of the tables."""
        with self.connected() as connection:
            return sorted(sa.inspect(connection).get_table_names())


def database_of(system: str, folder: Path, request: pytest.FixtureRequest) -> Database:
    """An empty database of a system; servers keep the password of the job for this test.

    Sessions of earlier tests end: a traceback may keep their anonymizers, and their transactions would be waited for.
    """
    if system == "sqlite":
        file = folder / "records.sqlite"
        with sqlite3.connect(file) as connection:
            connection.execute("VACUUM")
        connection.close()
        return Database(system, str(file), f"sqlite:///{file}")
    if system == "postgresql":
        server: PostgresqlServer | MariadbServer = request.getfixturevalue("postgresql_server")
        server.end_other_sessions()
        server.execute("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
        driver = "postgresql+psycopg"
    else:
        server = request.getfixturevalue("mariadb_server")
        server.end_other_sessions()
        server.execute(f"DROP DATABASE {server.database}", f"CREATE DATABASE {server.database} CHARACTER SET utf8mb4")
        driver = "mysql+pymysql"
    remember(server.address, server.password)
    request.addfinalizer(forget)
    return Database(
        system, server.address, sa.make_url(server.address).set(drivername=driver, password=server.password)
    )
