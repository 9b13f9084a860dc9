"""A DuckDB of its own: bounded memory, a private folder to spill into, no network, statements that can be stopped."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk_engine.backends.border.stopping import cancelling
from arxdesk_engine.backends.duckdb.statements import text
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
from arxdesk_engine.io.cells.memory import available_bytes

if TYPE_CHECKING:
    import duckdb

_LOG = logging.getLogger(__name__)

SHARE_OF_MEMORY = 0.5
"""Of the memory that is free, DuckDB gets this share; what does not fit is spilled to disk."""
LEAST_BYTES = 256 * 1024**2
_NO_SPACE = ("No space left", "disk quota", "max_temp_directory_size")


class Connection:
    """Runs statements of one database in memory; `folder` holds what is spilled."""

    def __init__(self, database: duckdb.DuckDBPyConnection, place: str) -> None:
        self._database = database
        self._place = place

    def run(self, statement: str, activity: str, control: Control) -> list[tuple[Any, ...]]:
        """Run a statement; returns its rows, which must be few.

        Raises InvalidData, UnreadableFile or UnwritableFile with the reason of the engine; Stopped.
        """
        control.raise_if_stopped()
        control.report(Progress(activity))
        _LOG.info("run a statement: %s", activity)
        try:
            with cancelling(control, self._database.interrupt):
                return self._database.execute(statement).fetchall()
        except Exception as error:
            if control.stopped:
                raise Stopped from error
            raise self._explained(error, activity) from error

    def _explained(self, error: Exception, activity: str) -> UserError:
        """An error of DuckDB in our words; others are ours and go on as they are."""
        import duckdb  # noqa: PLC0415 - slow to import

        if not isinstance(error, duckdb.Error):
            raise error
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
        if any(words in str(error) for words in _NO_SPACE):
            remedy = tr("Free some space in the folder for temporary files, or name another one in TMPDIR.")
            return UnwritableFile(
                Problem(
                    self._place,
                    tr(
                        "the disk is full while it was worked on ({activity})",
                        activity=activity[:1].lower() + activity[1:],
                    ),
                    remedy,
                )
            )
        if isinstance(error, duckdb.OutOfMemoryException):
            return OutOfMemory.during(activity[:1].lower() + activity[1:])
        if isinstance(error, duckdb.IOException):
            return UnreadableFile(
                Problem(
                    self._place,
                    tr("cannot be read or written ({reason})", reason=reason),
                    tr("Check the files and their permissions."),
                )
            )
        return InvalidData(
            Problem(
                self._place, tr("DuckDB refuses it ({reason})", reason=reason), tr("Check that it is a complete table.")
            )
        )


@contextlib.contextmanager
def connected(folder: Path, place: str, threads: int) -> Iterator[Connection]:
    """A database in memory that spills into `folder`; `place` names the table in messages."""
    import duckdb  # noqa: PLC0415

    free = available_bytes()
    database = duckdb.connect(":memory:")
    try:
        spill = folder / "spill"
        settings = {
            "threads": str(threads),
            "temp_directory": text(str(spill)),
            "preserve_insertion_order": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "enable_progress_bar": "false",
        }
        if free is not None:
            settings["memory_limit"] = text(f"{max(LEAST_BYTES, int(free * SHARE_OF_MEMORY)) // 1024**2}MiB")
        for name, value in settings.items():
            database.execute(f"SET {name} = {value}")
        yield Connection(database, place)
    finally:
        database.close()
