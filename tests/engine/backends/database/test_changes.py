"""Tables that change, connections that are lost, and users who stop: a result is whole, or there is none."""

import threading
import time

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidData, UserError
from arxdesk_engine.job.job import Job
from tests.databases import PASSWORD
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import RESULT, ROWS, SECONDS, TABLE, job_of, make, make_slow, opened, staging

PROMPT = 1.5
"""Seconds, where the statement would take longer."""
CHANGES = {
    "more records": f"INSERT INTO {TABLE} VALUES ('Bonn', 41, 'd', 'n')",
    "new values": f"INSERT INTO {TABLE} VALUES ('Rome', 41, 'd', 'n')",
    "as many records": f"UPDATE {TABLE} SET city = 'Kiel' WHERE city = 'Bern' AND age = 57",
    "fewer records": f"DELETE FROM {TABLE} WHERE city = 'Bern'",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_that_changed_records_are_shielded_by_a_snapshot_or_refused(database, change):
    make(database)
    anonymizer, output = opened(job_of(database))
    database.execute(change)
    if database.system == "postgresql":
        exported = anonymizer.write(output)
        facts = {**anonymizer.describe(anonymizer.search(), output), "output": exported.plain()}
        recount = anonymizer.verify(facts, output, exported)
        assert (recount.refuted, recount.records) == ((), len(ROWS))
        assert database.rows(f"SELECT count(*) FROM {RESULT}") == [(len(ROWS),)]
        return
    with pytest.raises(InvalidData, match="changed since they were grouped"):
        anonymizer.write(output)
    assert database.tables() == [TABLE]


def test_that_a_snapshot_ends_with_the_first_result(database):
    make(database)
    anonymizer, output = opened(job_of(database, output={"replace_table": True}))
    anonymizer.write(output)
    before = sorted(database.rows(f"SELECT * FROM {RESULT}"))
    database.execute(CHANGES["more records"])
    with pytest.raises(InvalidData, match="changed since they were grouped"):
        anonymizer.write(output)
    assert sorted(database.rows(f"SELECT * FROM {RESULT}")) == before
    assert staging(database) == []


def test_that_a_changed_result_is_refuted(database):
    make(database)
    anonymizer, output = opened(job_of(database))
    exported = anonymizer.write(output)
    database.execute(f"DELETE FROM {RESULT} WHERE name = '*' AND diagnosis = 'd41'")
    facts = {**anonymizer.describe(anonymizer.search(), output), "output": exported.plain()}
    assert [finding.claim for finding in anonymizer.verify(facts, output, exported).refuted] == ["groups"]


def stop_at(activity: str) -> tuple[Control, list[float]]:
    """A control that is stopped shortly after something began, and when that was."""
    moments: list[float] = []

    def report(progress: Progress) -> None:
        if progress.activity == activity and not moments:
            moments.append(time.monotonic() + 0.2)
            threading.Timer(0.2, control.stop).start()

    control = Control(report)
    return control, moments


def release(job: Job, control: Control) -> None:
    """Open, search, apply and write."""
    anonymizer, output = opened(job, control)
    anonymizer.write(output, control=control)


@pytest.mark.parametrize(("column", "activity"), [("city", "Grouping the records"), ("diagnosis", "Writing the table")])
def test_that_a_statement_is_cancelled_when_the_user_stops(database, column, activity):
    job = job_of(database, make_slow(database, column))
    assert len(ROWS) * SECONDS > PROMPT
    control, moments = stop_at(activity)
    with pytest.raises(Stopped):
        release(job, control)
    assert time.monotonic() - moments[0] < PROMPT
    assert database.tables() == [TABLE]


def test_that_writing_goes_on_after_it_was_stopped(database):
    anonymizer, output = opened(job_of(database, make_slow(database, "diagnosis")))
    control, _moments = stop_at("Writing the table")
    with pytest.raises(Stopped):
        anonymizer.write(output, control=control)
    anonymizer.write(output)
    assert database.rows(f"SELECT count(*) FROM {RESULT}") == [(len(ROWS),)]
    assert staging(database) == []


def cut(database: Database, statement: str) -> None:
    """End the connection that executes a statement, as an administrator would."""
    for _try in range(200):
        if database.system == "postgresql":
            found = database.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                f"WHERE query LIKE '{statement}%' AND pid <> pg_backend_pid()"
            )
        else:
            processes = "SELECT id FROM information_schema.processlist WHERE id <> connection_id()"
            found = database.rows(f"{processes} AND info LIKE '{statement}%'")
            for [number] in found:
                database.execute(f"KILL {number}")
        if found:
            return
        time.sleep(0.02)


@pytest.mark.parametrize(
    ("column", "statement"),
    [("city", "CREATE %TABLE %arxdesk_tuples"), ("diagnosis", "CREATE TABLE %arxdesk_staging_")],
)
def test_that_a_lost_connection_leaves_nothing(server, column, statement):
    job = job_of(server, make_slow(server, column))
    cutting = threading.Thread(target=cut, args=(server, statement))
    cutting.start()
    with pytest.raises(UserError) as refused:
        release(job, Control())
    cutting.join()
    assert "the database cannot be written" in str(refused.value)
    assert PASSWORD not in str(refused.value)
    assert server.tables() == [TABLE]


def test_that_abandoned_tables_are_removed_and_others_are_kept(mariadb_only):
    make(mariadb_only)
    dead, alive = (f"arxdesk_staging_{digit * 32}" for digit in "ab")
    for name in (dead, alive):
        mariadb_only.execute(f"CREATE TABLE {name} (a INTEGER)", f"CREATE TABLE {name}_old (a INTEGER)")
    with mariadb_only.connected() as other:
        other.exec_driver_sql(f"SELECT GET_LOCK('{alive}', 0)")
        with Anonymizer.open(job_of(mariadb_only)):
            assert staging(mariadb_only) == [alive, f"{alive}_old"]


def test_that_the_result_can_be_written_by_another_thread(database):
    make(database)
    anonymizer, output = opened(job_of(database))
    faults = []

    def write() -> None:
        try:
            anonymizer.write(output)
        except UserError as error:
            faults.append(error)

    writing = threading.Thread(target=write)
    writing.start()
    writing.join()
    assert faults == []
    assert database.rows(f"SELECT count(*) FROM {RESULT}") == [(len(ROWS),)]
