"""The longest time that the event loop was not heard of while something was done: what a person feels as a stall.

On a machine that does other things as well, that is as long as the others let it be. The processor seconds of the main
thread between two beats are its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEventLoop, QObject, QTimer

BEAT = 1
"""Milliseconds between two heartbeats."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The longest time between two beats, and the most processor time of the main thread between two (seconds)."""

    longest: float
    busiest: float


class EventLoopWatch(QObject):
    """Beats while the event loop runs and remembers the longest and the busiest time between two beats, in seconds."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._longest = self._busiest = 0.0
        self._last, self._last_busy = time.perf_counter(), time.thread_time()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to listen."""
        self._longest = self._busiest = 0.0
        self._last, self._last_busy = time.perf_counter(), time.thread_time()
        self._timer.start()

    def stop(self) -> Pause:
        """What was heard."""
        self._beat()
        self._timer.stop()
        return Pause(self._longest, self._busiest)

    def _beat(self) -> None:
        now, busy = time.perf_counter(), time.thread_time()
        self._longest = max(self._longest, now - self._last)
        self._busiest = max(self._busiest, busy - self._last_busy)
        self._last, self._last_busy = now, busy


def longest_pause(
    action: Callable[[], object], is_done: Callable[[], bool] = lambda: True, settle: float = 0.3, limit: float = 60.0
) -> Pause:
    """Do something from the event loop and run that until it is done and a while longer; its pauses.

    Raises TimeoutError where it is not done within the limit.
    """
    loop, watch = QEventLoop(), EventLoopWatch()
    begun = time.perf_counter()
    done_at: list[float] = []

    def look() -> None:
        now = time.perf_counter()
        if not done_at and is_done():
            done_at.append(now)
        if (done_at and now - done_at[0] > settle) or now - begun > limit:
            loop.quit()

    looking = QTimer()
    looking.setInterval(10)
    looking.timeout.connect(look)
    QTimer.singleShot(5, watch, action)
    watch.start()
    QTimer.singleShot(20, looking, looking.start)
    loop.exec()
    looking.stop()
    pause = watch.stop()
    if not done_at:
        raise TimeoutError(f"not done within {limit} s")
    return pause
