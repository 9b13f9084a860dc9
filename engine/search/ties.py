"""How long a search whose best score is proven goes on to find the least generalized of equal transformations."""

from __future__ import annotations

from engine.search.check import Checker
from engine.search.solution import Check

LEAST_LOOKS = 20_000
"""With aggregates such as the maximum a large lattice can have millions of equals. So many looks are taken for them, or
as many again as the proof took: on lattices of up to this size nothing is ever left out."""


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
