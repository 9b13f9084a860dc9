"""One long engine call on its own thread, seen from the main thread."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QObject, QThread, QTimer, Signal
from shiboken6 import isValid

from arxdesk.tasks import garbage
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import OutOfMemory
from arxdesk_engine.foundation.language import tr

T = TypeVar("T")
Work = Callable[[Control], T]

UPDATE_MILLISECONDS = 50  # 20 updates a second, however fast the engine reports
BETWEEN_ENDS = 0.005
"""Seconds between the ends of two tasks: less means that nothing was painted in between."""
NICENESS = 5
"""Threads that a thread starts inherit it."""


class _Thread(QThread):
    def __init__(self, work: Work[object], control: Control, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Work[object] | None = work
        self._control = control
        self._result: object = None
        self._error: Exception | None = None

    def run(self) -> None:
        _stand_back()
        work = self._work
        assert work is not None  # noqa: S101 - tells the type checker that a thread runs once
        try:
            self._result = work(self._control)
        except MemoryError:
            self._error = OutOfMemory.during(tr("the last action"))
        except Exception as error:  # noqa: BLE001 - handed to the main thread, never swallowed
            self._error = error

    def hand_over(self) -> tuple[object, Exception | None]:
        """Return result and error, and keep neither: a task lives until the next garbage collection, and results and
        the arguments of the work are as large as tables."""
        found = self._result, self._error
        self._work = self._result = self._error = None
        return found


def _stand_back() -> None:
    """Lower the priority below the main thread's; Linux ignores the thread priorities of Qt."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)


class Task(QObject):
    """Runs `work(control)` on a thread; the latest progress waits in one slot that a timer reads.

    When the thread is gone comes `ended`, then exactly one of `succeeded` (what the work returned) and `failed` (its
    exception); after `abandon` neither.
    """

    progressed = Signal(Progress)
    succeeded = Signal(object)
    failed = Signal(Exception)
    ended = Signal()
    _last_told = 0.0  # of all of them

    def __init__(self, work: Work[object], parent: QObject | None = None, *, threads: int | None = None) -> None:
        super().__init__(parent)
        # Written by the thread, read by the timer: one reference, the last one wins.
        self._latest: Progress | None = None
        self._shown: Progress | None = None
        self._abandoned = False
        self._garbage: weakref.finalize[[], Task] | None = None
        self._control = Control(self._remember, threads)
        self._thread = _Thread(work, self._control, self)
        # A turn of its own: events posted while others are handled, such as drawing the result of another task,
        # are handled with them, and the window would freeze meanwhile.
        self._ending = QTimer(self)
        self._ending.setSingleShot(True)
        self._ending.setInterval(0)
        self._ending.timeout.connect(self._finish)
        self._thread.finished.connect(self._ending.start)
        self._timer = QTimer(self)
        self._timer.setInterval(UPDATE_MILLISECONDS)
        self._timer.timeout.connect(self._show_latest_and_tidy)

    def start(self) -> None:
        """Begin."""
        self._timer.start()
        garbage.begin()
        self._garbage = weakref.finalize(self, garbage.end)  # at the latest when this is gone with its owner
        self._thread.start(QThread.Priority.LowPriority)

    def stop(self) -> None:
        """Ask the engine to end soon with its best so far."""
        self._control.stop()

    def mute(self) -> None:
        """Drop the result, but run to the end."""
        self._abandoned = True

    def abandon(self) -> None:
        """Stop, and drop the result."""
        self.mute()
        self.stop()

    def wait(self) -> None:
        """Abandon the work and block until the thread is gone; for closing the window."""
        self.abandon()
        self.finish()

    def finish(self) -> None:
        """Block until the work is done; for closing the window. No result arrives any more."""
        self.mute()
        self._thread.wait()
        self._thread.hand_over()
        self._timer.stop()
        self._let_garbage_go()

    def _remember(self, progress: Progress) -> None:
        self._latest = progress

    def _let_garbage_go(self) -> None:
        if self._garbage is not None:
            self._garbage()  # once, however often it is called

    def _show_latest_and_tidy(self) -> None:
        self._show_latest()
        garbage.collect()  # this task may be garbage itself, with its owner: nothing follows

    def _show_latest(self) -> None:
        latest = self._latest
        if latest is not None and latest is not self._shown and not self._abandoned:
            self._shown = latest
            self.progressed.emit(latest)

    def _finish(self) -> None:
        """Tell the end, unless another task has told its own in this turn: what is shown of two takes twice as long."""
        if time.perf_counter() - Task._last_told < BETWEEN_ENDS:
            self._ending.start(round(1000 * BETWEEN_ENDS))
            return
        self._timer.stop()
        self._tell_end()
        Task._last_told = time.perf_counter()
        self._let_garbage_go()  # not before: a collection may end this task, and a task that is gone cannot tell

    def _tell_end(self) -> None:
        """Say what has come of it, as long as nobody who is told takes this task with its owner."""
        self._show_latest()
        if isValid(self):
            self.ended.emit()
        result, error = self._thread.hand_over()
        self._latest = self._shown = None
        if self._abandoned or not isValid(self):
            return
        if error is not None:
            self.failed.emit(error)
        else:
            self.succeeded.emit(result)
