"""How much work something is, as a number that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Callable


def calls_of(work: Callable[[], object]) -> int:
    """How many functions are called and left, in Python and in what it is written in."""
    number = 0

    def count(_frame: object, _event: str, _argument: object) -> None:
        nonlocal number
        number += 1

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return number
