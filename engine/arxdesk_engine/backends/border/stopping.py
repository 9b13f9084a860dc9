"""Ending a statement that runs when the user wants to stop."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator

from arxdesk_engine.foundation.control import Control

_LOOKS_PER_SECOND = 20


@contextlib.contextmanager
def cancelling(control: Control, cancel: Callable[[], None]) -> Iterator[None]:
    """A block that waits for a statement: when the control is stopped, `cancel` is called in another thread.

    It is called again until the block ends, as the statement may not have begun yet.
    """
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(1 / _LOOKS_PER_SECOND):
            if control.stopped:
                cancel()

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield
    finally:
        ended.set()
        watching.join()
