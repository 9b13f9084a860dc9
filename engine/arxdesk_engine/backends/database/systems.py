"""What differs between the systems of databases: temporary tables, binary collations, cancelling, renaming."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import mssql, mysql, postgresql, sqlite
from sqlalchemy.schema import CreateTable

from arxdesk_engine.backends.database.columns import KeyForm
from arxdesk_engine.backends.database.layout import laid_out
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.io.cells.typed import CellKind, WrittenCells
from arxdesk_engine.io.databases.connection import opened
from arxdesk_engine.io.databases.making import types_of

Element = sa.ColumnElement[Any]
_LONGEST_VARCHAR = 500
_MOST_INDEXED = 16
"""The most columns that an index of MariaDB or MySQL has."""
_AS_THEY_ARE = (KeyForm.PLAIN, KeyForm.BYTES)
OLD = "_old"
"""The end of the name that a replaced table has until it is dropped."""


def _plain(system: Any, **settings: bool) -> sa.Dialect:  # noqa: ANN401 - a module of SQLAlchemy
    """The dialect of a system in which a percent sign stands for itself, as in statements without parameters."""
    dialect: sa.Dialect = system.dialect(paramstyle="named", **settings)
    return dialect


class System:
    """SQL as most systems have it. Statements are made by `dialect`, which puts no parameters into them."""

    dialect: sa.Dialect
    first: Sequence[str] = ()
    """Executed when a session begins."""
    begin: str | None = None
    """Begins a transaction in which a table is made, where the driver does not."""
    random: str
    """A number or text that nobody can guess, another one for each row; in some systems from a key, in place of {}."""
    collation: str
    """In which texts are equal where their bytes are, apart from blanks at the end."""
    temporary_schema: str | None = None
    temporary_prefix = ""
    prefixes: Sequence[str] = ()
    """Of the statement that makes a temporary table with columns."""
    drops_temporary = "DROP TABLE IF EXISTS {}"
    makes_whole_tables = True
    """Whether a table that is made in a transaction is gone where that fails."""
    joins_by_index = False
    """Whether tables without an index are joined by comparing each row with each."""
    keeps_snapshot = False
    """Whether the transaction in which the records are grouped goes on until the result is written."""
    has_typed_columns = True
    """Whether all cells of a column have its type."""
    most_joined: int | None = None
    """How many tables a statement joins at most."""

    def temporary(self, name: str, *columns: str) -> sa.TableClause:
        """A temporary table of this session."""
        return named_table(self.temporary_prefix + name, self.temporary_schema, columns)

    def table_from(self, table: str, select: str, *, temporary: bool, index: Sequence[str] = ()) -> str:  # noqa: ARG002
        """The statement that makes a table of the rows of a selection, with an `index` where joins need one."""
        return f"CREATE TABLE {table} AS\n{select}"

    def filled_table(self, table: sa.TableClause, cells: Sequence[WrittenCells], keys: Sequence[str]) -> str:
        """The statement that makes a temporary table which the program fills; `keys` are the columns that it is joined
        by."""
        columns = (
            sa.Column(
                sa.sql.quoted_name(each.name, quote=True),
                self.label_type(each),
                primary_key=self.joins_by_index and each.name in keys,
                autoincrement=False,
            )
            for each in cells
        )
        made = sa.Table(table.name, sa.MetaData(), *columns, schema=table.schema, prefixes=self.prefixes)
        return str(CreateTable(made).compile(dialect=self.dialect)).strip()

    def shuffled(self, made: str, key: str) -> str:
        """The statement that makes a table, with its rows in an order that nobody can guess who has no `key`."""
        return f"{made}\nORDER BY {self.random.format(key)}"

    def binary(self, cell: Element, form: KeyForm) -> Element:
        """A cell as it is told apart from others."""
        if form in (KeyForm.AS_TEXT, KeyForm.AS_NUMBER):
            cell = sa.cast(cell, sa.UnicodeText())
        return cell if form in _AS_THEY_ARE else sa.collate(cell, self.collation)

    def late(self, condition: Element) -> Element:
        """A condition on tables that were joined, written so that the system joins them in this order."""
        return condition

    def digest(self, cell: Element, form: KeyForm) -> Element | None:  # noqa: ARG002 - some systems need it
        """A number that equal cells have alike, where an index of the cells themselves may be too long for the system;
        None: they have an index, or need none."""
        return None

    def label_type(self, cells: WrittenCells) -> sa.types.TypeEngine[Any]:
        """The type of a column of labels."""
        return types_of(self.dialect)[cells.kind]

    def analyze(self, table: sa.TableClause) -> Sequence[str]:  # noqa: ARG002 - some systems need it
        """What lets the system plan statements that read a temporary table."""
        return ()

    def named(self, staging: sa.TableClause, target: sa.TableClause, *, replaces: bool) -> Sequence[str]:
        """The statements that give a table its name, which another one has as yet if it `replaces` that."""
        drop = [f"DROP TABLE {self.quoted(target)}"] if replaces else []
        return [*drop, f"ALTER TABLE {self.quoted(staging)} RENAME TO {self.quote(target.name)}"]

    def text(self, statement: sa.sql.elements.ClauseElement) -> str:
        """A statement as it runs and as people read it."""
        return laid_out(str(statement.compile(dialect=self.dialect, compile_kwargs={"literal_binds": True})))

    def quote(self, name: str) -> str:
        """A name in the quotation marks of the system."""
        return self.dialect.identifier_preparer.quote_identifier(name)

    def quoted(self, table: sa.TableClause) -> str:
        """The name of a table, with its schema, in the quotation marks of the system."""
        return ".".join(self.quote(each) for each in (table.schema, table.name) if each is not None)

    def cancelling(self, connection: sa.Connection, path: str) -> Callable[[], None]:  # noqa: ARG002
        """What ends the statement that runs in a connection; nothing where no driver can, or the system asks itself."""
        return lambda: None


_MEMORY = "64MB"
"""Of each step of a statement in PostgreSQL: the groups of a million records stay in it."""
_LARGER = (
    f"SELECT set_config('work_mem', '{_MEMORY}', false) "
    f"WHERE pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('{_MEMORY}')"
)


class Postgresql(System):
    """PostgreSQL: the snapshot of the records that were grouped is that of the result."""

    dialect = _plain(postgresql)
    first = (
        "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL REPEATABLE READ",
        "SET SESSION TIME ZONE 'UTC'",
        "SET SESSION idle_in_transaction_session_timeout = 0",
        "SET SESSION jit = off",  # compiling so many joins takes longer than they do
        "SET SESSION enable_mergejoin = off",  # the planner would sort all rows to find the removed ones
        _LARGER,
        f"SET SESSION temp_buffers = '{_MEMORY}'",
    )
    random = "gen_random_uuid()"
    collation = "C"
    temporary_schema = "pg_temp"
    keeps_snapshot = True

    def binary(self, cell: Element, form: KeyForm) -> Element:
        """A cell as it is told apart; numbers without a scale by their texts, and what is no number is missing."""
        found = super().binary(cell, form)
        return sa.func.nullif(found, "NaN") if form is KeyForm.AS_NUMBER else found

    def analyze(self, table: sa.TableClause) -> Sequence[str]:
        """Statistics: the server gathers none of temporary tables by itself."""
        return (f"ANALYZE {self.quoted(table)}",)

    def cancelling(self, connection: sa.Connection, path: str) -> Callable[[], None]:  # noqa: ARG002
        """The request to cancel, which the driver sends in a connection of its own."""
        driver: Any = connection.connection.driver_connection
        cancel: Callable[[], None] = driver.cancel
        return cancel


class Sqlite(System):
    """SQLite: the file is locked for others while the result is written."""

    dialect = _plain(sqlite)
    first = (
        "PRAGMA secure_delete = ON",  # else a table that was replaced could still be read in the file
        "PRAGMA journal_size_limit = 0",  # and in a journal that stays
        "PRAGMA legacy_alter_table = ON",  # else views that read a replaced table would be in the way
    )
    begin = "BEGIN IMMEDIATE"
    random = "randomblob(16)"
    collation = "BINARY"
    temporary_schema = "temp"
    has_typed_columns = False
    most_joined = 64

    def late(self, condition: Element) -> Element:
        """A condition that SQLite does not look into: it would begin with the table that this restricts."""
        return sa.case((condition, sa.literal_column("1")), else_=sa.literal_column("0")) == sa.literal_column("1")


class Mysql(System):
    """MySQL and MariaDB, which make tables outside of transactions."""

    dialect = _plain(mysql)
    first = (
        "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",  # each statement sees one moment, and locks no source
        "SET SESSION wait_timeout = 2147483",  # a search may take hours
        "SET SESSION time_zone = '+00:00'",  # else an hour in autumn is two, and moments are joined by their texts
    )
    random = "SHA2(CONCAT('{}', ROW_NUMBER() OVER ()), 256)"  # random bytes would be others in each replica
    collation = "utf8mb4_bin"
    prefixes = ("TEMPORARY",)
    drops_temporary = "DROP TEMPORARY TABLE IF EXISTS {}"
    makes_whole_tables = False
    joins_by_index = True
    most_joined = 61

    def table_from(self, table: str, select: str, *, temporary: bool, index: Sequence[str] = ()) -> str:
        """The statement that makes a table of the rows of a selection, with an `index` of some columns."""
        key = f" (INDEX ({', '.join(map(self.quote, index[:_MOST_INDEXED]))}))" if index else ""
        return f"CREATE {'TEMPORARY ' if temporary else ''}TABLE {table}{key} AS\n{select}"

    def binary(self, cell: Element, form: KeyForm) -> Element:
        """A cell as it is told apart: texts of any character set in that which has all characters."""
        if form in _AS_THEY_ARE:
            return cell
        return sa.collate(sa.cast(cell, mysql.CHAR(charset="utf8mb4")), self.collation)

    def digest(self, cell: Element, form: KeyForm) -> Element | None:
        """A checksum of texts, without the blanks at the end that do not tell them apart, and of bytes."""
        if form is KeyForm.PLAIN:
            return None
        return sa.func.crc32(cell if form is KeyForm.BYTES else sa.func.rtrim(cell))

    def label_type(self, cells: WrittenCells) -> sa.types.TypeEngine[Any]:
        """The type of a column of labels; texts that are told apart by their bytes, short ones of limited length."""
        if cells.kind is not CellKind.TEXT:
            return super().label_type(cells)
        longest = max((len(str(each)) for each in cells.values if each is not None), default=1)
        if longest > _LONGEST_VARCHAR:
            return mysql.LONGTEXT(charset="utf8mb4", collation=self.collation)
        return mysql.VARCHAR(max(longest, 1), charset="utf8mb4", collation=self.collation)

    def named(self, staging: sa.TableClause, target: sa.TableClause, *, replaces: bool) -> Sequence[str]:
        """The statements that give a table its name; one of them exchanges two tables."""
        rename = f"{self.quoted(staging)} TO {self.quoted(target)}"
        if not replaces:
            return [f"RENAME TABLE {rename}"]
        old = self.quoted(named_table(f"{staging.name}{OLD}", staging.schema))
        return [f"RENAME TABLE {self.quoted(target)} TO {old}, {rename}", f"DROP TABLE IF EXISTS {old}"]

    def cancelling(self, connection: sa.Connection, path: str) -> Callable[[], None]:
        """The request to end the statement, from a connection of its own."""
        driver: Any = connection.connection.driver_connection
        number = int(driver.thread_id())

        def cancel() -> None:
            with contextlib.suppress(UserError, sa.exc.SQLAlchemyError), opened(path, None, writes=False) as (other, _):
                other.exec_driver_sql(f"KILL QUERY {number}")

        return cancel


class SqlServer(System):
    """SQL Server; no server has run these statements yet."""

    dialect = _plain(mssql, deprecate_large_types=True)
    random = "CRYPT_GEN_RANDOM(16)"
    collation = "Latin1_General_100_BIN2"
    temporary_prefix = "#"

    def table_from(self, table: str, select: str, *, temporary: bool, index: Sequence[str] = ()) -> str:  # noqa: ARG002
        """The statement that makes a table of the rows of a selection; its name says whether it is temporary."""
        return f"SELECT * INTO {table} FROM (\n{select}\n) AS selected"  # noqa: S608 - quoted names

    def named(self, staging: sa.TableClause, target: sa.TableClause, *, replaces: bool) -> Sequence[str]:
        """The statements that give a table its name, which another one has as yet if it `replaces` that."""
        drop = [f"DROP TABLE {self.quoted(target)}"] if replaces else []
        old, new = (each.replace("'", "''") for each in (self.quoted(staging), target.name))
        return [*drop, f"EXEC sp_rename N'{old}', N'{new}'"]


def named_table(name: str, schema: str | None, columns: Sequence[str] = ()) -> sa.TableClause:
    """A table whose names are always quoted, and whose types are not known."""
    quoted = sa.sql.quoted_name
    return sa.table(
        quoted(name, quote=True),
        *(sa.column(quoted(each, quote=True)) for each in columns),
        schema=None if schema is None else quoted(schema, quote=True),
    )


def stars() -> Element:
    """The text of a hidden cell."""
    return sa.cast(sa.literal(SUPPRESSED, sa.Unicode()), sa.UnicodeText())


SYSTEMS: dict[str, System] = {
    "postgresql": Postgresql(),
    "sqlite": Sqlite(),
    "mysql": Mysql(),
    "mariadb": Mysql(),
    "mssql": SqlServer(),
}
"""The systems by the names of their dialects."""
