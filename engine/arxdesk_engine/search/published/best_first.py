"""`best-first`: branch and bound from the bottom, in the order of quality.

"Efficient and effective pruning strategies for health data de-identification" (BMC MIDM 2016), section "Effective
pruning in large search spaces".
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.enumeration import number_before
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import Tagging


def best_first(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Always go on from the transformation with the lowest score, and check its generalizations.

    What is of insufficient quality is left out with all above it, which is right for problems of every kind. What
    cannot be anonymous is not checked either, it waits for its turn with the score of where it was reached from
    (on ADULT with 5 % that saves three of four checks). The top is looked at first: where nothing is anonymous that
    often proves it. Memory grows with what was reached. Deterministic; `seed` is not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)
    return tagging.solve("best-first", _BranchAndBound(tagging).run)


class _BranchAndBound:
    def __init__(self, tagging: Tagging) -> None:
        self._tagging = tagging
        self._lattice = tagging.problem.lattice
        self._problem = tagging.problem
        self._queue: list[tuple[float, int, Levels]] = []
        self._bounds: list[tuple[float, Levels]] = []
        self._waiting: set[Levels] = set()
        self._reached: set[int] = set()

    def run(self) -> None:
        """Until nothing waits."""
        self._tagging.look(self._lattice.top)
        self._reach([self._lattice.bottom], 0.0)
        while self._queue:
            score, _height, levels = heapq.heappop(self._queue)
            self._reach(self._lattice.successors(levels), score)
            self._waiting.discard(levels)
            self._raise_bound()

    def _reach(self, transformations: Iterable[Levels], score: float) -> None:
        """Let transformations wait, unless they do or did already or everything from there to the top is excluded."""
        new = [levels for levels in transformations if not self._is_closed(levels)]
        checked = [levels for levels in new if not self._tagging.failing.covers(levels)]
        scores = {check.levels: check.score for check in self._tagging.look_at_all(checked)}
        for levels in new:
            self._reached.add(number_before(self._lattice, levels))
            self._waiting.add(levels)
            heapq.heappush(self._queue, (scores.get(levels, score), sum(levels), levels))
            heapq.heappush(self._bounds, (self._problem.lower_bound(levels), levels))

    def _is_closed(self, levels: Levels) -> bool:
        if number_before(self._lattice, levels) in self._reached:
            return True
        return self._tagging.excludes(levels, self._lattice.top)

    def _raise_bound(self) -> None:
        """A bound of all that is open, which lies above transformations that wait."""
        while self._bounds and self._bounds[0][1] not in self._waiting:
            heapq.heappop(self._bounds)
        if self._bounds:
            self._tagging.raise_bound(self._bounds[0][0])
