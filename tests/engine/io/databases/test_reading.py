"""Databases: read in order, with any names, without changing anything, and without a password anywhere."""

import datetime as dt
import json
import sqlite3

import pytest

from arxdesk.cli.commands import main
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, PasswordNeeded, UnreadableFile
from arxdesk_engine.io.databases.address import password_in, without_password
from arxdesk_engine.io.databases.connection import connected
from arxdesk_engine.io.databases.passwords import VARIABLE, forget
from arxdesk_engine.io.table import TableFormat, TableOptions, read_table, tables_in
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.verification.tables import read_typed
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw

HOSTILE = ('we"ird', "drop'; DROP TABLE people; --", "%s", "50%", ":name", "se`lect", "a.b", "ünï]", "x" * 60)


@pytest.fixture(autouse=True)
def _no_passwords(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    forget()
    yield
    forget()


@pytest.fixture(scope="module")
def server(postgresql_server):
    postgresql_server.execute(
        "CREATE SCHEMA ward",
        "CREATE TYPE mood AS ENUM ('good', 'bad')",
        "CREATE TABLE ward.stays (id int PRIMARY KEY, born date, weight numeric(5,2), size real, seen timestamptz,"
        " at timestamp, noon time, ok boolean, facts jsonb, tags text[], raw bytea, state mood, note text)",
        "INSERT INTO ward.stays VALUES (2, '1980-02-29', 70.50, 1.7, '2020-01-01 12:00+02', '2020-01-01', '12:30',"
        " true, '{\"b\": 1, \"a\": \"ü\"}', '{x,y}', '\\x00ff', 'good', '  blank '),"
        " (1, NULL, 'NaN', 'NaN', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '')",
        "CREATE VIEW public.adults AS SELECT id, born FROM ward.stays",
        "CREATE MATERIALIZED VIEW public.kept AS SELECT id FROM ward.stays",
        "CREATE TABLE public.people (n serial PRIMARY KEY, age int, sex text, weight double precision)",
        "INSERT INTO public.people (age, sex, weight) SELECT 20 + g % 7, CASE WHEN g % 2 = 0 THEN 'm' ELSE 'f' END,"
        " CASE WHEN g % 11 = 3 THEN NULL ELSE 60.5 + g % 4 END FROM generate_series(1, 25000) g",
        "CREATE TABLE public.empty (a int)",
        "ANALYZE",
    )
    for name in HOSTILE:
        quoted = '"' + name.replace('"', '""') + '"'
        postgresql_server.execute(f"CREATE TABLE {quoted} ({quoted} text, b int)")
        postgresql_server.execute(f"INSERT INTO {quoted} VALUES ('{len(name)}', 1)")  # noqa: S608
    return postgresql_server


def test_that_tables_and_views_of_all_schemas_are_listed(server):
    found = {each.name: each for each in tables_in(server.address, server.password, Control())}
    assert {"people", "empty", "adults", "kept", "ward.stays", *HOSTILE} <= set(found)
    assert (found["people"].rows, found["people"].columns, found["people"].is_view) == (25000, 4, False)
    assert found["adults"].is_view
    assert found["kept"].is_view
    assert not any(name.startswith(("pg_", "information_schema")) for name in found)


def test_that_values_of_every_type_read_as_documented(server):
    raw = read_raw(server.address, server.password, table="ward.stays")
    again = read_typed(server.address, TableFormat.DATABASE, DataSource(path=server.address, table="ward.stays"))
    assert again.astype(str).to_numpy().tolist() == rows_of(raw)
    assert rows_of(raw) == [
        ["1", *[""] * 12],
        [
            *("2", "1980-02-29", "70.50", "1.7", "2020-01-01T10:00:00Z", "2020-01-01", "12:30:00", "true"),
            *('{"a": "ü", "b": 1}', '["x", "y"]', "00ff", "good", "blank"),
        ],
    ]


@pytest.mark.parametrize("name", HOSTILE)
def test_that_any_name_is_only_a_name(server, name):
    raw = read_raw(server.address, server.password, table=name, columns=(name,))
    assert (raw.names, rows_of(raw)) == ((name,), [[str(len(name))]])
    again = read_typed(server.address, TableFormat.DATABASE, DataSource(path=server.address, table=name))
    assert again.astype(str).to_numpy().tolist() == [[str(len(name)), "1"]]


def test_that_records_come_in_the_order_of_the_key_and_limits_hold(server):
    raw = read_raw(server.address, server.password, table="public.people", columns=("n",), row_limit=12345)
    assert [int(row[0]) for row in rows_of(raw)] == list(range(1, 12346))


def test_that_reading_from_a_server_shows_progress_and_stops(server):
    seen: list[Progress] = []
    control = Control(seen.append)
    read_table(server.address, TableOptions(table="people"), control, server.password)
    assert [each.fraction for each in seen if each.fraction is not None] == [0.4, 0.8, 1.0]
    stopping = Control(lambda progress: stopping.stop() if progress.fraction else None)
    with pytest.raises(Stopped):
        read_table(server.address, TableOptions(table="people"), stopping, server.password)


def test_that_nothing_is_written_to_a_server(server, monkeypatch):
    with pytest.raises(UnreadableFile, match="read-only"), connected(server.address, server.password) as connection:
        connection.exec_driver_sql("INSERT INTO people (age) VALUES (1)")


@pytest.mark.parametrize("password", [None, "wrong secret"])
def test_that_a_missing_or_wrong_password_is_asked_for_and_never_told(server, password):
    with pytest.raises(PasswordNeeded) as caught:
        read_raw(server.address, password, table="people")
    assert "wrong secret" not in caught.value.message
    assert VARIABLE in caught.value.message


def test_that_a_password_in_an_address_works_but_is_never_told(server):
    address = server.address.replace("custodian@", "custodian:wr%40ng secret@")
    with pytest.raises(PasswordNeeded) as caught:
        read_raw(address, table="people")
    assert "secret" not in caught.value.message
    assert caught.value.__cause__ is None


def test_that_a_password_that_was_right_is_known_until_the_program_ends(server):
    read_raw(server.address, server.password, table="people", rows=1)
    assert read_raw(server.address, table="people", rows=1).records == 1


def test_that_missing_tables_columns_and_records_are_told(server):
    for options, words in (
        ({"table": "peopel"}, 'there is no table or view "peopel". Did you mean "people"?'),
        ({"table": "people", "columns": ("agee",)}, 'there is no column "agee". Did you mean "age"?'),
        ({"table": "empty"}, "no records"),
        ({}, "Choose one to read"),
    ):
        with pytest.raises(InvalidData) as caught:
            read_raw(server.address, server.password, **options)
        assert words in caught.value.message


def test_that_a_job_on_a_server_runs_and_is_verified(server, tmp_path, monkeypatch, capsys):
    job = tmp_path / "job.toml"
    job.write_text(
        f'[data]\npath = "{server.address}"\ntable = "people"\ncolumns = ["age", "sex", "weight"]\nrow_limit = 500\n'
        '[attributes.age]\nrole = "quasi-identifying"\nhierarchy = { builder = "automatic" }\n'
        '[attributes.sex]\nrole = "quasi-identifying"\nhierarchy = { builder = "automatic" }\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 3\n[output]\npath = "out.csv"\n'
    )
    assert main(["run", str(job)]) == PasswordNeeded.exit_status
    monkeypatch.setenv(VARIABLE, server.password)
    assert main(["inspect", str(job)]) == 0
    assert main(["run", str(job), "--report", str(tmp_path / "report.json")]) == 0
    report = (tmp_path / "report.json").read_text()
    assert json.loads(report)["verified"]["all"] is True
    said = capsys.readouterr()
    assert server.password not in report + said.out + said.err


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://u:SECRET", "postgresql://u"),
        ("postgresql://u:SECRET/db", "postgresql://u/db"),
        ("postgresql://u@h:SECRET/db", "postgresql://u@h/db"),
        ("oracle://u@h/x?wallet_password=SECRET", "oracle://u@h/x"),
        ("postgresql://h/db?ssl_key_passphrase=SECRET&a=2", "postgresql://h/db?a=2"),
        ("postgresql://h/db?newpassword=SECRET", "postgresql://h/db"),
        ("postgresql://h/db?password1=SECRET", "postgresql://h/db"),
        ("mssql://h/db?AccessToken=SECRET", "mssql://h/db"),
    ],
)
def test_that_secrets_are_found_wherever_they_stand(address: str, shown: str):
    assert password_in(address) == "SECRET"
    assert without_password(address) == shown


@pytest.mark.parametrize(
    "address",
    ["postgresql://h1:5432,h2:5433/db", "postgresql://[::1]:5432/db", "sqlite:////a/b:c.db", "mssql://h:1433?x=1"],
)
def test_that_addresses_without_a_secret_stay_as_they_are(address: str):
    assert password_in(address) is None
    assert without_password(address) == address


def test_that_a_job_keeps_no_password():
    for address in (
        "postgresql://me:secret@host/db",
        "postgresql://me:se/cr@et@host/db",
        "postgresql://me@host/db?password=secret",
        "postgresql://host/db?user=me&sslpassword=secret",
        "postgresql://host/db?user=me;p%61ssword=secret",
        "mssql://host/db?odbc_connect=DRIVER%3Dx%3BUID%3Dme%3BPWD%3Dsecret",
    ):
        with pytest.raises(ValueError, match="holds a password") as caught:
            DataSource(path=address)
        del caught


def test_that_the_fault_of_a_job_does_not_tell_its_password(tmp_path):
    job = tmp_path / "job.toml"
    job.write_text('[data]\npath = "postgresql://me:hunter2@host/db"\n')
    with pytest.raises(InvalidJob) as caught:
        load_job(job)
    assert "holds a password" in caught.value.message
    assert "hunter2" not in caught.value.message


def test_that_an_address_is_no_path(tmp_path):
    address = "postgresql://me@host:5432/db"
    job = Job(data=DataSource(path=address)).at(tmp_path / "job.toml")
    assert job.absolute().data.path == job.saved_at(tmp_path / "a" / "b.toml").data.path == address
    assert (job.table_place, job.table_file) == (address, None)


def test_that_the_file_in_an_address_of_sqlite_is_relative_to_the_job(tmp_path):
    job = Job(data=DataSource(path="sqlite:///data/a b.db")).at(tmp_path / "job.toml")
    assert job.table_file == tmp_path / "data" / "a b.db"
    assert job.absolute().saved_at(tmp_path / "x.toml").data.path == "sqlite:///data/a b.db"


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "some people.db"
    with sqlite3.connect(path) as connection:
        for name in HOSTILE:
            quoted = '"' + name.replace('"', '""') + '"'
            connection.execute(f"CREATE TABLE {quoted} ({quoted} text, b date)")
            connection.execute(f"INSERT INTO {quoted} VALUES (?, '2020-01-02')", (f"a\0{name}",))  # noqa: S608
        connection.execute("CREATE VIEW v AS SELECT 1 AS one, 2.0 AS two, x'00ff' AS three")
        connection.execute("CREATE TABLE keyed (k int PRIMARY KEY, mixed)")
        connection.executemany("INSERT INTO keyed VALUES (?, ?)", [(3, "x"), (1, 1.0), (2, None)])
    connection.close()
    return path


@pytest.mark.parametrize("name", HOSTILE)
def test_that_any_name_is_only_a_name_in_a_file(database, name):
    again = read_typed(str(database), TableFormat.DATABASE, DataSource(path=str(database), table=name))
    assert again.astype(str).to_numpy().tolist() == [[f"a\0{name}", "2020-01-02"]]
    assert rows_of(read_raw(database, table=name)) == [[f"a\0{name}", "2020-01-02"]]


def test_that_a_file_is_read_as_it_is_and_stays_so(database):
    before = database.read_bytes()
    assert rows_of(read_raw(database, table="v")) == [["1", "2", "00ff"]]
    assert rows_of(read_raw(f"sqlite:///{database}", table="keyed")) == [["1", "1"], ["2", ""], ["3", "x"]]
    assert {each.name: each.rows for each in tables_in(str(database), None, Control())}["keyed"] == 3
    assert database.read_bytes() == before
    assert [each.name for each in database.parent.iterdir()] == [database.name]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"a,b\n1,2\n" * 100, "not a database"),
        (b"SQLite format 3\0" + b"x" * 9000, "cannot"),
    ],
)
def test_that_what_is_no_database_is_told(tmp_path, content, words):
    path = tmp_path / "broken.db"
    path.write_bytes(content)
    with pytest.raises((InvalidData, UnreadableFile), match=words):
        read_raw(path)


def test_that_a_truncated_database_is_told(database):
    database.write_bytes(database.read_bytes()[:5000])
    with pytest.raises((InvalidData, UnreadableFile)):
        read_raw(database, table="keyed")


def test_that_a_missing_file_is_not_made(tmp_path):
    with pytest.raises(UnreadableFile):
        read_raw(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nosuch://a/b", "not a known database address"),
        ("mysql://me@host/db", r"arxdesk\[mysql\]"),
        ("oracle://me@host/db", r"arxdesk\[oracle\]"),
        ("mssql://me@host/db", r"arxdesk\[mssql\]"),
        ("sqlite://", "names no file"),
        ("postgresql://me@127.0.0.1:1/db", "refused"),
        ("postgresql://[", "cannot be read"),
    ],
)
def test_that_what_an_address_lacks_is_told(address, words):
    with pytest.raises((InvalidData, UnreadableFile), match=words):
        read_raw(address)


def test_that_dates_of_sqlite_are_texts_as_stored(tmp_path):
    path = tmp_path / "d.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (d timestamp, e date)")
        connection.execute("INSERT INTO t VALUES ('2020-01-02 03:04', ?)", (str(dt.date(2020, 1, 2)),))
    connection.close()
    assert rows_of(read_raw(path)) == [["2020-01-02 03:04", "2020-01-02"]]


def test_that_types_that_nobody_knows_are_no_matter(tmp_path, recwarn):
    """Only the names of columns are asked for; a view is not made to show them."""
    with sqlite3.connect(tmp_path / "odd.db") as connection:
        connection.execute('CREATE TABLE odd (a GEOMETRY, "b.c" FANCY(3), d AS (a || 1))')
        connection.execute('INSERT INTO odd (a, "b.c") VALUES (1, 2)')
        endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n ORDER BY x"
        connection.execute(f"CREATE VIEW endless AS {endless}")
    connection.close()
    assert read_raw(str(tmp_path / "odd.db"), table="odd").names == ("a", "b.c", "d")
    assert not [each for each in recwarn if "recognize" in str(each.message)]
