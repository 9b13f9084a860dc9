"""The process that reads: it takes one request, answers with a table or an error, and ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.io.apart import messages
from arxdesk_engine.io.apart.limits import limit_this_process
from arxdesk_engine.io.cells.memory import out_of_memory
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.statistical.reading import read_statistical
from arxdesk_engine.io.workbooks.reading import read_excel, sheets_in

Reader = Callable[[Path, TableOptions, Control, int | None], RawTable]
_READERS: Mapping[str, Reader] = {"excel": read_excel, "statistical": read_statistical}


def main(readers: Mapping[str, Reader] = _READERS) -> None:
    """Serve the requests on the standard input; answers go to the standard output."""
    with contextlib.suppress(ValueError):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has started this decides
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):  # the libraries print messages of their own
        os.dup2(nowhere, number)
    requests = os.fdopen(0, "rb", buffering=0, closefd=False)
    request = json.loads(_line(requests))
    threading.Thread(target=_end_with, args=(requests,), daemon=True).start()
    with in_language(request["language"]):
        try:
            _serve(request, answers, readers)
        except UserError as error:
            messages.send_failure(answers, error)
        except MemoryError:
            messages.send_failure(answers, out_of_memory(request["path"]))
    answers.flush()
    os._exit(0)  # the state left by a broken library is not cleaned up


def _serve(request: dict[str, Any], answers: BinaryIO, readers: Mapping[str, Reader]) -> None:
    path = Path(request["path"])
    limit_this_process(path.stat().st_size if path.is_file() else 0)

    def report(progress: Progress) -> None:
        messages.send(answers, messages.PROGRESS, [progress.activity, progress.fraction])

    control = Control(report, threads=1)
    if request["options"] is None:
        messages.send(answers, messages.SHEETS, messages.plain_sheets(sheets_in(path, control)))
        return
    given: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in request["options"].items()
    }
    table = readers[request["reader"]](path, TableOptions(**given), control, request["rows"])
    messages.send_table(answers, table)


def _line(stream: BinaryIO) -> bytes:
    content = b""
    while not content.endswith(b"\n"):
        piece = stream.read(65_536)
        if not piece:
            sys.exit(1)
        content += piece
    return content


def _end_with(requests: BinaryIO) -> None:
    """End when the requesting process has ended."""
    while requests.read(1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()
