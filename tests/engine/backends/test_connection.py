"""A database of DuckDB: bounded memory, a folder to spill into, statements that can be stopped, no network."""

import threading

import pytest

from arxdesk_engine.backends.duckdb import connection
from arxdesk_engine.backends.duckdb.connection import connected
from arxdesk_engine.backends.duckdb.statements import count_of, parquet
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, OutOfMemory, UnreadableFile, UnwritableFile

LARGE = "CREATE OR REPLACE TEMP TABLE large AS SELECT sha256(range::VARCHAR) AS text FROM range(6_000_000)"
"""Some 500 MB: more than the least memory."""
ENDLESS = "SELECT count(*) FROM range(1_000_000) AS a, range(1_000_000) AS b WHERE hash(a.range, b.range) = 1"


@pytest.fixture
def tiny(monkeypatch, tmp_path):
    """A database that gets the least memory."""
    monkeypatch.setattr(connection, "available_bytes", lambda: 0)
    with connected(tmp_path, "the table", 2) as database:
        yield database


def test_that_what_exceeds_the_memory_is_spilled_into_its_folder(tiny, tmp_path):
    tiny.run(LARGE, "Making it", Control())
    spilled = sum(file.stat().st_size for file in tmp_path.rglob("*"))
    assert spilled > 0
    [(number, least)] = tiny.run("SELECT count(*), min(length(text)) FROM large", "Counting", Control())
    assert (number, least) == (6_000_000, 64)


def test_that_a_full_disk_is_told_as_one_that_cannot_be_written(tiny):
    tiny.run("SET max_temp_directory_size = '1MiB'", "Preparing", Control())
    with pytest.raises(UnwritableFile, match="the disk is full") as refused:
        tiny.run(LARGE, "Making it", Control())
    assert "TMPDIR" in str(refused.value)


def test_that_memory_that_nothing_can_spill_is_told(tiny):
    with pytest.raises(OutOfMemory):
        tiny.run("SELECT length(list(sha256(range::VARCHAR))::VARCHAR) FROM range(6_000_000)", "Making it", Control())


def test_that_a_running_statement_ends_when_it_is_stopped(tmp_path):
    control = Control()
    timer = threading.Timer(0.2, control.stop)
    timer.start()
    with connected(tmp_path, "the table", 2) as database:
        with pytest.raises(Stopped):
            database.run(ENDLESS, "Counting", control)
        assert database.run("SELECT 1", "Going on", Control()) == [(1,)]
    timer.join()


def test_that_a_stopped_control_runs_nothing(tmp_path):
    control = Control()
    control.stop()
    with connected(tmp_path, "the table", 1) as database, pytest.raises(Stopped):
        database.run(f"COPY (SELECT 1) TO '{tmp_path / 'made.csv'}'", "Writing", control)
    assert not (tmp_path / "made.csv").exists()


def test_that_errors_name_the_table_and_the_reason(tmp_path):
    with connected(tmp_path, "the table", 1) as database:
        with pytest.raises(InvalidData, match=r"the table: DuckDB refuses it \(.*nothing"):
            database.run("SELECT nothing", "Reading", Control())
        with pytest.raises(UnreadableFile, match=r"the table: cannot be read"):
            database.run(count_of(parquet([tmp_path / "none.parquet"])), "Reading", Control())


def test_that_no_extension_is_installed_or_loaded_by_itself(tmp_path):
    with connected(tmp_path, "the table", 1) as database:
        names = ("autoinstall_known_extensions", "autoload_known_extensions")
        chosen = ", ".join(f"current_setting('{each}')" for each in names)
        assert database.run(f"SELECT {chosen}", "Asking", Control()) == [(False, False)]
        with pytest.raises((InvalidData, UnreadableFile), match="httpfs"):
            database.run("SELECT * FROM read_parquet('https://example.invalid/a.parquet')", "Reading", Control())


def test_that_the_engine_has_the_threads_and_the_memory_that_it_is_given(monkeypatch, tmp_path):
    monkeypatch.setattr(connection, "available_bytes", lambda: 4 * 1024**3)
    with connected(tmp_path, "the table", 3) as database:
        [(threads, limit)] = database.run(
            "SELECT current_setting('threads'), current_setting('memory_limit')", "Asking", Control()
        )
    assert (threads, limit) == (3, "2.0 GiB")
    assert list(tmp_path.iterdir()) == []
