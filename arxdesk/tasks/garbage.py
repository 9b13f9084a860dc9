"""Collect garbage only in the main thread while other threads run.

Python collects in whatever thread makes objects. Objects of Qt, such as timers, must be destroyed in their own
thread, else the program ends.
"""

from __future__ import annotations

import gc


class _Collection:
    """For the main thread only."""

    def __init__(self) -> None:
        self._threads = 0
        self._was_on = True

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
        take several hundredths of a second."""
        (young, middle, _old), (most_young, most_middle, _most) = gc.get_count(), gc.get_threshold()
        if not self._was_on:
            return
        if middle >= (2 * most_middle if young > most_young else most_middle):
            gc.collect(1)
        elif young > most_young:
            gc.collect(0)


_collection = _Collection()
begin, end, collect = _collection.begin, _collection.end, _collection.collect
