"""How much Python something runs: what a test asserts instead of a time, which says as much about the machine."""

import sys
from collections.abc import Callable
from types import FrameType


def lines_of(action: Callable[[], object]) -> int:
    """How many lines something runs in this thread, those of loops in every round; what C does is not seen."""
    run = 0

    def note(_frame: FrameType, event: str, _argument: object) -> object:
        nonlocal run
        run += event == "line"
        return note

    before = sys.gettrace()
    sys.settrace(note)  # type: ignore[arg-type]
    try:
        action()
    finally:
        sys.settrace(before)
    return run


class Text(str):
    """Text whose comparisons are lines of Python, so that looking through a tuple or a list is seen."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """As texts are."""
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        """As texts have it."""
        return str.__hash__(self)
