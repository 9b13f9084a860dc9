"""Start a process that reads a file, and receive the table."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from arxdesk_engine.data.raw_table import RawTable, TableName
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.apart import messages
from arxdesk_engine.io.apart.limits import SWITCH, seconds_for
from arxdesk_engine.io.cells.options import TableOptions

_SECONDS_BETWEEN = 0.1
_MOST_WAITING = 10
"""The factor from computing time to waiting time of a process: others may use the processor, too."""


def read_apart(
    path: Path, reader: str, options: TableOptions, control: Control, rows: int | None, *, module: str | None = None
) -> RawTable:
    """Read a table in a separate process; `module` runs there instead of the readers of this package.

    Raises UnreadableFile, InvalidData also if that process crashes; Stopped.
    """
    table = _asked(path, reader, options, control, rows, module)
    if not isinstance(table, RawTable):
        raise _gave_up(path, tr("its reader answered with something else than a table"))
    return table


def sheets_apart(path: Path, control: Control) -> tuple[TableName, ...]:
    """The sheets of a workbook, likewise."""
    return messages.sheets(_asked(path, "excel", None, control, None))


def _asked(
    path: Path,
    reader: str,
    options: TableOptions | None,
    control: Control,
    rows: int | None,
    module: str | None = None,
) -> Any:  # noqa: ANN401
    try:
        size = path.stat().st_size
        process = _started() if module is None else _started(module)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    answers: queue.SimpleQueue[tuple[bytes, Any] | None] = queue.SimpleQueue()
    receiver = threading.Thread(target=_receive, args=(process, answers), daemon=True)
    receiver.start()
    try:
        assert process.stdin is not None  # noqa: S101
        with contextlib.suppress(OSError):  # it has ended already, which is reported below
            process.stdin.write(messages.request_of(path, reader, options, rows))
            process.stdin.flush()
        deadline = time.monotonic() + _MOST_WAITING * seconds_for(size)
        return _answer(path, process, answers, control, deadline)
    finally:
        process.kill()
        process.wait()
        receiver.join()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _answer(
    path: Path,
    process: subprocess.Popen[bytes],
    answers: queue.SimpleQueue[tuple[bytes, Any] | None],
    control: Control,
    deadline: float,
) -> Any:  # noqa: ANN401
    while True:
        control.raise_if_stopped()
        if time.monotonic() > deadline:
            raise _gave_up(path, tr("reading it takes far longer than its size explains"))
        try:
            answer = answers.get(timeout=_SECONDS_BETWEEN)
        except queue.Empty:
            continue
        if answer is None:
            process.wait()
            raise _gave_up(path, _reason(process.returncode))
        letter, content = answer
        match letter:
            case messages.PROGRESS:
                control.report(Progress(*content))
            case messages.FAILURE:
                raise messages.failure(content)
            case _:
                return content


def _receive(process: subprocess.Popen[bytes], answers: queue.SimpleQueue[tuple[bytes, Any] | None]) -> None:
    """Receive messages until there are no more; in a thread, since not every system can wait for pipes."""
    assert process.stdout is not None  # noqa: S101
    try:
        while (answer := messages.receive(process.stdout)) is not None:  # type: ignore[arg-type]
            answers.put(answer)
    except (messages.Garbled, OSError):
        process.kill()
    answers.put(None)


def _started(module: str = f"{__package__}.child") -> subprocess.Popen[bytes]:
    """A packaged program starts itself, everything else this Python with the same modules in reach."""
    if getattr(sys, "frozen", False):
        command = [sys.executable, SWITCH, module]
    else:
        command = [sys.executable, "-P", "-m", module]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = os.environ | {"PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    flags = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # which only Windows has
    return subprocess.Popen(  # noqa: S603 - ourselves
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        creationflags=flags,
    )


def _reason(status: int) -> str:
    """Why a process ended without an answer."""
    if sys.platform != "win32" and status in (-signal.SIGXCPU, -signal.SIGKILL):
        return tr("reading it takes far longer, or far more memory, than its size explains")
    if status == -signal.SIGABRT:
        return tr("its reader failed, most likely for lack of memory")
    return tr("its reader crashed")


def _gave_up(path: Path, reason: str) -> InvalidData:
    found = tr("the file cannot be read: {reason}", reason=reason)
    remedy = tr("Most likely it is damaged. Get another copy, or save it as CSV in a program that opens it.")
    return InvalidData(Problem(str(path), found, remedy))
