"""The log: what was opened, written, searched and counted, when, and for how long. Off unless somebody asks for it.

Every module at a border logs to its own logger below `arxdesk_engine`, with the standard library. A log never holds
values or contents of the data, and of errors their type and place in the program alone: their messages quote values.
"""

from __future__ import annotations

import contextlib
import logging
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from arxdesk_engine.foundation.control import Stopped
from arxdesk_engine.foundation.errors import UnwritableFile

LOGGERS = ("arxdesk_engine", "arxdesk")
MOST_BYTES = 1_000_000
KEPT_FILES = 3
"""Older files of a rotating log, each of `MOST_BYTES` at most."""
_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"


@contextlib.contextmanager
def logged(logger: logging.Logger, step: str, *terms: object) -> Iterator[None]:
    """Log the beginning of a step ("read %s" with its terms), and its end with the seconds that it took."""
    if not logger.isEnabledFor(logging.INFO):
        yield
        return
    name = step % terms
    logger.info("begin: %s", name)
    started = time.perf_counter()
    try:
        yield
    except (Stopped, GeneratorExit):
        logger.info("stopped: %s, after %.3f s", name, time.perf_counter() - started)
        raise
    except BaseException as error:
        logger.warning("failed: %s, after %.3f s: %s", name, time.perf_counter() - started, origin_of(error))
        raise
    logger.info("end: %s, after %.3f s", name, time.perf_counter() - started)


def origin_of(error: BaseException) -> str:
    """The type of an error and where in the program it was raised, without its message."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{where}"


def code_places(trace: TracebackType | None) -> str:
    """The places in the code that an error came through, a line each, without its message."""
    return "".join(f"  {entry.filename}:{entry.lineno} {entry.name}\n" for entry in traceback.extract_tb(trace))


def log_error(logger: logging.Logger, what: str, kind: type[BaseException], trace: TracebackType | None) -> None:
    """Log an error that nobody expected, without its message."""
    logger.error("%s: %s\n%s", what, kind.__name__, code_places(trace).rstrip("\n"))


@contextlib.contextmanager
def log_to(path: Path | None, *, rotating: bool = False) -> Iterator[None]:
    """Append the log of the engine and of those who use it to a file; None: log nothing. Raises UnwritableFile.

    `rotating`: begin a new file where it has become large, and keep few.
    """
    if path is None:
        yield
        return
    try:
        handler = _rotating(path) if rotating else _LogFile(path, encoding="utf-8")
    except OSError as error:
        raise UnwritableFile.from_os_error(path, error) from error
    handler.setFormatter(logging.Formatter(_FORMAT))
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)
        handler.close()


class _LogFile(logging.FileHandler):
    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - named by the standard library
        """Work goes on where its log cannot be written, such as on a full disk."""


def _rotating(path: Path) -> logging.Handler:
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415 - takes time that the command line can spare

    class Rotating(RotatingFileHandler):
        handleError = _LogFile.handleError  # noqa: N815 - named by the standard library

    path.parent.mkdir(parents=True, exist_ok=True)
    return Rotating(path, maxBytes=MOST_BYTES, backupCount=KEPT_FILES, encoding="utf-8")
