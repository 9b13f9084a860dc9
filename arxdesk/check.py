"""`arxdesk --check [folder]`: whether this installation works. For those who package or install ArxDesk.

It is a start like any other, of the window with the example project: it is anonymized, every perspective is looked at
until its figures are there, and the result is written. Settings, recent projects and unsaved work of the user are left
alone. What goes wrong is told on the terminal and gives status 1. With a folder, pictures of the perspectives go there.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from PySide6.QtCore import QObject, QSettings, QTimer, QtMsgType, Signal, qInstallMessageHandler
from PySide6.QtGui import QImage

from arxdesk.app import CrashWatch, make_application, make_window, settle
from arxdesk.ui.dialogs.crash import technical_text
from arxdesk.window.actions import PERSPECTIVES
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.errors import UserError

PASSED, NOT_PASSED = 0, 1
LOOK_MILLISECONDS = 50
QUIET_SECONDS = 0.5
"""After how long without any work everything is there that a perspective shows by itself."""
PATIENCE_SECONDS = 1800.0
"""For one step; the first search may have to wait until the kernels are compiled, on a slow machine."""
FEWEST_COLORS = 12
"""A window with fewer colours than this is blank."""
_HARMLESS = "This plugin does not support"
"""What Qt says of platforms that show nothing."""


class CheckStep(NamedTuple):
    """Something to do, and how to see that it is done."""

    name: str
    begin: Callable[[], object]
    is_done: Callable[[], bool]
    end: Callable[[], str] = str
    """What is looked at then; returns what is wrong, or nothing."""


class Check(QObject):
    """Goes through the steps while the event loop runs, closes the window and says how it went."""

    ended = Signal(int)

    def __init__(self, window: MainWindow, steps: Sequence[CheckStep]) -> None:
        super().__init__(window)
        self.failures: list[str] = []
        self._window = window
        self._steps: Iterator[CheckStep] = iter(steps)
        self._step: CheckStep | None = None
        self._begun = self._busy = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MILLISECONDS)
        self._timer.timeout.connect(self._look)
        window.messages.failed.connect(self._take)

    def start(self) -> None:
        """Begin with the first step."""
        self._timer.start()

    def fail(self, what: str) -> None:
        """Something is wrong."""
        self.failures.append(what)

    def crash(self, exception: tuple[type[BaseException], TracebackType | None]) -> None:
        """Something has crashed."""
        self.fail(technical_text(*exception))

    def _take(self, error: Exception) -> None:
        if isinstance(error, UserError):
            self.fail(error.message)
        else:
            self.crash((type(error), error.__traceback__))

    def _look(self) -> None:
        now = time.monotonic()
        if self._window.session.jobs.running:
            self._busy = now
        step = self._step
        if self.failures:
            self._finish()
        elif step is None:
            self._begin_next(now)
        elif step.is_done() and now - self._busy > QUIET_SECONDS:
            wrong = step.end()
            if wrong:
                self.fail(f"{step.name}: {wrong}")
            _say(f"{step.name}: {now - self._begun:.1f} s")
            self._begin_next(now)
        elif now - self._begun > PATIENCE_SECONDS:
            self.fail(f"{step.name}: not done after {PATIENCE_SECONDS:g} s.")

    def _begin_next(self, now: float) -> None:
        self._begun = self._busy = now
        self._step = next(self._steps, None)
        if self._step is None:
            self._finish()
        else:
            self._step.begin()

    def _finish(self) -> None:
        self._timer.stop()
        self._window.session.close_document()  # with unsaved changes the window would ask before it goes
        self._window.close()
        self.ended.emit(NOT_PASSED if self.failures else PASSED)


def steps_for(window: MainWindow, folder: Path, *, keeps_pictures: bool) -> Iterator[CheckStep]:
    """What a person does first with the example."""
    session, output = window.session, folder / "check.csv"
    yield CheckStep("Opened the example", window.flows.project.open_example, lambda: window.document is not None)
    yield CheckStep("Anonymized it", session.searching.anonymize, partial(_has_output, window))
    for key in PERSPECTIVES:
        show = partial(window.show_perspective, key)
        look = partial(_what_is_wrong, window, folder / f"{key}.png" if keeps_pictures else None)
        yield CheckStep(f"Viewed {key.capitalize()}", show, lambda: True, look)
    yield CheckStep("Wrote the result", partial(session.exporting.export, output), output.is_file)


def run(arguments: Sequence[str]) -> int:
    """Check this installation; returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="arxdesk-check-") as own:
        folder = Path(arguments[0]) if arguments else Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        app = make_application([])
        QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, own)
        window = make_window(app)
        watch = CrashWatch()
        watch.watch(window)
        check = Check(window, list(steps_for(window, folder, keeps_pictures=bool(arguments))))
        watch.crashed.connect(check.crash)
        check.ended.connect(app.exit)
        before = qInstallMessageHandler(lambda kind, _context, text: _hear(check, kind, text))
        settle()
        check.start()
        status = app.exec()
        QSettings().sync()  # else they are written at the very end, into a folder made anew
        qInstallMessageHandler(before)
        for failure in check.failures:
            sys.stderr.write(f"arxdesk: {failure}\n")
        _say("This installation works." if status == PASSED else "This installation does not work.")
        return status


def _has_output(window: MainWindow) -> bool:
    return window.document is not None and window.document.applied is not None


def _hear(check: Check, kind: QtMsgType, text: str) -> None:
    if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg) and not text.startswith(_HARMLESS):
        check.fail(f"Qt said: {text}")


def _what_is_wrong(window: MainWindow, picture: Path | None) -> str:
    """Looks at the window as a person would see it."""
    if window.dialog is not None:
        return f"the dialog {window.dialog.windowTitle()!r} was shown."
    image = window.grab().toImage()
    if picture is not None and not image.save(str(picture)):
        return f"{picture} could not be written."
    return "" if colors_of(image) >= FEWEST_COLORS else "the window is blank."


def colors_of(image: QImage) -> int:
    """How many different colours a picture has, looked at in a grid of points."""
    columns = range(0, image.width(), max(1, image.width() // 200))
    rows = range(0, image.height(), max(1, image.height() // 200))
    return len({image.pixel(x, y) for x in columns for y in rows})


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
