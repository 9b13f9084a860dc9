"""The longest time that the event loop was not heard of while something was done: what a person feels as a stall."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QObject, QTimer

BEAT = 1
"""Milliseconds between two heartbeats."""


class EventLoopWatch(QObject):
    """Beats while the event loop runs and remembers the longest time between two beats, in seconds."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer(self)
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin to listen."""
        self.longest, self._last = 0.0, time.perf_counter()
        self._timer.start()

    def stop(self) -> float:
        """The longest time without a beat."""
        self._beat()
        self._timer.stop()
        return self.longest

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now


def longest_pause(
    action: Callable[[], object], is_done: Callable[[], bool] = lambda: True, settle: float = 0.3, limit: float = 60.0
) -> float:
    """Do something from the event loop and run that until it is done and a while longer; the longest pause in seconds.

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
