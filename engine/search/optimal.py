"""`optimal`: the provably best transformation, by best-first division of the lattice into intervals.

An interval [low, high] is every transformation between two. The generalization-only bound of `low` holds for all
of it, so that intervals are taken in the order of that bound and the smallest one still open is a proven lower
bound for the whole lattice. An interval is excluded without a check where its bound reaches the best score so far
(facts 3 and 4 of the search design), and with one check where `high` is not anonymous, since then nothing below it
is. What is neither is split in the attribute whose detail costs most.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from engine.control import Control
from engine.lattice.antichain import MaximalElements
from engine.lattice.lattice import Levels, interval_size, is_specialization, with_level
from engine.search.check import Checker
from engine.search.problem import Problem
from engine.search.solution import Limits, Solution

LOOK_ABOVE = 1.25
"""How far above the best score the bound of an interval's upper end may lie for it to be worth a check: a
transformation that cannot win still excludes everything below it when it is not anonymous. Measured: 1.2 to 1.3
needs the fewest checks, 1 (only possible winners) a quarter more."""


@dataclass(frozen=True, slots=True)
class _Interval:
    low: Levels
    high: Levels
    bound: float

    @property
    def size(self) -> int:
        return interval_size(self.low, self.high)


def optimal(problem: Problem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the best transformation and prove that it is the best.

    Stopped early it returns the best so far with the bound proven until then. Deterministic; `seed` is not used.
    """
    del seed
    return _Search(problem, Checker(problem, control, limits)).run()


class _Search:
    def __init__(self, problem: Problem, checker: Checker) -> None:
        self._problem = problem
        self._lattice = problem.lattice
        self._checker = checker
        self._inherited = problem.not_anonymous_is_inherited
        self._not_anonymous = MaximalElements(len(problem.lattice.top))
        self._open: list[tuple[float, int, _Interval]] = []
        self._ticket = itertools.count()
        self._open_size = 0

    def run(self) -> Solution:
        """Descend for a first good transformation, then divide the lattice until nothing is left open."""
        bound = self._bound(self._lattice.bottom)
        self._descend()
        self._push(self._lattice.bottom, self._lattice.top)
        while self._open:
            bound = min(max(bound, self._open[0][0]), self._checker.incumbent)
            if bound >= self._checker.incumbent:
                break
            if self._checker.must_end:
                return self._checker.solution("optimal", proven=False, lower_bound=bound)
            self._checker.report(bound, self._excluded())
            _bound, _ticket, interval = heapq.heappop(self._open)
            self._open_size -= interval.size
            self._divide(interval)
        return self._checker.solution("optimal", proven=True, lower_bound=self._checker.incumbent)

    def _bound(self, levels: Levels) -> float:
        return self._problem.quality.lower_bound(levels)

    def _excluded(self) -> float:
        return max(0.0, 1.0 - self._open_size / self._lattice.size)

    def _descend(self) -> None:
        """From the top, always to the anonymous specialization with the lowest bound: an incumbent in few checks."""
        levels: Levels | None = self._lattice.top
        if not self._is_anonymous(self._lattice.top):
            return
        while levels is not None:
            below = sorted(self._lattice.predecessors(levels), key=self._bound)
            levels = next(filter(self._may_enter, below), None)

    def _may_enter(self, levels: Levels) -> bool:
        return (
            not self._checker.must_end
            and not (self._inherited and self._not_anonymous.covers(levels))
            and self._is_anonymous(levels)
        )

    def _is_anonymous(self, levels: Levels) -> bool:
        anonymous = self._checker.check(levels).anonymous
        if not anonymous and self._inherited:
            self._not_anonymous.add(levels)
        return anonymous

    def _push(self, low: Levels, high: Levels) -> None:
        bound = self._bound(low)
        if bound < self._checker.incumbent:
            interval = _Interval(low, high, bound)
            heapq.heappush(self._open, (bound, next(self._ticket), interval))
            self._open_size += interval.size

    def _divide(self, interval: _Interval) -> None:
        """Shrink an interval to what is still possible; check its upper end; split what that leaves."""
        shrunk = self._shrink(interval)
        if shrunk is None:
            return
        low, high = shrunk
        if low == high:
            self._checker.check(low)
            return
        worth_a_check = self._bound(high) < LOOK_ABOVE * self._checker.incumbent
        if worth_a_check and not self._is_anonymous(high) and self._inherited:
            return
        for part in self._split(low, high):
            self._push(*part)

    def _shrink(self, interval: _Interval) -> tuple[Levels, Levels] | None:
        """Drop the levels at both ends that are excluded already; None when nothing is left."""
        low, high = interval.low, interval.high
        for attribute in range(len(low)):
            while (
                high[attribute] > low[attribute]
                and self._bound(with_level(low, attribute, high[attribute])) >= self._checker.incumbent
            ):
                high = with_level(high, attribute, high[attribute] - 1)
        if self._inherited:
            for attribute in range(len(low)):
                while low[attribute] <= high[attribute] and self._not_anonymous.covers(
                    with_level(high, attribute, low[attribute])
                ):
                    low = with_level(low, attribute, low[attribute] + 1)
        if not is_specialization(low, high) or self._bound(low) >= self._checker.incumbent:
            return None
        return low, high

    def _split(self, low: Levels, high: Levels) -> Iterator[tuple[Levels, Levels]]:
        """Two halves, divided in the attribute whose levels differ most in what they cost."""

        def cost(attribute: int) -> float:
            return self._bound(with_level(low, attribute, high[attribute]))

        attribute = max((index for index in range(len(low)) if low[index] < high[index]), key=cost)
        middle = (low[attribute] + high[attribute]) // 2
        yield low, with_level(high, attribute, middle)
        yield with_level(low, attribute, middle + 1), high
