"""What goes wrong with Spark is told, and nothing is left behind."""

import io
import logging
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.spark import context
from arxdesk_engine.backends.spark.connection import spark_connection
from arxdesk_engine.backends.spark.context import SparkUnavailable, require_spark
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile
from arxdesk_engine.job.job import Job, job_from

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("spark")]

ENDLESS = "SELECT * FROM range(1000000) AS a CROSS JOIN range(1000000) AS b WHERE hash(a.id, b.id) = 1"


@pytest.fixture
def visits(tmp_path: Path) -> Path:
    """Two files in a folder."""
    folder = tmp_path / "visits"
    folder.mkdir()
    for number in range(2):
        cells = {"city": ["Bonn", "Bonn", "Bern", "Bern"], "name": [f"{number} {each}" for each in "abcd"]}
        pq.write_table(pa.table(cells), folder / f"{number}.parquet")
    return folder


def job_of(visits: Path, target: str = "out.parquet") -> Job:
    return job_from(
        {
            "data": {"path": str(visits), "engine": "spark"},
            "attributes": {
                "city": {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}},
                "name": {"role": "identifying"},
            },
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "output": {"path": str(visits.parent / target)},
        }
    )


def test_that_a_table_that_has_changed_is_refused_and_the_old_result_stays(visits, tmp_path):
    target = tmp_path / "out.parquet"
    target.write_text("old")
    anonymizer = Anonymizer.open(job_of(visits))
    output = anonymizer.apply(anonymizer.search().best.levels)
    pq.write_table(pa.concat_tables([pq.read_table(visits / "0.parquet")] * 2), visits / "0.parquet")
    with pytest.raises(InvalidData, match="its files have changed since the records were grouped"):
        anonymizer.write(output)
    assert target.read_text() == "old"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["out.parquet", "visits"]


def test_that_a_changed_result_is_refuted(visits):
    anonymizer = Anonymizer.open(job_of(visits))
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output)
    written = pq.read_table(exported.place)
    assert sorted(map(str, written["city"].to_pylist())) == ["Bern"] * 4 + ["Bonn"] * 4
    assert set(written["name"].to_pylist()) == {"*"}
    bonn = written.filter(pa.compute.equal(written["city"].cast(pa.string()), "Bonn"))
    pq.write_table(pa.concat_tables([written, bonn.slice(0, 1)]), exported.place)
    facts = {**anonymizer.describe(solution, output), "output": exported.plain()}
    refuted = {finding.claim for finding in anonymizer.verify(facts, output, exported).refuted}
    assert refuted == {"groups", "sha256"}


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("visits/out.parquet", "would lie among the files of the table"),
        ("visits/0.parquet", "would lie among the files of the table"),
        ("out.csv", "Spark writes Parquet files only"),
    ],
)
def test_that_unfit_places_are_refused_before_spark_starts(visits, target, found):
    with pytest.raises(InvalidJob, match=found):
        Anonymizer.open(job_of(visits, target))


def test_that_what_is_no_parquet_is_told(visits, tmp_path):
    (visits / "0.parquet").write_bytes(b"PAR1 is not enough")
    with pytest.raises((InvalidData, UnreadableFile), match="visits"):
        Anonymizer.open(job_of(visits))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidJob, match="there is no Parquet file"):
        Anonymizer.open(job_of(tmp_path / "empty"))


def test_that_times_of_day_are_refused_with_the_way_out(visits):
    cells = {"city": ["Bonn"], "name": ["a"], "at": pa.array([1], pa.time64("us"))}
    for file in visits.iterdir():
        pq.write_table(pa.table(cells), file)
    with pytest.raises(InvalidData, match=r'Spark cannot read the column "at" \(time64\[us\]\)') as refused:
        Anonymizer.open(job_of(visits))
    assert 'engine = "memory"' in str(refused.value)


def test_that_a_running_statement_ends_when_it_is_stopped():
    control = Control()
    with spark_connection("the table") as connection:
        asked: list[float] = []
        timer = threading.Timer(2, lambda: (asked.append(time.monotonic()), control.stop()))
        timer.start()
        with pytest.raises(Stopped):
            connection.count(ENDLESS, "Counting", control)
        assert time.monotonic() - asked[0] < 5
        assert connection.count("SELECT 1", "Going on", Control()) == 1
        timer.join()


def test_that_a_stopped_control_runs_nothing(visits):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        Anonymizer.open(job_of(visits), control)


def test_that_an_error_has_its_name_and_no_value(monkeypatch):
    from pyspark.logger import PySparkLogger  # noqa: PLC0415 - not everywhere

    written = io.StringIO()
    theirs = PySparkLogger.getLogger("SQLQueryContextLogger")
    monkeypatch.setattr(theirs, "handlers", [logging.StreamHandler(written)])
    with spark_connection("the table") as connection:
        with pytest.raises(InvalidData, match=r"the table: Spark refuses it \(CAST_INVALID_INPUT\)") as refused:
            connection.run("CREATE TABLE t USING parquet AS SELECT CAST('secret' AS INT) AS x", "Reading", Control())
        assert "secret" not in refused.value.message
    assert written.getvalue() == ""
    theirs.error("of the program")
    assert written.getvalue() == "of the program\n"


def test_that_a_file_that_is_gone_is_told(visits):
    with spark_connection("the table") as connection:
        connection.define("gone", [visits / "0.parquet"], Control())
        (visits / "0.parquet").unlink()
        with pytest.raises(UnreadableFile, match="the table: Spark cannot read it"):
            connection.count("SELECT * FROM gone WHERE city = 'Bonn'", "Counting", Control())


def test_that_nobody_waits_for_a_start_that_is_stopped(monkeypatch):
    go_on, ended = threading.Event(), threading.Event()

    class Slow:
        def __init__(self, threads):
            go_on.wait(30)

        def end(self):
            ended.set()

    monkeypatch.setattr(context, "_Process", Slow)
    monkeypatch.setattr(context, "_SHARED", context._Shared())
    monkeypatch.setattr(context, "_session_of_program", lambda: None)
    control = Control(lambda progress: control.stop())
    with pytest.raises(Stopped), context.local_session(control):
        pass
    assert not ended.is_set()
    go_on.set()
    assert ended.wait(30)


def test_that_a_session_that_the_program_has_is_used_and_not_stopped(visits, monkeypatch):
    monkeypatch.setattr(context, "_SHARED", context._Shared())  # so that the one of the tests is another's
    anonymizer = Anonymizer.open(job_of(visits))
    assert anonymizer.rows.records == 8
    assert context._SHARED._starting is None
    anonymizer.rows.close()
    with spark_connection("the table") as connection:
        assert connection.count("SELECT 1", "Going on", Control()) == 1


def test_that_missing_java_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(SparkUnavailable, match="there is no Java in the folder JAVA_HOME"):
        require_spark()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SparkUnavailable, match="Spark needs Java, and there is none"):
        require_spark()


def test_that_missing_pyspark_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(SparkUnavailable, match=r"arxdesk\[spark\]"):
        require_spark()


def test_that_a_java_that_does_not_start_is_told(visits, tmp_path):
    job_of(visits).save(tmp_path / "job.toml")
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    said = "Error: it knows class files up to 55.0\\n  at java.base/java.lang.ClassLoader"
    java.write_text(f"#!/bin/sh\nprintf '{said}\\n' >&2\nexit 1\n")
    java.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "arxdesk", "run", str(tmp_path / "job.toml"), "--quiet"],
        env={**os.environ, "JAVA_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.splitlines()
    assert "Spark does not start (Error: it knows class files up to 55.0). It needs Java 17 or 21" in line
    assert not (tmp_path / "out.parquet").exists()


RUN = """
import sys, tempfile
from pathlib import Path
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.spark import context
from arxdesk_engine.foundation.errors import UnreadableFile
from arxdesk_engine.job.job import load_job
job = load_job(Path(sys.argv[1]))
anonymizer = Anonymizer.open(job)
anonymizer.write(anonymizer.apply(anonymizer.search().best.levels))
[used] = [each for each in Path(tempfile.gettempdir()).glob("arxdesk-data-*") if (each / "messages").exists()]
del anonymizer
assert not used.exists()
anonymizer = Anonymizer.open(job)
output = anonymizer.apply(anonymizer.search().best.levels)
context._SHARED._starting.result()._gateway.proc.kill()
try:
    anonymizer.write(output)
except UnreadableFile as error:
    assert "Spark has ended" in error.message, error.message
else:
    raise AssertionError("written without a process")
del anonymizer
assert context._SHARED._starting is None
"""


def test_that_a_process_ends_with_its_last_table_and_leaves_nothing(visits, tmp_path):
    job_of(visits).save(tmp_path / "job.toml")
    temporary, elsewhere = tmp_path / "temporary", tmp_path / "elsewhere"
    temporary.mkdir()
    elsewhere.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path / "job.toml")],
        cwd=elsewhere,
        env={**os.environ, "TMPDIR": str(temporary), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(elsewhere.iterdir()) == []
    assert [each for each in temporary.iterdir() if each.name.startswith(("arxdesk-data", "spark", "blockmgr"))] == []
    assert pq.read_table(tmp_path / "out.parquet").num_rows == 8
