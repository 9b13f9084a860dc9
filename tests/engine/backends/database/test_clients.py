"""The explained statements in the programs with which administrators run them."""

import os
import shutil
import subprocess

import pytest
import sqlalchemy as sa

from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control
from tests.databases import PASSWORD
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import RESULT, ROWS, TABLE, job_of, make


def client(database: Database) -> list[str]:
    """The command that runs statements from standard input until one fails; skips where it is not installed."""
    program = {"sqlite": "sqlite3", "postgresql": "psql", "mariadb": "mariadb"}[database.system]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    if database.system == "sqlite":
        return [program, "-bail", database.address]
    if database.system == "postgresql":
        return [program, database.address, "-v", "ON_ERROR_STOP=1", "-q", "-t", "-A"]
    url = sa.make_url(database.address)
    return [program, "--no-defaults", f"-h{url.host}", f"-P{url.port}", f"-u{url.username}", "-N", str(url.database)]


def filled(text: str, database: Database, contents: dict[str, tuple[tuple[str, ...], str]]) -> str:
    """The statements with those that fill tables as the program does: `contents` has the columns and a selection for
    each table, in which the names of temporary tables stand behind a dollar sign."""
    prefix = {"sqlite": "temp.", "postgresql": "pg_temp."}.get(database.system, "") + "arxdesk_"
    parts, left = [], dict(contents)
    for part in text.split("\n\n"):
        parts.append(part)
        if "filled by the program" in part:
            [table] = [each for each in left if f"arxdesk_{each}" in part]
            columns, selection = left.pop(table)
            names = ", ".join(map(database.quote, columns))
            parts.append(f"INSERT INTO {prefix}{table} ({names}) {selection.replace('$', prefix)};")
    assert left == {}
    return "\n\n".join(parts)


def run(database: Database, text: str) -> list[str]:
    """Run statements; returns the words that are printed."""
    environment = {**os.environ, "PGPASSWORD": PASSWORD, "MYSQL_PWD": PASSWORD}
    done = subprocess.run(
        client(database), input=text, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


def test_that_administrators_can_run_the_explained_statements(database):
    make(database)
    labels = ("tuple", "label 0", "label 1", "fate")
    contents = {"labels": (labels, f"SELECT {database.quote('tuple')}, city, '*', 0 FROM $tuples")}
    assert run(database, filled(explained(job_of(database), Control()), database, contents))[-1] == "0"
    assert database.tables() == [RESULT, TABLE]
    found = database.rows(f"SELECT city, age, name, count(*) FROM {RESULT} GROUP BY city, age, name ORDER BY city")
    assert found == [(city, "*", "*", len(ROWS) // 3) for city in ("Bern", "Bonn", "Kiel")]


def test_that_they_can_run_those_of_treated_columns_and_a_subset(database):
    make(database)
    database.execute(f"ALTER TABLE {TABLE} ADD seen date", f"UPDATE {TABLE} SET seen = '2024-02-29'")
    job = job_of(
        database,
        attributes={
            "diagnosis": {"role": "insensitive", "replace": {"d41": "d40"}},
            "seen": {"shift": {"person": "name", "days": 9, "key_file": "/no/project.key", "create_key": True}},
        },
        subset={"select": "city != 'Kiel'"},
        suppression={"insensitive": True},
        output={"shuffle": True},
    )
    fate = f"CASE WHEN city = 'Bern' THEN 1 WHEN {database.quote('in the research subset')} = 1 THEN 0 ELSE 2 END"
    selection = (
        f"SELECT {database.quote('tuple')}, CASE city WHEN 'Bern' THEN '*' ELSE city END, '*', {fate} FROM $tuples"
    )
    pairs = f"SELECT a.code, b.code, a.value FROM {TABLE} JOIN $cells_4 AS a ON a.value = seen JOIN $cells_3 AS b"
    contents = {
        "members_0": (("code", "part 0"), "SELECT code, CASE WHEN value = 'Kiel' THEN 0 ELSE 1 END FROM $cells_0"),
        "treated_2": (
            ("code", "label"),
            "SELECT code, CASE WHEN value = 'd41' THEN 'd40' ELSE value END FROM $cells_2",
        ),
        "treated_4": (("code", "person", "label"), f"{pairs} ON b.value = name GROUP BY a.code, b.code, a.value"),
        "labels": (("tuple", "label 0", "label 1", "fate"), selection),
    }
    assert run(database, filled(explained(job, Control()), database, contents))[-1] == "0"
    groups = (
        f"SELECT city, diagnosis, count(*), min(seen) FROM {RESULT} GROUP BY city, diagnosis ORDER BY city, diagnosis"
    )
    assert [(*row[:3], str(row[3])) for row in database.rows(groups)] == [
        ("*", "*", 12, "*"),
        *(("Bonn", each, 4, "2024-02-29") for each in ("d40", "d42", "d57")),
    ]
