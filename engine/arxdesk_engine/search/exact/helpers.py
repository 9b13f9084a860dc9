"""Threads that work beside a kernel for as long as it is called."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from arxdesk_engine.foundation.control import cores


class Helpers:
    """Runs a function in some threads, until it is told to return by what it looks at."""

    def __init__(self, threads: int) -> None:
        """`threads` with the caller's own; no more than there are cores, since one that waits takes another's."""
        self._most = min(threads, cores()) - 1
        self._pool: ThreadPoolExecutor | None = None
        self._running: list[Future[None]] = []

    def start(self, function: Callable[[], None], wanted: int) -> None:
        """Let so many threads run the function, fewer where more are not allowed; those that do so go on."""
        more = min(wanted, self._most) - len(self._running)
        if more < 1:
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._most, thread_name_prefix="search")
        self._running += [self._pool.submit(function) for _helper in range(more)]

    def end(self) -> None:
        """Wait until all have returned. Raises the errors of the function."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
        running, self._running = self._running, []
        for future in running:
            future.result()
