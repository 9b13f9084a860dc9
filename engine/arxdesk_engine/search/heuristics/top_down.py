"""`top-down`: greedy best-first search from the top (Meurers et al., GigaScience 2021, section "Integrating
anonymization algorithms")."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.lattice.lattice import interval_size
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.heuristics.open_list import OpenList, OpenTransformation
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution


def top_down(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Expand the transformation with the lowest score: check its direct specializations, which then wait in turn.

    What cannot be anonymous is left out with everything below it. A search that ends by itself with nothing given up
    has looked at all the rest, and its best is the optimum. Deterministic; `seed` is not used.
    """
    del seed
    return _TopDown(problem, Checker(problem, control, limits)).run()


class _TopDown:
    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        self._lattice = problem.lattice
        self._checker = checker
        self._open = OpenList()
        self._failing = MaximalElements(len(problem.lattice.top))
        self._bound = problem.lower_bound(problem.lattice.bottom)
        self._excluded = 0

    def run(self) -> Solution:
        start = self._checker.check_many([self._lattice.top])
        self._reach(start)
        while self._open and not self._checker.must_end:
            self._expand(self._open.pop())
            excluded = max(self._checker.checks, self._excluded)
            self._checker.report(self._bound, min(1.0, excluded / self._lattice.size))
        looked_at_all = bool(start) and not self._open and self._open.is_complete
        proven = looked_at_all or self._checker.incumbent <= self._bound
        return self._checker.solution("top-down", proven=proven, lower_bound=self._bound)

    def _expand(self, waiting: OpenTransformation) -> None:
        """Check the specializations that are new and may be anonymous."""
        wanted = [
            levels
            for levels in self._lattice.predecessors(waiting.levels)
            if self._open.is_new(levels) and not self._failing.covers(levels)
        ]
        found = self._checker.check_many(wanted)
        if len(found) < len(wanted):
            self._open.push(waiting)  # the search ends here: transformations below stay open
        self._reach(found)

    def _reach(self, found: list[Check]) -> None:
        for check in found:
            waiting = self._open.reach(check)
            if check.specializations_fail:
                self._failing.add(check.levels)
                self._excluded = max(self._excluded, interval_size(self._lattice.bottom, check.levels))
            else:
                self._open.push(waiting)
