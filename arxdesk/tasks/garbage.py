"""Collect garbage only in the main thread while other threads run.

Python collects in whatever thread makes objects. Objects of Qt, such as timers, must be destroyed in their own
thread, else the program ends.
"""

from __future__ import annotations

import gc
import time

BETWEEN = 0.02
"""Seconds at least from one collection to the next."""


class _Collection:
    """For the main thread only."""

    def __init__(self) -> None:
        self._threads = 0
        self._was_on = True
        self._last = 0.0

    def begin(self) -> None:
        """Count a thread that starts."""
        if self._threads == 0:
            self._was_on = gc.isenabled()
            gc.disable()
        self._threads += 1

    def end(self) -> None:
        """Count a thread that ended."""
        self._threads -= 1
        if self._threads == 0 and self._was_on:
            gc.enable()

    def collect(self) -> None:
        """Collect young objects once Python's threshold is exceeded, and those left over at another time: both at once
        take several hundredths of a second. Every running task asks for it: one of them is enough in a turn."""
        if time.perf_counter() - self._last < BETWEEN:
            return
        (young, middle, _old), (most_young, most_middle, _most) = gc.get_count(), gc.get_threshold()
        if not self._was_on:
            return
        if middle >= (2 * most_middle if young > most_young else most_middle):
            gc.collect(1)
        elif young > most_young:
            gc.collect(0)
        else:
            return
        self._last = time.perf_counter()


_collection = _Collection()
begin, end, collect = _collection.begin, _collection.end, _collection.collect
