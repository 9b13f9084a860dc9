"""Results that may not be made, exist already, or would not be a table beside the source; and texts by their bytes."""

import csv
import logging
import sqlite3

import pytest
import sqlalchemy as sa

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, UnwritableFile
from arxdesk_engine.io.databases import connection
from arxdesk_engine.io.databases.making import TableExists
from arxdesk_engine.io.databases.passwords import remember
from arxdesk_engine.job.job import job_from
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.subject import Subject
from tests.databases import PASSWORD
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import RESULT, ROWS, TABLE, job_of, make, opened

LIMITED = "limited"


def test_that_an_existing_table_is_kept_or_replaced_as_the_job_says(database):
    make(database)
    database.make(RESULT, {"old": "INTEGER"}, [(1,)])
    anonymizer, output = opened(job_of(database))
    with pytest.raises(TableExists, match="already exists"):
        anonymizer.write(output)
    assert database.rows(f"SELECT * FROM {RESULT}") == [(1,)]
    anonymizer, output = opened(job_of(database, output={"replace_table": True}))
    anonymizer.write(output)
    assert database.rows(f"SELECT count(*), min(name) FROM {RESULT}") == [(len(ROWS), "*")]
    assert database.tables() == [RESULT, TABLE]


def test_that_a_replaced_table_may_be_read_by_views(sqlite_only):
    make(sqlite_only)
    sqlite_only.make(RESULT, {"city": "TEXT"}, [("old",)])
    sqlite_only.execute(f"CREATE VIEW cities AS SELECT city FROM {RESULT}")
    anonymizer, output = opened(job_of(sqlite_only, output={"replace_table": True}))
    anonymizer.write(output)
    assert sqlite_only.rows("SELECT count(*) FROM cities") == [(len(ROWS),)]


def test_that_nothing_of_a_replaced_table_stays_in_the_file(sqlite_only, tmp_path):
    make(sqlite_only)
    secret = "of one person only"  # noqa: S105
    sqlite_only.make(RESULT, {"city": "TEXT"}, [(secret,)] * 100)
    anonymizer, output = opened(job_of(sqlite_only, output={"replace_table": True}))
    anonymizer.write(output)
    anonymizer.rows.close()
    assert all(secret.encode() not in file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.parametrize("table", [TABLE, TABLE.upper()])
def test_that_the_source_is_never_replaced(database, table):
    make(database)
    if table != TABLE and database.system != "sqlite":
        return  # another table there
    anonymizer, output = opened(job_of(database, output={"table": table, "replace_table": True}))
    with pytest.raises(InvalidJob, match="in the place of the table that is read"):
        anonymizer.write(output)
    assert database.rows(f"SELECT count(*) FROM {TABLE}") == [(len(ROWS),)]


@pytest.mark.parametrize("place", ["result.csv", "other.sqlite", "postgresql://localhost/elsewhere"])
def test_that_another_place_is_refused_before_anything_runs(database, tmp_path, place):
    place = place if "://" in place else str(tmp_path / place)
    with pytest.raises(InvalidJob, match="a table of the same database") as refused:
        Anonymizer.open(job_of(database, "no table of that name", output={"path": place}))
    assert 'engine = "memory"' in str(refused.value)


@pytest.mark.parametrize("place", ["table.csv", "oracle://host/name"])
def test_that_what_is_no_known_database_is_refused(sqlite_only, tmp_path, place):
    place = place if "://" in place else str(tmp_path / place)
    with pytest.raises(InvalidJob, match=r"no database|not known"):
        Anonymizer.open(job_of(sqlite_only, data={"path": place}))


@pytest.mark.parametrize(
    ("section", "settings", "place"),
    [
        ("data", {"row_limit": 3}, "data.row_limit"),
        ("data", {"person": "city"}, "data.person"),
        ("data", {"weight": "city"}, "data.weight"),
        ("data", {"household": "city"}, "data.household"),
        ("data", {"rename": {"city": "town"}}, "data.rename"),
        ("output", {"spread": "drawn.csv"}, "output.spread"),
        ("subset", {"random": 0.5, "seed": 1}, "subset.random"),
    ],
)
def test_that_what_needs_memory_is_refused_with_the_way_out(sqlite_only, section, settings, place):
    make(sqlite_only)
    with pytest.raises(InvalidJob) as refused:
        Anonymizer.open(job_of(sqlite_only, **{section: settings}))
    [problem] = refused.value.problems
    assert problem.place.endswith(place)
    assert 'engine = "memory"' in problem.remedy


@pytest.mark.parametrize("kind", ["jsonb", "interval", "integer[]", "timetz"])
def test_that_cells_whose_texts_are_not_theirs_alone_are_not_grouped(postgresql_only, kind):
    make(postgresql_only)
    postgresql_only.execute(f"ALTER TABLE {TABLE} ADD extra {kind}")
    opened(job_of(postgresql_only))
    with pytest.raises(InvalidJob, match="apart by their texts"):
        Anonymizer.open(job_of(postgresql_only, attributes={"extra": {"role": "quasi-identifying"}}))


@pytest.mark.parametrize(
    ("kind", "cell"),
    [("jsonb", '{"a": 1}'), ("interval", "90 minutes"), ("integer[]", "{1,2}"), ("timetz", "12:00+02")],
)
def test_that_a_codebook_counts_such_cells(postgresql_only, tmp_path, kind, cell):
    make(postgresql_only)
    book = tmp_path / "codebook.csv"
    change = f"UPDATE {TABLE} SET extra = '{cell}' WHERE city = 'Bern'"
    postgresql_only.execute(f"ALTER TABLE {TABLE} ADD extra {kind}", change)
    anonymizer, output = opened(job_of(postgresql_only, output={"codebook": str(book)}))
    anonymizer.write(output)
    with book.open(newline="") as stream:
        [found] = [each for each in csv.DictReader(stream) if each["column"] == "extra" and each["role"]]
    assert (found["different values"], found["missing"]) == ("1", "24")


@pytest.mark.parametrize("attributes", [{"replace": {"1": "2"}}, {"role": "sensitive"}])
def test_that_such_cells_are_not_joined(postgresql_only, attributes):
    make(postgresql_only)
    postgresql_only.execute(f"ALTER TABLE {TABLE} ADD extra jsonb")
    opened(job_of(postgresql_only, attributes={"extra": {"role": "sensitive"}}))
    with pytest.raises(InvalidJob, match="apart by their texts"):
        Anonymizer.open(job_of(postgresql_only, attributes={"extra": attributes}, suppression={"sensitive": True}))


def test_that_more_tables_than_a_system_joins_are_refused_before_long_work(sqlite_only):
    names = [f"c{place}" for place in range(40)]
    sqlite_only.make(TABLE, dict.fromkeys(["age", *names], "INTEGER"), [[1] * 41] * 3)
    attributes = {name: {"replace": {"1": "2"}} for name in names}
    content = {
        "data": {"path": sqlite_only.address, "table": TABLE, "engine": "database"},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "output": {"path": sqlite_only.address, "table": RESULT},
    }
    quasi = {"age": {"role": "quasi-identifying"}}
    with pytest.raises(InvalidJob, match="joins 64 tables at most"):
        Anonymizer.open(job_from({**content, "attributes": attributes | quasi}))
    most = dict(list(attributes.items())[:30]) | quasi
    anonymizer, output = opened(job_from({**content, "attributes": most}))
    anonymizer.write(output)
    assert sqlite_only.rows(f"SELECT DISTINCT c0, c29, c30 FROM {RESULT}") == [(2, 2, 1)]


def as_limited(server: Database, *rights: str) -> Database:
    """A user of a server who may read, and has some more rights."""
    name = sa.make_url(server.address).database
    if server.system == "postgresql":
        server.execute(
            f"DROP ROLE IF EXISTS {LIMITED}",
            f"CREATE ROLE {LIMITED} LOGIN PASSWORD '{PASSWORD}'",
            f"REVOKE TEMPORARY ON DATABASE {name} FROM PUBLIC",
            f"GRANT USAGE ON SCHEMA public TO {LIMITED}",
            f"GRANT SELECT ON {TABLE} TO {LIMITED}",
        )
    else:
        server.execute(
            f"DROP USER IF EXISTS {LIMITED}",
            f"CREATE USER {LIMITED} IDENTIFIED BY '{PASSWORD}'",
            f"GRANT SELECT ON {name}.* TO {LIMITED}",
        )
    server.execute(*rights)
    address = sa.make_url(server.address).set(username=LIMITED).render_as_string(hide_password=False)
    remember(address, PASSWORD)
    return Database(server.system, address, server.url)


def take_back(server: Database) -> None:
    """Let the next tests find the rights that are usual."""
    if server.system == "postgresql":
        name = sa.make_url(server.address).database
        server.execute(f"DROP OWNED BY {LIMITED}", f"GRANT TEMPORARY ON DATABASE {name} TO PUBLIC")


def test_that_missing_rights_are_told_before_long_work(server):
    make(server)
    name = sa.make_url(server.address).database
    try:
        with pytest.raises(UnwritableFile, match=r"denied.*Ask for the right to make temporary tables"):
            Anonymizer.open(job_of(as_limited(server)))
        temporary = {
            "postgresql": f"GRANT TEMPORARY ON DATABASE {name} TO {LIMITED}",
            "mariadb": f"GRANT CREATE TEMPORARY TABLES ON {name}.* TO {LIMITED}",
        }[server.system]
        user = as_limited(server, temporary) if server.system == "mariadb" else granted(server, temporary)
        with pytest.raises(UnwritableFile, match=r"denied.*Ask for the right to make tables, such as the result"):
            Anonymizer.open(job_of(user))
        assert Anonymizer.open(job_of(user, output={"path": None, "table": None})).dataset.names == ("city", "age")
    finally:
        take_back(server)


def granted(server: Database, right: str) -> Database:
    """The limited user with one more right."""
    server.execute(right)
    address = sa.make_url(server.address).set(username=LIMITED).render_as_string(hide_password=False)
    return Database(server.system, address, server.url)


def test_that_a_locked_file_is_told(sqlite_only, monkeypatch):
    make(sqlite_only)
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.2)
    with sqlite3.connect(sqlite_only.address) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(UnwritableFile, match="database is locked"):
            Anonymizer.open(job_of(sqlite_only))
    other.close()
    anonymizer, output = opened(job_of(sqlite_only))
    with sqlite3.connect(sqlite_only.address) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(UnwritableFile, match="database is locked"):
            anonymizer.write(output)
    other.close()
    anonymizer.write(output)


def test_that_passwords_are_in_no_statement_and_no_log(server, caplog):
    make(server)
    job = job_of(server)
    assert PASSWORD not in explained(job, Control())
    with caplog.at_level(logging.DEBUG):
        anonymizer, output = opened(job)
        exported = anonymizer.write(output)
    assert PASSWORD not in caplog.text
    assert PASSWORD not in repr(exported)


@pytest.mark.parametrize(
    ("system", "kind", "texts"),
    [
        ("sqlite_only", "TEXT COLLATE NOCASE", ("ab", "AB", "Ab", "")),
        ("mariadb_only", "VARCHAR(9) COLLATE utf8mb4_general_ci", ("ab", "AB", "áb", "ÁB", "")),
        ("mariadb_only", "VARCHAR(9) CHARACTER SET latin1", ("ab", "AB", "áb", "ÁB", "")),
        ("postgresql_only", "text COLLATE no_case", ("ab", "AB", "áb", "ÁB", "")),
    ],
)
def test_that_a_collation_merges_no_texts(request, system, kind, texts):
    database = request.getfixturevalue(system)
    if "no_case" in kind:
        database.execute("CREATE COLLATION no_case (provider = icu, locale = 'und-u-ks-level1', deterministic = false)")
    database.make("texts", {"city": kind}, [(text,) for text in (*texts, None) for _ in range(2)])
    [(merged,)] = database.rows("SELECT count(*) FROM (SELECT city FROM texts GROUP BY city) AS t")
    assert merged < len(texts) + 1
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    k = {"model": "k-anonymity", "k": 2}
    content = {
        "data": {"path": database.address, "table": "texts", "engine": "database"},
        "attributes": {"city": quasi},
        "privacy": [k],
        "output": {"path": database.address, "table": RESULT},
    }
    anonymizer, output = opened(job_from(content))
    assert set(anonymizer.dataset["city"].values) == set(texts)
    assert sum(anonymizer.dataset.weights) == 2 * len(texts) + 2
    anonymizer.write(output)
    found = database.rows(f"SELECT city FROM {RESULT}")
    assert sorted(text or "" for (text,) in found) == sorted([*texts * 2, "", ""])


def test_that_an_evidence_report_makes_no_table(database):
    make(database)
    anonymizer = Anonymizer.open(job_of(database))
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    checks = facts_of(Subject(anonymizer, solution, output)).checks
    assert (checks.records, checks.refuted, checks.undecided) == (len(ROWS), (), ())
    assert database.tables() == [TABLE]


def test_that_a_codebook_counts_the_cells_of_the_table(database, tmp_path):
    make(database)
    database.execute(f"UPDATE {TABLE} SET diagnosis = NULL WHERE diagnosis = 'd41'")
    book = tmp_path / "codebook" / "codebook.csv"
    book.parent.mkdir()
    anonymizer, output = opened(job_of(database, output={"codebook": str(book)}))
    exported = anonymizer.write(output)
    with book.open(newline="") as stream:
        found = {each["column"]: each for each in csv.DictReader(stream) if each["role"]}
    assert exported.codebook == book
    assert {name: (each["different values"], each["missing"]) for name, each in found.items()} == {
        "city": (str(len(database.rows(f"SELECT DISTINCT city FROM {RESULT}"))), "0"),
        "age": (str(len(database.rows(f"SELECT DISTINCT age FROM {RESULT}"))), "0"),
        "diagnosis": ("2", "12"),
        "name": ("0", "0"),
    }
    assert found["name"]["treatment"] == 'Not shown: every cell reads "*".'
