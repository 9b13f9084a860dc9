"""Early ends of a command: Ctrl+C, a request to terminate, a terminal that is closed.

During a search each of them ends it with its best so far; at any other time the command ends in an orderly way.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import FrameType

from arxdesk_engine.foundation.control import Control

_SHELL = 128
"""A shell adds this to the number of the signal that ended a command."""
INTERRUPTED = _SHELL + signal.SIGINT
DONE, NOTHING_FOUND, FAILED = 0, 3, 4
_REQUESTS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
_Handler = Callable[[int, FrameType | None], None]


class Ended(KeyboardInterrupt):
    """The command was asked to end by a signal; `status` is the exit status for it."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.status = _SHELL + number


@dataclass(slots=True)
class Interruption:
    """Whether the user ended a search early, and the exit status for that."""

    status: int = INTERRUPTED
    seen: bool = False


@contextlib.contextmanager
def ending_on_request() -> Iterator[None]:
    """Let a request to terminate end the block as Ctrl+C does, so that nothing is left half written."""

    def end(number: int, _frame: FrameType | None) -> None:
        raise Ended(number)

    with _handled(_REQUESTS, end):
        yield


@contextlib.contextmanager
def stopping_on_request(control: Control) -> Iterator[Interruption]:
    """While the search runs, Ctrl+C and a request to terminate end it with its best so far."""
    interruption = Interruption()

    def stop(number: int, _frame: FrameType | None) -> None:
        interruption.seen, interruption.status = True, _SHELL + number
        control.stop()

    with _handled((signal.SIGINT, *_REQUESTS), stop):
        yield interruption


@contextlib.contextmanager
def _handled(numbers: tuple[signal.Signals, ...], handler: _Handler) -> Iterator[None]:
    """Handle signals within the block. Python handles them in the main thread alone; elsewhere nothing changes."""
    try:
        before = {number: signal.signal(number, handler) for number in numbers}
    except ValueError:
        before = {}
    try:
        yield
    finally:
        for number, handled in before.items():
            signal.signal(number, handled)
