"""How long the main thread of a desktop does not answer: a heartbeat that is watched while something is done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

BEAT_MILLISECONDS = 2
SETTLING_MILLISECONDS = 150
"""What an action has put off, such as painting, happens within this time after it is done."""


@dataclass(frozen=True, slots=True)
class Pause:
    """The longest time in which the event loop did not turn while something was done, and how long that took."""

    longest: float
    whole: float


class PauseWatch(QObject):
    """Measures pauses of the event loop of the thread it lives in. Times are in seconds."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._last = 0.0
        self._longest = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MILLISECONDS)
        self._timer.timeout.connect(self._beat)

    def during(self, action: Callable[[], object], until: Callable[[], bool], seconds: float = 600.0) -> Pause:
        """Do something from the event loop, let the loop turn until it is done, and return the longest pause.

        Raises TimeoutError when it is not done after so many seconds.
        """
        loop = QEventLoop()
        begin = time.perf_counter()
        ended: list[float] = []

        def look() -> None:
            if not ended and until():
                ended.append(time.perf_counter())
                QTimer.singleShot(SETTLING_MILLISECONDS, loop.quit)
            elif time.perf_counter() - begin > seconds:
                loop.quit()

        watching = QTimer()
        watching.setInterval(5)
        watching.timeout.connect(look)
        self._longest, self._last = 0.0, begin
        self._timer.start()
        QTimer.singleShot(0, action)
        watching.start()
        loop.exec()
        watching.stop()
        self._timer.stop()
        if not ended:
            raise TimeoutError(f"not done after {seconds} seconds")
        return Pause(self._longest, ended[0] - begin)

    def _beat(self) -> None:
        now = time.perf_counter()
        self._longest = max(self._longest, now - self._last - BEAT_MILLISECONDS / 1000)
        self._last = now


def resident_bytes() -> int | None:
    """The memory that this process has now; None where the system does not tell."""
    status = Path("/proc/self/statm")
    if not status.is_file():
        return None
    import resource  # noqa: PLC0415 - not on every system

    return int(status.read_text().split()[1]) * resource.getpagesize()
