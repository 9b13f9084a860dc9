"""One long engine call on its own thread, seen from the main thread."""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QThread, QTimer, Signal

from arxdesk.workers.main_thread import main_thread_watch
from engine.control import Control, Progress

Work = Callable[[Control], object]

UPDATE_MILLISECONDS = 50  # 20 updates a second, however fast the engine reports


class _Garbage:
    """Sees to it that garbage is collected in the main thread alone.

    Python collects it in whatever thread makes objects; what belongs to Qt, such as a timer, may not go elsewhere.
    """

    def __init__(self) -> None:
        self._threads = 0
        self._was_on = True

    def begin(self) -> None:
        """A thread begins."""
        if self._threads == 0:
            self._was_on = gc.isenabled()
            gc.disable()
        self._threads += 1

    def end(self) -> None:
        """A thread has ended."""
        self._threads -= 1
        if self._threads == 0 and self._was_on:
            gc.enable()

    def collect(self) -> None:
        """Collect what is young, where there is as much as Python waits for."""
        (young, middle, _old), (most_young, most_middle, _most) = gc.get_count(), gc.get_threshold()
        if self._was_on and young > most_young:
            gc.collect(1 if middle >= most_middle else 0)


_garbage = _Garbage()


class _Thread(QThread):
    def __init__(self, work: Work, control: Control, parent: QObject) -> None:
        super().__init__(parent)
        self._work, self._control = work, control
        self.result: object = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            self.result = self._work(self._control)
        except Exception as error:  # noqa: BLE001 - handed to the main thread, never swallowed
            self.error = error


class Task(QObject):
    """Runs `work(control)` on a thread; the latest progress waits in one slot that a timer reads.

    When the thread is gone comes `ended`, then exactly one of `succeeded` (what the work returned) and `failed` (its
    exception); after `abandon` neither.
    """

    progressed = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    ended = Signal()

    def __init__(self, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Written by the thread, read by the timer: one reference, the last one wins.
        self._latest: Progress | None = None
        self._shown: Progress | None = None
        self._abandoned = False
        watch = main_thread_watch()
        self._control = Control(self._remember, give_way=None if watch is None else watch.give_way)
        self._thread = _Thread(work, self._control, self)
        self._thread.finished.connect(self._finish)
        self._timer = QTimer(self)
        self._timer.setInterval(UPDATE_MILLISECONDS)
        self._timer.timeout.connect(self._show_latest)

    def start(self) -> None:
        """Begin."""
        self._timer.start()
        self._holds_garbage = True
        _garbage.begin()
        self._thread.start()

    def stop(self) -> None:
        """Ask the engine to end soon with its best so far."""
        self._control.stop()

    def abandon(self) -> None:
        """Stop, and let no result arrive any more."""
        self._abandoned = True
        self.stop()

    def wait(self) -> None:
        """Abandon the work and block until the thread is gone; for closing the window."""
        self.abandon()
        self._thread.wait()
        self._timer.stop()
        self._let_garbage_go()

    def _remember(self, progress: Progress) -> None:
        self._latest = progress

    def _let_garbage_go(self) -> None:
        if self._holds_garbage:
            self._holds_garbage = False
            _garbage.end()

    def _show_latest(self) -> None:
        _garbage.collect()
        latest = self._latest
        if latest is not None and latest is not self._shown and not self._abandoned:
            self._shown = latest
            self.progressed.emit(latest)

    def _finish(self) -> None:
        self._timer.stop()
        self._let_garbage_go()
        self._show_latest()
        self.ended.emit()
        if self._abandoned:
            return
        if self._thread.error is not None:
            self.failed.emit(self._thread.error)
        else:
            self.succeeded.emit(self._thread.result)
