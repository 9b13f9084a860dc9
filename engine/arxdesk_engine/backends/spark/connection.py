"""A session of Spark: statements that can be stopped, and whose errors are ours."""

from __future__ import annotations

import contextlib
import logging
import math
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from arxdesk_engine.backends.spark.columns import ParquetColumn
from arxdesk_engine.backends.spark.context import local_session
from arxdesk_engine.backends.spark.names import name
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import (
    InvalidData,
    OutOfMemory,
    Problem,
    UnreadableFile,
    UnwritableFile,
    UserError,
)
from arxdesk_engine.foundation.language import tr

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOG = logging.getLogger(__name__)

T = TypeVar("T")

_TASKS_PER_THREAD = 8
_LOOKS_PER_SECOND = 20
_PATIENCE = 1.0
"""Seconds for cancelled work to end; before it has tasks, Spark cannot be interrupted."""
_SETTINGS = {
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.ansi.enabled": "true",
    "spark.sql.caseSensitive": "false",
    "spark.sql.variable.substitute": "false",  # ${x} in a name is no variable
    "spark.sql.parser.escapedStringLiterals": "false",
    "spark.sql.legacy.parquet.nanosAsLong": "true",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.parquet.compression.codec": "snappy",
    **{
        f"spark.sql.parquet.{kind}RebaseModeIn{way}": "CORRECTED"  # days before 1582 are those that are stored
        for kind in ("datetime", "int96")
        for way in ("Read", "Write")
    },
}
_NO_SPACE = ("No space left", "Disk quota exceeded")
_NO_MEMORY = ("OutOfMemoryError", "UNABLE_TO_ACQUIRE_MEMORY", "NOT_ENOUGH_MEMORY")
_LOST = ("Py4JError", "Py4JNetworkError")
"""The errors of a process that does not answer; those of Java have names of their own."""
_CONDITION = re.compile(r"Exception: \[([A-Z0-9_.]+)\]")
"""The name of an error in the text of another one that it has caused."""
_PATTERN_SIGNS = "\\*?[]{},"
_WORKER = "arxdesk-spark"
"""How the names of threads begin that wait for Spark."""
_LOGGERS = ("DataFrameQueryContextLogger", "SQLQueryContextLogger")
"""Where pyspark writes the texts of errors, which may hold values, to standard error."""


class SparkConnection:
    """Runs statements of one session, whose views are its own; `place` names the table in messages.

    Spark starts with the first statement, so that looking at a job does not wait for it.
    """

    def __init__(self, open_session: Callable[[Control], SparkSession], place: str) -> None:
        self._open, self._place = open_session, place
        self._session: SparkSession | None = None
        self._worker = ThreadPoolExecutor(1, _WORKER)

    def close(self) -> None:
        """Let go of the thread that waits for Spark."""
        self._worker.shutdown(wait=False)

    def define(
        self, view: str, files: Sequence[Path], control: Control, columns: Sequence[ParquetColumn] | None = None
    ) -> None:
        """Define a view of Parquet files with these columns; None: with those of the first file. Raises as `run`."""
        places = [_without_pattern(str(each.absolute())) for each in files]

        def work(session: SparkSession) -> None:
            reader = session.read
            if columns is not None:
                reader = reader.schema(", ".join(f"{name(each.name)} {each.read}" for each in columns))
            reader.parquet(*places).createOrReplaceTempView(view)

        self._done(work, tr("Reading the columns"), control)

    def run(self, statement: str, activity: str, control: Control) -> None:
        """Run a statement that writes or defines something.

        Raises InvalidData, UnreadableFile, UnwritableFile or OutOfMemory with the reason of Spark; Stopped.
        """
        self._done(lambda session: session.sql(statement), activity, control)

    def count(self, statement: str, activity: str, control: Control) -> int:
        """The number of rows that a statement selects. Raises as `run`."""
        return int(self._done(lambda session: session.sql(statement).count(), activity, control))

    def _done(self, work: Callable[[SparkSession], T], activity: str, control: Control) -> T:
        """The result of work, which is cancelled when the control is stopped. Raises Stopped."""
        control.raise_if_stopped()
        session = self._session = self._session or _set_up(self._open(control), control.threads)
        context, group = session.sparkContext, f"arxdesk-{secrets.token_hex(8)}"

        def grouped() -> T:
            context.setJobGroup(group, activity, interruptOnCancel=True)  # of the jobs of this thread
            return work(session)

        control.report(Progress(activity))
        _LOG.info("run a statement: %s", activity)
        running = self._worker.submit(grouped)
        try:
            with self._explained(activity):
                _wait_for(running, control, lambda: context.cancelJobGroup(group))
                return running.result()
        except UserError as error:
            if control.stopped:
                raise Stopped from error
            raise
        finally:
            del running  # it holds its error, whose frames would hold the table until it is collected

    @contextlib.contextmanager
    def _explained(self, activity: str) -> Iterator[None]:
        """A block in which the errors of Spark become our own. Their texts may hold values, their names do not."""
        from py4j.protocol import Py4JError  # noqa: PLC0415 - not everywhere
        from pyspark.errors import PySparkException  # noqa: PLC0415

        try:
            yield
        except (PySparkException, Py4JError, OSError) as error:
            raise self._error(error, activity) from None

    def _error(self, error: Exception, activity: str) -> UserError:
        said, reason = str(error), _name_of(error)
        _LOG.warning("Spark: %s while %s", reason, activity)
        if any(words in said for words in _NO_SPACE):
            found = tr(
                "the disk is full while it was worked on ({activity})", activity=activity[:1].lower() + activity[1:]
            )
            remedy = tr("Free some space in the folder for temporary files, or name another one in TMPDIR.")
            return UnwritableFile(Problem(self._place, found, remedy))
        if any(words in said for words in _NO_MEMORY):
            return OutOfMemory.during(activity[:1].lower() + activity[1:])
        if reason.startswith(("FAILED_READ_FILE", "PATH_NOT_FOUND", "UNABLE_TO_INFER_SCHEMA")):
            return UnreadableFile(
                Problem(
                    self._place,
                    tr("Spark cannot read it ({reason})", reason=reason),
                    tr("Check the files and their permissions."),
                )
            )
        if isinstance(error, OSError) or reason in _LOST:
            found = tr("Spark has ended while it was worked on, perhaps for want of memory")
            return UnreadableFile(Problem(self._place, found, tr("Start again. Nothing was written.")))
        return InvalidData(
            Problem(
                self._place, tr("Spark refuses it ({reason})", reason=reason), tr("Check that it is a complete table.")
            )
        )


@contextlib.contextmanager
def spark_connection(place: str) -> Iterator[SparkConnection]:
    """A session of Spark within this program. Its first statement may raise SparkUnavailable."""
    with contextlib.ExitStack() as stack:
        connection = SparkConnection(lambda control: stack.enter_context(local_session(control)), place)
        stack.callback(connection.close)
        yield connection


def _wait_for(running: Future[T], control: Control, cancel: Callable[[], None]) -> None:
    """Wait for work; cancel it when the control is stopped, and where it goes on planning, leave it to a thread.

    Raises Stopped.
    """

    def cancel_until_done(seconds: float) -> None:
        until = time.monotonic() + seconds
        while not running.done() and time.monotonic() < until:
            with contextlib.suppress(Exception):  # there may be nothing to cancel yet
                cancel()
            wait([running], 1 / _LOOKS_PER_SECOND)

    try:
        while not running.done() and not control.stopped:
            wait([running], 1 / _LOOKS_PER_SECOND)
        cancel_until_done(_PATIENCE)
    finally:
        if not running.done():
            threading.Thread(target=cancel_until_done, args=(math.inf,), daemon=True).start()
    if not running.done():
        raise Stopped


def _set_up(session: SparkSession, threads: int) -> SparkSession:
    from pyspark.logger import PySparkLogger  # noqa: PLC0415 - not everywhere

    for each in _LOGGERS:
        PySparkLogger.getLogger(each).addFilter(_is_of_others)
    for setting, value in {**_SETTINGS, "spark.sql.shuffle.partitions": str(threads * _TASKS_PER_THREAD)}.items():
        session.conf.set(setting, value)
    return session


def _is_of_others(record: logging.LogRecord) -> bool:
    """Whether a record does not come from a statement of ours; the program may have some of its own."""
    return not (record.threadName or "").startswith(_WORKER)


def _name_of(error: Exception) -> str:
    """The name of an error, or of its cause on another thread, without its text."""
    condition = getattr(error, "getCondition", lambda: None)()
    if condition is None and (found := _CONDITION.search(str(error))):
        condition = found[1]
    thrown = getattr(error, "java_exception", None)
    if condition is None and thrown is not None:
        with contextlib.suppress(Exception):
            return str(thrown.getClass().getSimpleName())
    return str(condition or type(error).__name__)


def _without_pattern(path: str) -> str:
    """A path that Spark does not take for a pattern of several."""
    return "".join(f"\\{sign}" if sign in _PATTERN_SIGNS else sign for sign in path)
