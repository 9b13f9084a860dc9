"""A window that something is done with, step by step: how long it did not answer, and how much memory it had."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from tests.benchmarks import tables
from tests.places import ROOT

TARGET = 0.05
HEADERS = ("what is done", "longest pause", "busiest", "whole time", "memory", "50 ms")
LIMIT = 600.0
"""Seconds after which something is not done any more."""
PATIENCE = float(os.environ.get("ARXDESK_PATIENCE", "1"))
"""Waits last so many times as long: where nothing is measured, but whether everything can be done, less will do."""
STEPS = 60
"""How many times a bar is moved in one look at scrolling."""


@dataclass(frozen=True)
class Line:
    """One thing that was done: the longest pause, the most processor time of the main thread between two events, how
    long it took (all in seconds), and the memory after it (bytes)."""

    what: str
    longest: float
    busiest: float
    whole: float
    memory: int | None

    def cells(self) -> tuple[str, ...]:
        """The line as the table shows it."""
        verdict = "reached" if self.longest <= TARGET else "missed"
        paused, busy = f"{1000 * self.longest:.0f} ms", f"{1000 * self.busiest:.0f} ms"
        return self.what, paused, busy, tables.seconds(self.whole), tables.megabytes(self.memory), verdict


def resident_bytes() -> int | None:
    """The memory that this process has now; None where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.is_file():
        return None
    import resource  # noqa: PLC0415 - not on every system

    return int(status.read_text().split()[1]) * resource.getpagesize()


class OpenWindow:
    """One window as the application makes it; `do` does one thing and remembers how it went."""

    def __init__(self, pictures: Path | None = None) -> None:
        from PySide6.QtCore import QSettings  # noqa: PLC0415 - the process that prints the tables needs no screen

        from arxdesk.app import make_application, make_window, settle  # noqa: PLC0415
        from arxdesk.core.session import recovery  # noqa: PLC0415

        self._temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self._temporary.name)
        self.application = make_application([])
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(self.folder))
        recovery.folder = lambda: self.folder / "unsaved"
        self.window = make_window(self.application)
        self.window.resize(1440, 900)
        settle()
        self.pictures = pictures
        self.lines: list[Line] = []

    @property
    def document(self):  # type: ignore[no-untyped-def]
        """The project that is open."""
        document = self.window.document
        assert document is not None
        return document

    def all(self) -> None:
        """Everything that is measured, in the order in which a person would do it."""
        raise NotImplementedError

    def measured(self) -> list[Line]:
        """Do everything and close the window; a line for each thing that was done."""
        try:
            self.all()
        finally:
            self.end()
        return self.lines

    def end(self) -> None:
        """Close the window; no thread is left."""
        self.window.session.close_document()
        self.window.close()
        self._temporary.cleanup()

    def do(self, what: str, action: Callable[[], object], until: Callable[[], bool]) -> None:
        """Do something from the event loop until it is done; its longest pause becomes a line."""
        from tests.benchmarks.pauses import longest_pause  # noqa: PLC0415

        begin, done = time.perf_counter(), []

        def is_done() -> bool:
            if not done and until():
                done.append(time.perf_counter() - begin)
            return bool(done)

        pause = longest_pause(action, is_done, limit=LIMIT)
        self.lines.append(Line(what, pause.longest, pause.busiest, done[0], resident_bytes()))
        if self.pictures is not None:
            shown = self.window.dialog or self.window
            words = what.replace(",", "").replace(":", "").replace(" ", "-")
            shown.grab().save(str(self.pictures / f"{len(self.lines):02}-{words}.png"))

    def wait(self, seconds: float) -> None:
        """Let the event loop turn for a while."""
        from tests.benchmarks.pauses import longest_pause  # noqa: PLC0415

        longest_pause(lambda: None, self.quiet_for(seconds), limit=LIMIT)

    @staticmethod
    def quiet_for(seconds: float) -> Callable[[], bool]:
        """So many seconds (times PATIENCE) after it was asked for the first time."""
        begin: list[float] = []

        def over() -> bool:
            if not begin:
                begin.append(time.perf_counter())
            return time.perf_counter() - begin[0] > seconds * PATIENCE

        return over

    def steps(self, step: Callable[[int], object]) -> tuple[Callable[[], object], Callable[[], bool]]:
        """Steps one after the other, each as an event of its own."""
        from PySide6.QtCore import QTimer  # noqa: PLC0415

        timer, done = QTimer(self.window), [0]

        def next_one() -> None:
            step(done[0])
            done[0] += 1
            if done[0] == STEPS:
                timer.stop()

        timer.timeout.connect(next_one)
        return partial(timer.start, 15), lambda: done[0] == STEPS

    @staticmethod
    def move(bar, step: int) -> None:  # type: ignore[no-untyped-def]
        """Move a scroll bar on, by one of STEPS."""
        bar.setValue(bar.maximum() * (step + 1) // STEPS)


def tell(lines: Sequence[Line]) -> None:
    """Print what was measured for the process that has asked for it."""
    print(json.dumps([asdict(line) for line in lines]))


def in_its_own_process(module: str, name: str, pictures: Path | None) -> list[Line]:
    """Let a module measure one of its tables in a process of its own (`--inside`), which has a window of its own."""
    asked = ["--inside", name, *(["--pictures", str(pictures)] if pictures else [])]
    environ = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    done = subprocess.run(
        [sys.executable, "-m", module, *asked],
        cwd=ROOT,
        env=environ,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [Line(**line) for line in json.loads(done.stdout.splitlines()[-1])]
