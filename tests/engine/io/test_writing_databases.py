"""Tables of databases: made whole or not at all, never over another one unless that is asked for."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import psycopg
import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy.dialects import mysql, postgresql

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, PasswordNeeded, UnreadableFile, UnwritableFile
from arxdesk_engine.io.cells.typed import Abilities, uniform_cells
from arxdesk_engine.io.databases import making as database_making
from arxdesk_engine.io.databases import writing as database_writing
from arxdesk_engine.io.databases.connection import writing
from arxdesk_engine.io.databases.making import TableExists
from arxdesk_engine.io.databases.passwords import VARIABLE, forget
from arxdesk_engine.io.databases.writing import require_free
from arxdesk_engine.io.digest import sha256_of_records
from arxdesk_engine.io.writing import Target, write_table
from tests.engine.io.databases.test_reading import HOSTILE
from tests.engine.io.test_every_format import rows_of
from tests.engine.io.test_writing import tables, texts_of
from tests.engine.reading import read_raw
from tests.tiers import examples

INTEGER, DECIMAL, DATE = (ValueType(kind) for kind in (DataType.INTEGER, DataType.DECIMAL, DataType.DATE))


@pytest.fixture(autouse=True)
def _no_passwords(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    forget()
    yield
    forget()


@pytest.fixture(scope="module")
def own(postgresql_server):
    """A database of the server that no other tests use."""
    with psycopg.connect(postgresql_server.address, password=postgresql_server.password, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS writing")
        connection.execute("CREATE DATABASE writing")
    return replace(postgresql_server, database="writing")


@pytest.fixture
def database(request, tmp_path, own):
    """Where to write, and the password: a file of SQLite and a server."""
    if request.param == "sqlite":
        with sqlite3.connect(tmp_path / "data.sqlite") as connection:
            connection.execute("CREATE TABLE old (a)")
            connection.execute("INSERT INTO old VALUES ('kept')")
        connection.close()
        return str(tmp_path / "data.sqlite"), None
    own.execute(
        *(
            "DROP SCHEMA IF EXISTS ward CASCADE",
            "DROP SCHEMA public CASCADE",
            "CREATE SCHEMA public",
            "CREATE SCHEMA ward",
        ),
        "CREATE TABLE old (a text)",
        "INSERT INTO old VALUES ('kept')",
    )
    return own.address, own.password


both = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def column(name, texts, kind=None):
    known = sorted(set(texts))
    return Column(name, np.array([known.index(text) for text in texts], np.int32), tuple(known), kind or ValueType())


def write(database, table, columns, control=None, **options):
    path, password = database
    return write_table(Target(path, table, **options), columns, None, control, password)


def read(database, table):
    path, password = database
    return rows_of(read_raw(path, password, table=table))


@both
def test_that_a_table_is_made_with_types_where_they_are_exact(database):
    columns = [
        column("n", ["1", "-5", "", "900000000000000000"], INTEGER),
        column("with star", ["1", "*", "3", "4"], INTEGER),
        column("x", ["1.5", "0.1", "", "2"], DECIMAL),
        column("digits", ["1.50", "0.1", "", "2"], DECIMAL),
        column("day", ["2020-02-29", "", "1583-01-01", "9999-12-31"], DATE),
        column(
            "moment",
            ["2020-01-01T00:00:00", "", "2020-01-01T12:30:59", ""],
            ValueType(DataType.DATE, "%Y-%m-%dT%H:%M:%S"),
        ),
        column("code", ["007", "1", "2", ""]),
    ]
    written = write(database, "new", columns)
    assert read(database, "new") == [list(row) for row in zip(*(each.texts() for each in columns), strict=True)]
    assert written.sha256 == sha256_of_records(columns)
    assert read(database, "old") == [["kept"]]
    if database[1] is None:
        with sqlite3.connect(database[0]) as connection:
            types = [row[2] for row in connection.execute("PRAGMA table_info(new)")]
            stored = connection.execute("SELECT typeof(n), typeof(x), typeof(day), typeof(code) FROM new").fetchall()
        connection.close()
        assert types == ["BIGINT", "TEXT", "REAL", "TEXT", "TEXT", "TEXT", "TEXT"]
        assert stored[0] == ("integer", "real", "text", "text")
        assert stored[2] == ("null", "null", "text", "text")
    else:
        with psycopg.connect(database[0], password=database[1]) as connection:
            rows = connection.execute(
                "SELECT data_type FROM information_schema.columns WHERE table_name = 'new' ORDER BY ordinal_position"
            ).fetchall()
        text, number = "text", "double precision"
        moment = "timestamp without time zone"
        assert [row[0] for row in rows] == ["bigint", text, number, text, "date", moment, text]


@both
@given(table=tables())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_any_texts_are_read_back(database, table):
    columns, order = table
    path, password = database
    target = Target(path, "any", replace_table=True)
    if database[1] is not None and any("\0" in text for each in columns for text in each.values):
        return
    write_table(target, columns, order, None, password)
    raw = read_raw(path, password, table="any")
    assert list(raw.names) == [each.name for each in columns]
    assert [[each.dictionary[code] for code in each.codes] for each in raw.columns] == texts_of(columns, order)


@both
@pytest.mark.parametrize("name", [*HOSTILE, "%(c0)s", "c1", ":c0"])
def test_that_any_name_is_only_a_name(database, name):
    write(database, name, [column(name, ["1", "2"]), column("other", ["x", "y"])])
    assert read(database, name) == [["1", "x"], ["2", "y"]]
    assert read(database, "old") == [["kept"]]


@both
def test_that_a_table_that_is_there_stays_unless_it_is_to_be_replaced(database):
    columns = [column("b", ["new"])]
    for ask in (
        lambda: write(database, "old", columns),
        lambda: require_free(database[0], "old", replace_table=False, password=database[1]),
    ):
        with pytest.raises(TableExists, match="a table of that name already exists"):
            ask()
        assert read(database, "old") == [["kept"]]
    require_free(database[0], "old", replace_table=True, password=database[1])
    require_free(database[0], "new", replace_table=False, password=database[1])
    assert read(database, "old") == [["kept"]]
    write(database, "old", columns, replace_table=True)
    assert read(database, "old") == [["new"]]


class _Failing(Control):
    """Does something between the batches: after the table was made and some records are in it."""

    def __init__(self, act):
        super().__init__()
        self._act = act

    def report(self, progress):
        if (progress.fraction or 0.0) > 0.0:
            self._act()


class _Stopping(_Failing):
    def __init__(self):
        super().__init__(self.stop)


def many(records=9):
    return [column("n", [str(number) for number in range(records)], INTEGER)]


@both
@pytest.mark.parametrize("replaces", [False, True])
def test_that_a_stopped_table_leaves_everything_as_it_was(database, replaces, monkeypatch):
    monkeypatch.setattr(database_making, "_BATCH", 2)
    name = "old" if replaces else "new"
    control = _Stopping()
    with pytest.raises(Stopped):
        write(database, name, many(), control, replace_table=replaces)
    assert read(database, "old") == [["kept"]]
    require_free(database[0], "new", replace_table=False, password=database[1])


@both
def test_that_an_insert_that_fails_leaves_the_old_table(database, monkeypatch):
    monkeypatch.setattr(database_making, "_BATCH", 2)

    def out_of_range(column, chosen, abilities):
        """As though a number were believed to fit that does not."""
        found = uniform_cells(column, chosen, Abilities())
        return type(found)(found.name, found.type, found.codes, found.texts, (*found.values[:-1], 2**80))

    monkeypatch.setattr(database_writing, "uniform_cells", out_of_range)
    with pytest.raises((UnwritableFile, OverflowError)) as caught:
        write(database, "old", many(), replace_table=True)
    if isinstance(caught.value, UnwritableFile):
        assert "Nothing was changed." in caught.value.message
    assert read(database, "old") == [["kept"]]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_a_connection_that_is_cut_leaves_the_old_table(database, own, monkeypatch):
    monkeypatch.setattr(database_making, "_BATCH", 2)

    def cut():
        own.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND state LIKE 'idle%'"
        )

    with pytest.raises(UnwritableFile, match="cannot be written"):
        write(database, "old", many(), _Failing(cut), replace_table=True)
    assert read(database, "old") == [["kept"]]


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_a_table_that_others_need_is_not_replaced(database, own):
    own.execute("CREATE VIEW seen AS SELECT * FROM old")
    with pytest.raises(UnwritableFile, match="other objects depend on it"):
        write(database, "old", many(), replace_table=True)
    assert read(database, "old") == [["kept"]]
    with pytest.raises(TableExists, match="a view of that name already exists"):
        write(database, "seen", many(), replace_table=True)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_a_schema_can_be_named(database):
    write(database, "ward.new", many())
    assert len(read(database, "ward.new")) == 9
    write(database, "nowhere.new", many())  # no schema, so a dot in a name
    assert len(read(database, "nowhere.new")) == 9


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_nobody_else_sees_a_table_before_it_is_whole(database, own, monkeypatch):
    monkeypatch.setattr(database_making, "_BATCH", 2)
    seen = []

    def look():
        with psycopg.connect(database[0], password=database[1]) as connection:
            seen.append(connection.execute("SELECT to_regclass('public.new')").fetchone()[0])

    write(database, "new", many(), _Failing(look))
    assert seen == [None] * 4
    assert len(read(database, "new")) == 9


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_passwords_are_asked_for_and_never_told(database):
    for password in (None, "wr0ng-secret"):
        with pytest.raises(PasswordNeeded) as caught:
            write((database[0], password), "new", many())
        assert "wr0ng-secret" not in caught.value.message
    nowhere = database[0].rpartition("/")[0] + "/nowhere"
    with pytest.raises(UnwritableFile) as error:
        write((nowhere, database[1]), "new", many())
    assert database[1] not in error.value.message


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_that_what_a_server_cannot_hold_is_told_before(database):
    long = "ä" * 32
    faults = {
        "a\0b": ("x", "the cell has a null character"),
        "": (long, "the name is longer than the 63 characters"),
    }
    for text, (name, found) in faults.items():
        with pytest.raises(InvalidData, match=found):
            write(database, "new", [column(name, ["ok", text])])
    wide = [column(f"c{number}", ["1"]) for number in range(1601)]
    with pytest.raises(InvalidData, match="1,601 columns; a table there has 1,600 at most"):
        write(database, "new", wide)
    require_free(database[0], "new", replace_table=False, password=database[1])


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_that_names_that_sqlite_takes_for_one_are_told(database):
    before = Path(database[0]).read_bytes()
    with pytest.raises(InvalidData, match='the columns "Age" and "age" have the same name there'):
        write(database, "new", [column("Age", ["1"]), column("age", ["2"])])
    assert Path(database[0]).read_bytes() == before


@pytest.mark.parametrize("size", [None, 0])
def test_that_a_file_that_is_not_there_is_made(tmp_path, size):
    path = tmp_path / "new.db"
    if size is not None:
        path.touch()
    require_free(str(path), "t", replace_table=False)
    write((str(path), None), "t", many())
    assert len(read((str(path), None), "t")) == 9
    assert [each.name for each in tmp_path.iterdir()] == ["new.db"]


@pytest.mark.parametrize("failure", ["stopped", "fault", "cut"])
def test_that_a_file_that_could_not_be_made_is_not_there(tmp_path, failure, monkeypatch):
    monkeypatch.setattr(database_making, "_BATCH", 2)
    path = (str(tmp_path / "new.db"), None)
    if failure == "stopped":
        control = _Stopping()
        with pytest.raises(Stopped):
            write(path, "t", many(), control)
    elif failure == "fault":
        with pytest.raises(InvalidData):
            write(path, "t", [column("a", ["1"]), column("A", ["1"])])
    else:
        monkeypatch.setattr(
            "arxdesk_engine.io.files.atomic._synchronize", lambda _path: (_ for _ in ()).throw(OSError(28, "No space"))
        )
        with pytest.raises(UnwritableFile, match="no space") as caught:
            write(path, "t", many())
        assert ".part" not in caught.value.message
    assert list(tmp_path.iterdir()) == []


def test_that_a_file_that_is_no_database_stays(tmp_path):
    path = tmp_path / "notes.db"
    path.write_text("not a database, but somebody's notes")
    for ask in (
        lambda: require_free(str(path), "t", replace_table=True),
        lambda: write((str(path), None), "t", many()),
    ):
        with pytest.raises(InvalidData, match="not a database of SQLite"):
            ask()
    assert path.read_text().startswith("not a database")


def test_that_a_database_that_somebody_writes_to_is_told(tmp_path, monkeypatch):
    path = tmp_path / "busy.db"
    write((str(path), None), "t", many())
    monkeypatch.setattr("arxdesk_engine.io.databases.connection.CONNECT_SECONDS", 0.1)
    with sqlite3.connect(path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises((UnwritableFile, UnreadableFile), match="locked"):
            write((str(path), None), "new", many())
        other.execute("ROLLBACK")
    other.close()


def test_that_systems_that_would_leave_half_a_table_are_refused():
    cells = [uniform_cells(column("a", ["1"]), None, Abilities())]
    with pytest.raises(InvalidData, match="mysql creates tables outside of transactions"):
        database_writing._require_possible("place", mysql.dialect(), cells)
    for address in ("mysql://me@host/db", "mariadb://me@host/db", "oracle://me@host/db"):
        with pytest.raises(InvalidData, match="outside of transactions"):  # before anybody installs a driver for it
            database_writing.require_free(address, "people", replace_table=False)
    database_writing._require_possible("place", postgresql.dialect(), cells)


def dropped_and_interrupted(path):
    with writing(path, None) as connection:
        connection.exec_driver_sql("DROP TABLE t")
        raise KeyboardInterrupt


def test_that_a_transaction_that_is_not_ended_well_changes_nothing(tmp_path):
    path = str(tmp_path / "data.db")
    write((path, None), "t", many())
    with pytest.raises(KeyboardInterrupt):
        dropped_and_interrupted(path)
    assert len(read((path, None), "t")) == 9


def test_that_what_a_table_held_cannot_be_found_in_the_file_when_it_was_replaced(tmp_path):
    path = tmp_path / "data.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE people (name)")
        connection.executemany("INSERT INTO people VALUES (?)", [(f"Adelheid {number}",) for number in range(3_000)])
    connection.close()
    assert b"Adelheid" in path.read_bytes()
    write_table(Target(str(path), "people", replace_table=True), [column("name", ["*"])])
    assert b"Adelheid" not in path.read_bytes()


def test_that_secrets_of_a_replaced_table_do_not_depend_on_how_sqlite_was_built(tmp_path):
    path = tmp_path / "data.sqlite"
    sqlite3.connect(path).execute("CREATE TABLE old (a)").connection.close()
    with writing(str(path), None) as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar_one() == 1


def test_that_a_table_whose_name_differs_in_case_alone_is_named(tmp_path):
    path = str(tmp_path / "data.sqlite")
    write_table(Target(path, "People"), [column("a", ["1"])])
    for replaces, found in ((False, "of that name already"), (True, 'the table "People" has the same name there')):
        with pytest.raises(TableExists, match=found):
            write_table(Target(path, "people", replace_table=replaces), [column("a", ["2"])])
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT a FROM People").fetchall() == [("1",)]
    connection.close()
