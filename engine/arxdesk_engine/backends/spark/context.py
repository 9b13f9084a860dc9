"""Spark within this program: one Java process for all open tables, with bounded memory and a private folder."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import subprocess
import threading
import warnings
from collections.abc import Iterator
from concurrent.futures import Future, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import origin_of
from arxdesk_engine.io.cells.memory import available_bytes
from arxdesk_engine.io.files.private_folder import private_folder

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOG = logging.getLogger(__name__)

SHARE_OF_MEMORY = 0.5
"""Of the memory that is free, Spark gets this share; what does not fit is spilled to disk."""
LEAST_BYTES = 1024**3
_LOOKS_PER_SECOND = 20
_SECONDS_TO_END = 10


class SparkUnavailable(UserError):
    """Spark is not installed, or does not start."""


def require_spark() -> None:
    """Raises SparkUnavailable where pyspark or Java is missing."""
    try:
        import pyspark  # noqa: F401, PLC0415 - slow to import, and not everywhere
    except ImportError as error:
        remedy = tr(
            'Install it with: pip install "arxdesk[{extra}]". {otherwise}',
            extra="spark",
            otherwise=tr("Or write {setting} in the section [data].", setting=IN_MEMORY),
        )
        raise SparkUnavailable(Problem('engine = "spark"', tr("pyspark is not installed"), remedy)) from error
    home = os.environ.get("JAVA_HOME")
    if not (shutil.which("java") if home is None else (Path(home) / "bin" / _java()).exists()):
        found = (
            tr("Spark needs Java, and there is none")
            if home is None
            else tr("there is no Java in the folder JAVA_HOME")
        )
        remedy = tr(
            "Install Java 17 or 21, and name its folder in JAVA_HOME. Or write {setting} in the section [data].",
            setting=IN_MEMORY,
        )
        raise SparkUnavailable(Problem('engine = "spark"', found, remedy))


@contextlib.contextmanager
def local_session(control: Control) -> Iterator[SparkSession]:
    """A session of its own in the Java process of this program, which is started for the first table that needs it.

    The process ends with the last one. A program that has Spark already keeps the one that it has.
    Raises SparkUnavailable, Stopped.
    """
    require_spark()
    if (theirs := _session_of_program()) is not None:
        yield theirs.newSession()
        return
    control.report(Progress(tr("Starting Spark")))
    starting = _SHARED.enter(control.threads)
    try:
        while not starting.done():
            wait([starting], 1 / _LOOKS_PER_SECOND)
            control.raise_if_stopped()
        yield starting.result().session.newSession()
    finally:
        _SHARED.leave()


class _Shared:
    """The process and the number of those who use it. It is started in a thread, as that takes seconds."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._starting: Future[_Process] | None = None

    def enter(self, threads: int) -> Future[_Process]:
        with self._lock:
            self._users += 1
            if self._starting is None:
                self._starting = Future()
                threading.Thread(target=self._start, args=(self._starting, threads), daemon=True).start()
            return self._starting

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            self._end_unused()

    def _start(self, starting: Future[_Process], threads: int) -> None:
        try:
            process = _Process(threads)
        except Exception as error:  # noqa: BLE001 - whoever waits raises it
            starting.set_exception(error)
        else:
            starting.set_result(process)
        with self._lock:
            self._end_unused()

    def _end_unused(self) -> None:
        """End the process where it has started and nobody uses it any more."""
        starting = self._starting
        if starting is None or self._users or not starting.done():
            return
        self._starting = None
        if starting.exception() is None:
            starting.result().end()

    @property
    def is_used(self) -> bool:
        """Whether there is a process, or will be one."""
        return self._starting is not None


_SHARED = _Shared()


class _Process:
    """A Java process with Spark in it, and its folder."""

    def __init__(self, threads: int) -> None:
        """Start it. Raises SparkUnavailable."""
        with _explaining_start(), contextlib.ExitStack() as stack:
            folder = stack.enter_context(private_folder())
            _keep_quiet()
            stack.callback(_forget)
            self._gateway = _launched(folder, threads, stack)
            from pyspark import SparkConf, SparkContext  # noqa: PLC0415
            from pyspark.sql import SparkSession  # noqa: PLC0415

            context = SparkContext(gateway=self._gateway, conf=SparkConf(loadDefaults=False))
            self.session = SparkSession(context)
            stack.callback(self.session.stop)
            self._stack = stack.pop_all()
            _LOG.info("started Spark %s", context.version)

    def end(self) -> None:
        """End it, if it has not ended by itself, and remove its folder."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)  # that the process has ended before
                self._stack.close()
        except Exception as error:  # noqa: BLE001 - of a process that is gone: all else was closed
            _LOG.warning("Spark had ended before: %s", origin_of(error))


def _session_of_program() -> SparkSession | None:
    """The session that the program had before, on this machine. Raises SparkUnavailable for one of a cluster."""
    from pyspark import SparkContext  # noqa: PLC0415
    from pyspark.sql import SparkSession  # noqa: PLC0415

    context = SparkContext._active_spark_context  # noqa: SLF001 - what is public would start one
    if context is None or _SHARED.is_used:
        return None
    if not context.master.startswith("local"):
        found = tr("this program works with a cluster already, which does not see the files of this machine")
        remedy = tr("Stop that session first. Or write {setting} in the section [data].", setting=IN_MEMORY)
        raise SparkUnavailable(Problem('engine = "spark"', found, remedy))
    return SparkSession(context)


def _launched(folder: Path, threads: int, stack: contextlib.ExitStack) -> Any:  # noqa: ANN401 - of py4j
    """The way into a new Java process. Its messages may hold values: they go to a file in its folder."""
    from pyspark import SparkConf  # noqa: PLC0415
    from pyspark.errors import PySparkRuntimeError  # noqa: PLC0415
    from pyspark.java_gateway import launch_gateway  # noqa: PLC0415

    conf = SparkConf(loadDefaults=False).setAll(list(_settings(folder, threads).items()))
    messages = folder / "messages"
    with messages.open("wb") as stream:
        try:
            gateway = launch_gateway(conf, popen_kwargs={"stdout": stream, "stderr": subprocess.STDOUT})
        except PySparkRuntimeError as error:
            raise _not_started(messages) from error
    stack.callback(_end_process, gateway)
    return gateway


def _settings(folder: Path, threads: int) -> dict[str, str]:
    """The settings of a process: no pages for a browser, no network, no files outside of a folder."""
    free = available_bytes()
    memory = LEAST_BYTES if free is None else max(LEAST_BYTES, int(free * SHARE_OF_MEMORY))
    return {
        "spark.master": f"local[{threads}]",
        "spark.app.name": "ArxDesk",
        "spark.driver.memory": f"{memory // 1024**2}m",
        "spark.driver.maxResultSize": "0",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.extraJavaOptions": f'"-Djava.io.tmpdir={folder}" -XX:-UsePerfData',
        "spark.local.dir": str(folder),
        "spark.log.level": "ERROR",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.catalogImplementation": "in-memory",
        "spark.sql.warehouse.dir": (folder / "warehouse").as_uri(),
    }


def _not_started(messages: Path) -> SparkUnavailable:
    """The error for a process that has ended at once, with what Java said."""
    lines = [each.strip() for each in messages.read_text(errors="replace").splitlines()]
    said = [each for each in lines if each and "/spark-class: " not in each]  # which complains of what Java said
    errors = [each for each in said if "Error" in each or "Exception" in each]
    return _unstartable((errors or said[-1:] or [""])[0])


@contextlib.contextmanager
def _explaining_start() -> Iterator[None]:
    """A block that starts Spark. Raises SparkUnavailable."""
    from py4j.protocol import Py4JError  # noqa: PLC0415 - not everywhere
    from pyspark.errors import PySparkException  # noqa: PLC0415

    try:
        yield
    except (Py4JError, PySparkException) as error:
        raise _unstartable(type(error).__name__) from error
    except OSError as error:
        raise _unstartable(error.strerror or type(error).__name__) from error


def _unstartable(reason: str) -> SparkUnavailable:
    found = tr("Spark does not start ({reason})", reason=reason) if reason else tr("Spark does not start")
    remedy = tr(
        "It needs Java 17 or 21: name its folder in JAVA_HOME. Or write {setting} in the section [data].",
        setting=IN_MEMORY,
    )
    return SparkUnavailable(Problem('engine = "spark"', found, remedy))


def _keep_quiet() -> None:
    """Let py4j write to a logger of its own: it uses functions that have the root logger write to standard error."""
    from py4j import java_gateway  # noqa: PLC0415

    java_gateway.logging = logging.getLogger("py4j")


def _end_process(gateway: Any) -> None:  # noqa: ANN401
    gateway.shutdown()
    gateway.proc.stdin.close()  # the process ends with its input
    try:
        gateway.proc.wait(_SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        gateway.proc.kill()
        gateway.proc.wait()


def _forget() -> None:
    """Let pyspark start another process: it remembers the first one for good."""
    from pyspark import SparkContext  # noqa: PLC0415

    SparkContext._gateway = SparkContext._jvm = SparkContext._active_spark_context = None  # noqa: SLF001 - only way


def _java() -> str:
    return "java.exe" if os.name == "nt" else "java"
