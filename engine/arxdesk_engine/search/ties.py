"""How long a search whose best score is proven goes on to find the least generalized of equal transformations."""

from __future__ import annotations

import heapq
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.solution import Check

LEAST_LOOKS = 20_000
"""With aggregates such as the maximum a large lattice can have millions of equals. So many looks are taken for them, or
as many again as the proof took: on lattices of up to this size nothing is ever left out."""


class Open(Protocol):
    """A part of the lattice that is still to be divided: from `low` upwards, with no score below `bound`."""

    low: NDArray[np.int16]
    bound: float
    size: float


Part = TypeVar("Part", bound=Open)


class Ties:
    """Counts the looks that are taken for equal scores alone."""

    def __init__(self) -> None:
        self._until: int | None = None
        self._best: Check | None = None

    def may_go_on(self, checker: Checker) -> bool:
        """Whether there are looks left, counted from the first time that it is asked."""
        if self._until is None:
            self._until = checker.checks + max(LEAST_LOOKS, checker.checks)
        return checker.checks < self._until

    def has_changed(self, checker: Checker) -> bool:
        """Whether the best is another one than it was the last time."""
        before, self._best = self._best, checker.best
        return before is not self._best

    def are_left(self, checker: Checker, waiting: list[tuple[float, int, Part]], unfinished: list[Part]) -> bool:
        """Whether something may have the score that is proven, and a smaller sum of levels.

        All else is dropped from both lists, the first of which is a heap.
        """
        if not self.may_go_on(checker):
            return False
        if self.has_changed(checker):
            waiting[:] = [each for each in waiting if may_win_in(checker, each[2])]
            unfinished[:] = [each for each in unfinished if may_win_in(checker, each)]
            heapq.heapify(waiting)
        return bool(waiting or unfinished)


def may_win_in(checker: Checker, part: Open) -> bool:
    """Whether a part of the lattice may hold a better transformation, or an equal one with a smaller sum of levels."""
    return part.bound < checker.incumbent or checker.may_win(part.bound, tuple(part.low.tolist()))


def size_of(waiting: list[tuple[float, int, Part]], unfinished: list[Part]) -> float:
    """The number of transformations in the open parts."""
    return sum(each.size for each in (*(entry[2] for entry in waiting), *unfinished))
