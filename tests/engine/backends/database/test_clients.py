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


def filled(text: str, database: Database) -> str:
    """The statements with one more, which gives each tuple its labels as the program does."""
    schema = {"sqlite": "temp.", "postgresql": "pg_temp."}.get(database.system, "")
    columns = ", ".join(map(database.quote, ("tuple", "label 0", "label 1", "removed")))
    fill = (
        f"INSERT INTO {schema}arxdesk_labels ({columns}) "
        f"SELECT {database.quote('tuple')}, city, '*', 0 FROM {schema}arxdesk_tuples;"
    )
    parts = text.split("\n\n")
    [place] = [number for number, part in enumerate(parts) if "filled by the program" in part]
    return "\n\n".join([*parts[: place + 1], fill, *parts[place + 1 :]])


def test_that_administrators_can_run_the_explained_statements(database):
    make(database)
    text = filled(explained(job_of(database), Control()), database)
    environment = {**os.environ, "PGPASSWORD": PASSWORD, "MYSQL_PWD": PASSWORD}
    done = subprocess.run(
        client(database), input=text, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split()[-1] == "0"
    assert database.tables() == [RESULT, TABLE]
    found = database.rows(f"SELECT city, age, name, count(*) FROM {RESULT} GROUP BY city, age, name ORDER BY city")
    assert found == [(city, "*", "*", len(ROWS) // 3) for city in ("Bern", "Bonn", "Kiel")]
