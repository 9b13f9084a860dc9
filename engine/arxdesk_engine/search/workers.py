"""Looks on several cores: the kernels release the interpreter lock, so that threads are enough."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")


class Workers:
    """Applies a function to several arguments at once; the calling thread works too. Close it to end the threads."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._pool: ThreadPoolExecutor | None = None

    def map(self, function: Callable[[_Argument], _Result], arguments: Sequence[_Argument]) -> list[_Result]:
        """The results in the order of the arguments. Raises the errors of the function."""
        others = min(self._threads, len(arguments)) - 1
        if others < 1:
            return [function(argument) for argument in arguments]
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self._threads - 1, thread_name_prefix="search")
        results: dict[int, _Result] = {}
        turn = itertools.count()

        failed = threading.Event()

        def work() -> None:
            while not failed.is_set() and (index := next(turn)) < len(arguments):
                try:
                    results[index] = function(arguments[index])
                except BaseException:
                    failed.set()
                    raise

        futures = [self._pool.submit(work) for _other in range(others)]
        try:
            work()
        finally:
            wait(futures)
        for future in futures:
            future.result()
        return [results[index] for index in range(len(arguments))]

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
