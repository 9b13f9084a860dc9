"""Calls of the command line: in this process, in one of its own, and with a terminal as a person has it."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

from arxdesk.__main__ import main
from tests.places import ROOT

LONG = 120


@dataclass(frozen=True)
class Done:
    """A call that has ended; the fields are named as those of `subprocess.CompletedProcess`."""

    returncode: int
    stdout: str
    stderr: str


def arxdesk(*arguments: object) -> Done:
    """Call the command as the entry point of the program does; an error that nobody expects fails the test."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _stream in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.chdir(ROOT):
        try:
            status = main([str(each) for each in arguments])
        except SystemExit as end:  # of the parser of arguments
            status = int(str(end.code))
    return Done(status, _text_of(out), _text_of(err))


def _text_of(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()


def arxdesk_process(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
    """Start the command as a program; whatever happens, a user never sees a traceback."""
    command = [sys.executable, "-m", "arxdesk", *map(str, arguments)]
    options = {"capture_output": True, "text": True, "timeout": LONG, "cwd": ROOT} | options
    done = subprocess.run(command, check=False, **options)
    assert "Traceback" not in (done.stderr or "") + str(done.stdout or "")
    return done


class OnTerminal:
    """The command with a terminal as standard error, as a person sees it."""

    def __init__(self, *arguments: object) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "arxdesk", *map(str, arguments)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True, cwd=ROOT)
        os.close(theirs)
        self.seen = ""

    def read_until(self, is_enough: Callable[[str], bool]) -> None:
        while not is_enough(self.seen):
            ready, _, _ = select.select([self._ours], [], [], LONG)
            assert ready, f"nothing more came after {self.seen!r}"
            try:
                self.seen += os.read(self._ours, 4096).decode()
            except OSError:  # the other end is closed
                return

    def end(self) -> tuple[int, str]:
        self.read_until(lambda _: False)
        output, _ = self.process.communicate(timeout=LONG)
        os.close(self._ours)
        assert "Traceback" not in self.seen
        return self.process.returncode, output


def found_something(seen: str) -> bool:
    return "best 0." in seen
