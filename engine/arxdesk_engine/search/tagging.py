"""Predictive tagging: the consequences of checks for unchecked transformations."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.antichain import MaximalElements, MinimalElements
from arxdesk_engine.lattice.lattice import Levels, interval_size, with_level
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.problem import ProblemKind, SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution


class SearchEndedError(Exception):
    """A limit is reached or the caller asked to stop; the results so far stay."""


class Tagging:
    """Checks transformations and tags others with the predictive properties that follow.

    Two properties are kept as antichains ("Efficient and effective pruning strategies", 2016): that no
    specialization is anonymous, which is inherited downwards, and its opposite, inherited upwards. Both are sound for
    every kind of problem, since `Check.specializations_fail` is. The third, insufficient quality, needs no
    memory: the bound of a transformation costs no grouping. Every question about an interval from `low` to `high`
    raises SearchEndedError when the search has to end, so that long enumerations end as well.
    """

    def __init__(self, problem: SearchProblem, control: Control, limits: Limits) -> None:
        self.problem = problem
        self.checker = Checker(problem, control, limits)
        self.failing = MaximalElements(len(problem.lattice.top))
        self.passing = MinimalElements(len(problem.lattice.top))
        self._lattice = problem.lattice
        self._uses_quality = problem.kind is not ProblemKind.MONOTONIC
        self._bound = problem.lower_bound(problem.lattice.bottom)
        self._excluded_share = 0.0

    def solve(self, algorithm: str, search: Callable[[], None]) -> Solution:
        """Run a search that proves its best to be the optimum when it comes to its end."""
        try:
            search()
        except SearchEndedError:
            return self.checker.solution(algorithm, proven=False, lower_bound=self._bound)
        return self.checker.solution(algorithm, proven=True, lower_bound=self.checker.incumbent)

    def look(self, levels: Levels) -> Check:
        """Check a transformation and tag its consequences."""
        self._end_when_due()
        check = self.checker.check(levels)
        self._tag(check)
        return check

    def look_at_all(self, transformations: Sequence[Levels]) -> list[Check]:
        """As `look`, for several that may be checked at once: what one tags does not spare another of them."""
        checks = self.checker.check_many(transformations)
        for check in checks:
            self._tag(check)
        if len(checks) < len(transformations):
            raise SearchEndedError
        return checks

    def excludes(self, low: Levels, high: Levels) -> bool:
        """Whether nothing in the interval can be anonymous and come before the best so far."""
        self._end_when_due()
        return self.failing.covers(high) or not self.checker.may_win(self.problem.lower_bound(low), low)

    def decides(self, low: Levels, high: Levels) -> bool:
        """Whether everything in the interval is known to fail, or everything to pass."""
        self._end_when_due()
        return self.failing.covers(high) or self.passing.covers(low)

    def settles(self, low: Levels, high: Levels) -> bool:
        """Whether the interval is nothing to a search for the minimal transformations that pass.

        Insufficient quality counts where the problem is not monotonic. Where it is, paths would only end below
        what excludes most (measured with Flash on ADULT without suppression: 475 checks with it, 183 without).
        """
        if self.decides(low, high):
            return True
        return self._uses_quality and not self.checker.may_win(self.problem.lower_bound(low), low)

    def raise_bound(self, lower_bound: float) -> None:
        """Take a bound proven for everything that is neither checked nor excluded."""
        self._bound = max(self._bound, lower_bound)

    def raise_excluded(self, transformations: int) -> None:
        """Take a number of transformations that are proven to be checked or excluded."""
        self._excluded_share = max(self._excluded_share, transformations / self._lattice.size)

    def _tag(self, check: Check) -> None:
        levels = check.levels
        if check.specializations_fail:
            if self.failing.add(levels):
                self.raise_excluded(interval_size(self._lattice.bottom, levels))
                self.raise_bound(self._bound_above(levels))
        else:
            self.passing.add(levels)
        if check.lower_bound >= self.checker.incumbent:
            self.raise_excluded(interval_size(levels, self._lattice.top))
        self.raise_excluded(min(self.checker.checks, self._lattice.size))
        self.checker.report(self._bound, self._excluded_share)

    def _end_when_due(self) -> None:
        if self.checker.must_end:
            raise SearchEndedError

    def _bound_above(self, failing: Levels) -> float:
        """A bound for all that is not at or below a failing element: it is above it in at least one attribute."""
        lattice, quality = self._lattice, self.problem.quality
        above = (
            with_level(lattice.bottom, attribute, level + 1)
            for attribute, level in enumerate(failing)
            if level < lattice.top[attribute]
        )
        return min(map(quality.lower_bound, above), default=math.inf)
