"""Ctrl+C at the command line while a database computes: it ends soon, and leaves nothing that runs or stays there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arxdesk_engine.io.databases.passwords import VARIABLE
from tests.databases import PASSWORD
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import RESULT, TABLE, make_slow
from tests.places import ROOT

PATIENCE = 40
SECONDS = 0.5
"""The time that each of the 36 rows of the slow column takes."""
JOB = """
[data]
path = "{path}"
table = "{table}"
engine = "database"
[attributes.city]
role = "quasi-identifying"
hierarchy = {{builder = "redaction"}}
[attributes.age]
role = "quasi-identifying"
hierarchy = {{builder = "redaction"}}
[attributes.name]
role = "identifying"
[[privacy]]
model = "k-anonymity"
k = 5
[output]
path = "{path}"
table = "{result}"
"""


_HEEDING = """
import signal, sys
from arxdesk.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
"""The command line, which heeds Ctrl+C also where the tests run in the background of a shell, which ignores it."""


def started(database: Database, table: str, folder: Path) -> subprocess.Popen[bytes]:
    """The command line with the job of a table."""
    job = folder / "job.toml"
    job.write_text(JOB.format(path=database.address, table=table, result=RESULT))
    environment = {**os.environ, VARIABLE: PASSWORD}
    log = str(folder / "work.log")
    command = [sys.executable, "-c", _HEEDING, "run", str(job), "--log", log]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)


def wait_for(found, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def running(database: Database) -> int:
    """The statements that other sessions of a server run on the slow column."""
    if database.system == "sqlite":
        return 0
    if database.system == "postgresql":
        places = "pg_stat_activity WHERE state = 'active' AND query LIKE '%slow%' AND pid <> pg_backend_pid()"
    else:
        places = "information_schema.processlist WHERE info LIKE '%slow%' AND id <> connection_id()"
    [(found,)] = database.rows(f"SELECT count(*) FROM {places}")
    return int(found)


@pytest.mark.parametrize(("column", "activity"), [("city", "Grouping the records"), ("diagnosis", "Writing the table")])
def test_that_an_interrupted_command_ends_soon_and_leaves_nothing(database, tmp_path, column, activity):
    table = make_slow(database, column, SECONDS)
    program = started(database, table, tmp_path)
    log = tmp_path / "work.log"
    wait_for(lambda: log.exists() and f"run a statement: {activity}" in log.read_text())
    time.sleep(1)
    begun = time.monotonic()
    program.send_signal(signal.SIGINT)
    try:
        _out, told = program.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        program.communicate()
        raise
    assert program.returncode == 130
    assert b"Traceback" not in told
    assert time.monotonic() - begun < SECONDS * 36 / 3
    wait_for(lambda: running(database) == 0, 2)
    assert database.tables() == [TABLE]
