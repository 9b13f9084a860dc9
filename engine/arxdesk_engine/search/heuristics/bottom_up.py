"""`bottom-up`: greedy best-first search from the bottom: Lightning (Prasser et al., Transactions on Data Privacy 9(2),
2016; again in Meurers et al., GigaScience 2021, section "Integrating anonymization algorithms")."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import height
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.heuristics.open_list import OpenList, OpenTransformation
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution

BOUND_INTERVAL = 64
"""After how many expansions the bound of everything that waits is looked up again; it costs one pass over the list."""


def bottom_up(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Expand the transformation with the lowest score: check its direct generalizations, which then wait in turn.

    Every so often (as often as the lattice has ranks) the search goes greedily upwards instead, to the best new
    generalization each time, until there is none. What cannot be better than the best so far is left out with
    everything above it; a search that ends by itself with nothing given up has therefore proven its best to be the
    optimum. Deterministic; `seed` is not used.
    """
    del seed
    return _BottomUp(problem, Checker(problem, control, limits)).run()


class _BottomUp:
    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        self._lattice = problem.lattice
        self._quality = problem.quality
        self._checker = checker
        self._open = OpenList()
        self._bound = problem.lower_bound(problem.lattice.bottom)

    def run(self) -> Solution:
        ascent_interval = max(1, height(self._lattice.top))
        start = self._checker.check_many([self._lattice.bottom])
        for check in start:
            self._open.push(self._open.reach(check))
        turn = 0
        while self._open and not self._checker.must_end:
            waiting = self._open.pop()
            turn += 1
            if turn % ascent_interval == 0:
                self._ascend(waiting)
            else:
                for found in self._expand(waiting):
                    self._open.push(found)
            if turn % BOUND_INTERVAL == 0:
                self._raise_bound()
            self._checker.report(self._bound, min(1.0, self._checker.checks / self._lattice.size))
        proven = bool(start) and not self._open and self._open.is_complete
        if start:
            self._raise_bound()
        return self._checker.solution("bottom-up", proven=proven, lower_bound=self._bound)

    def _expand(self, waiting: OpenTransformation) -> list[OpenTransformation]:
        """Check the generalizations that are new and may be better than the best so far."""
        bound, may_win = self._quality.lower_bound, self._checker.may_win
        wanted = [
            levels
            for levels in self._lattice.successors(waiting.levels)
            if self._open.is_new(levels) and may_win(bound(levels), levels)
        ]
        found = self._checker.check_many(wanted)
        if len(found) < len(wanted):
            self._open.push(waiting)  # the search ends here: transformations above stay open
        return [self._open.reach(check) for check in found]

    def _ascend(self, waiting: OpenTransformation) -> None:
        """Expand, continue with the best new transformation, and so on until nothing new is found."""
        best: OpenTransformation | None = waiting
        while best is not None:
            found = sorted(self._expand(best))
            best = found[0] if found else None
            for other in found[1:]:
                self._open.push(other)

    def _raise_bound(self) -> None:
        """A bound of all that is open, which lies above transformations that wait."""
        if self._open.is_complete:
            self._bound = max(self._bound, min(self._open.least_bound, self._checker.incumbent))
