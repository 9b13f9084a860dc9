"""Standard input and output in place of files: `-`."""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from arxdesk.cli.arguments import STANDARD_INPUT, STANDARD_OUTPUT
from arxdesk.cli.telling import unwritable_output
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnreadableFile
from arxdesk_engine.io.files.private_folder import private_folder

_KINDS = {b"PAR1": ".parquet", b"ARROW1": ".arrow", b"\x1f\x8b": ".csv.gz", b"PK\x03\x04": ".xlsx"}
"""How files of formats begin that are no delimited text."""
_MOST_OF_BEGINNING = max(map(len, _KINDS))
_WRITTEN_AS = {"report": ".html"}
"""The format of what a command writes to standard output, where that is no delimited text."""


@contextlib.contextmanager
def standard_streams(options: argparse.Namespace) -> Iterator[None]:
    """Give a command files in place of the standard streams that its options name.

    Tables are read several times and counted again once they are written. So standard input is kept in a private folder
    for as long as the command runs, and what it has written goes to standard output when it ends without an error: a
    result that the second count contradicts never gets there. Raises InvalidJob where a stream is asked for twice;
    UnreadableFile; UnwritableFile.
    """
    table, target = getattr(options, "input", None), getattr(options, "output", None)
    reads, writes = str(table) == str(STANDARD_INPUT), str(target) == str(STANDARD_OUTPUT)
    _require_once(options, reads=reads, writes=writes)
    options.writes_output = writes
    if not (reads or writes):
        yield
        return
    with private_folder() as folder:
        if reads:
            options.input = str(_kept_input(folder))
        if writes:
            written = folder / f"standard output{_WRITTEN_AS.get(options.command, '.csv')}"
            options.output = written if isinstance(target, Path) else str(written)
        yield
        if writes and written.exists():
            _pass_on(written)


def _require_once(options: argparse.Namespace, *, reads: bool, writes: bool) -> None:
    if reads and str(getattr(options, "job", "")) == str(STANDARD_INPUT):
        found = "standard input cannot be the job and the table"
        raise InvalidJob(Problem("--input", found, "Name a file for one of them."))
    asks_for_facts = options.json or str(getattr(options, "report", None)) == str(STANDARD_OUTPUT)
    if writes and asks_for_facts:
        found = "standard output cannot be the result and its facts"
        raise InvalidJob(Problem("--output", found, "Name a file for one of them."))


def _kept_input(folder: Path) -> Path:
    try:
        with sys.stdin.buffer as source:
            beginning = source.read(_MOST_OF_BEGINNING)
            kind = next((suffix for magic, suffix in _KINDS.items() if beginning.startswith(magic)), ".csv")
            path = folder / f"standard input{kind}"
            with path.open("wb") as kept:
                kept.write(beginning)
                shutil.copyfileobj(source, kept)
    except OSError as error:
        raise UnreadableFile.from_os_error("standard input", error) from error
    return path


def _pass_on(written: Path) -> None:
    sys.stdout.flush()
    try:
        with written.open("rb") as source:
            shutil.copyfileobj(source, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable_output(error) from error
