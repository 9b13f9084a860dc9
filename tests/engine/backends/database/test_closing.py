"""Sessions end when they are closed, and not only when nobody refers to them any more."""

from arxdesk_engine.anonymizer import Anonymizer
from tests.engine.backends.database.systems import Database
from tests.engine.backends.database.visits import TABLE, job_of, make, opened


def sessions(database: Database) -> int:
    """The other sessions of the server."""
    if database.system == "postgresql":
        [(found,)] = database.rows(
            "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
    else:
        processes = "SELECT count(*) FROM information_schema.processlist WHERE id <> connection_id()"
        [(found,)] = database.rows(f"{processes} AND user = 'custodian'")
    return int(found)


def test_that_closing_ends_the_session(server):
    make(server)
    anonymizer, _output = opened(job_of(server))
    assert sessions(server) == 1
    anonymizer.close()
    anonymizer.close()
    assert sessions(server) == 0
    with Anonymizer.open(job_of(server)) as anonymizer:
        assert sessions(server) == 1
    assert sessions(server) == 0


def test_that_a_session_that_writes_nothing_keeps_no_snapshot(postgresql_only):
    make(postgresql_only)
    job = job_of(postgresql_only, output={"path": None, "table": None})
    with Anonymizer.open(job):
        states = postgresql_only.rows("SELECT state FROM pg_stat_activity WHERE query LIKE '%' AND usename IS NOT NULL")
        assert ("idle in transaction",) not in states
        postgresql_only.execute("SET lock_timeout = '1s'", f"ALTER TABLE {TABLE} ADD extra integer")


def test_that_a_table_in_memory_can_be_closed(database):
    make(database)
    with Anonymizer.open(job_of(database, engine="memory")) as anonymizer:
        assert anonymizer.search().best is not None
    anonymizer.close()
