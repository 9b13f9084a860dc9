"""Looks on several cores: the kernels release the interpreter lock, so that threads are enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_A = TypeVar("_A")
_B = TypeVar("_B")
_Result = TypeVar("_Result")


class Workers:
    """Applies a function to several arguments at once. The threads end with the object."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def map(self, function: Callable[[_A, _B], _Result], first: Sequence[_A], second: Iterable[_B]) -> list[_Result]:
        """The results in the order of the arguments."""
        if self._threads == 1 or len(first) < 2:
            return list(map(function, first, second))
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="search")
        return list(self._pool.map(function, first, second))

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
