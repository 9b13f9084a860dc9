"""The transformations that a greedy search has reached but not yet gone on from."""

from __future__ import annotations

import heapq
import math
from typing import NamedTuple

from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Check

OPEN_CAPACITY = 100_000
"""The largest number of waiting transformations; beyond it the worse half is given up, and with it any proof."""
REACHED_CAPACITY = 200_000
"""The number of remembered transformations; beyond it the older half is forgotten, and may be checked again."""


class OpenTransformation(NamedTuple):
    """A transformation in the order of the search, with its bound; the lowest score comes first."""

    score: float
    height: int
    levels: Levels
    lower_bound: float


class OpenList:
    """Hands out the waiting transformation with the lowest score; each one waits once. Memory is bounded."""

    def __init__(self, capacity: int = OPEN_CAPACITY, reached_capacity: int = REACHED_CAPACITY) -> None:
        self.is_complete = True
        self._capacity = capacity
        self._reached_capacity = reached_capacity
        self._waiting: list[OpenTransformation] = []
        self._reached: dict[Levels, None] = {}

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def least_bound(self) -> float:
        """The smallest bound of the waiting ones."""
        return min((waiting.lower_bound for waiting in self._waiting), default=math.inf)

    def is_new(self, levels: Levels) -> bool:
        """Whether a transformation was not reached before, as far as that is remembered."""
        return levels not in self._reached

    def reach(self, check: Check) -> OpenTransformation:
        """Remember that a transformation was reached; it does not wait yet."""
        if len(self._reached) >= self._reached_capacity:
            self._reached = dict.fromkeys(list(self._reached)[len(self._reached) // 2 :])
        self._reached[check.levels] = None
        return OpenTransformation(check.score, sum(check.levels), check.levels, check.lower_bound)

    def push(self, waiting: OpenTransformation) -> None:
        """Add a waiting transformation. `is_complete`: every one that ever waited still does or was taken out."""
        heapq.heappush(self._waiting, waiting)
        if len(self._waiting) > self._capacity:
            self._waiting = heapq.nsmallest(self._capacity // 2, self._waiting)  # sorted, hence a heap
            self.is_complete = False

    def pop(self) -> OpenTransformation:
        """Take out the best."""
        return heapq.heappop(self._waiting)
