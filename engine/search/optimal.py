"""`optimal`: the provably best transformation, by best-first division of the lattice into intervals.

An interval [low, high] is every transformation between two. Its table of losses per attribute and level gives the
bound of `low`, which holds for all of it, so that intervals are taken in the order of that bound, and the smallest one
still open is a proven lower bound for the whole lattice. An interval is excluded without a check where its bound
reaches the best score so far, and with one check where `high` is not anonymous, since then nothing below it is
(facts 3 and 4 of the search design). Where `high` is anonymous, the records that it suppresses are suppressed in the
whole interval: that raises the table (fact 8). What is left is split in the attribute whose detail costs most.
"""

from __future__ import annotations

import heapq
import itertools
import math

import numpy as np
from numpy.typing import NDArray

from engine.control import Control
from engine.lattice.antichain import MaximalElements
from engine.lattice.lattice import Levels
from engine.quality.model import AttributeWiseModel
from engine.search.check import Checker
from engine.search.problem import Problem
from engine.search.solution import Check, Limits, Solution

LOOK_ABOVE = 1.25
"""How far above the best score the bound of an interval's upper end may lie for it to be worth a check: a
transformation that cannot win still excludes everything below it, or raises its bounds. Measured on ADULT and CUP:
1.25 needs the fewest checks; 1 (only possible winners) a third more."""

Ends = NDArray[np.int16]
Table = NDArray[np.float64]


def optimal(problem: Problem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the best transformation and prove that it is the best.

    Stopped early it returns the best so far with the bound proven until then. Deterministic; `seed` is not used.
    """
    del seed
    return _Search(problem, Checker(problem, control, limits)).run()


class _Search:
    def __init__(self, problem: Problem, checker: Checker) -> None:
        if not isinstance(problem.quality, AttributeWiseModel):
            raise TypeError("the search needs a quality model with a loss for every attribute")
        self._problem = problem
        self._lattice = problem.lattice
        self._checker = checker
        self._quality = problem.quality
        self._not_anonymous = MaximalElements(len(problem.lattice.top))
        self._tables: dict[Levels, Table] = {}
        self._open: list[tuple[float, int, Ends, Ends, Table]] = []
        self._ticket = itertools.count()
        self._open_size = 0
        self._losses = np.empty(len(problem.lattice.top))

    def run(self) -> Solution:
        """Descend for a first good transformation, then divide the lattice until nothing is left open."""
        bound = self._quality.lower_bound(self._lattice.bottom)
        self._descend()
        lattice = self._lattice
        self._push(np.array(lattice.bottom, np.int16), np.array(lattice.top, np.int16), self._quality.bound_table)
        while self._open:
            bound = min(max(bound, self._open[0][0]), self._checker.incumbent)
            if bound >= self._checker.incumbent:
                break
            if self._checker.must_end:
                return self._checker.solution("optimal", proven=False, lower_bound=bound)
            self._checker.report(bound, self._excluded())
            _bound, _ticket, low, high, table = heapq.heappop(self._open)
            self._open_size -= _size(low, high)
            self._divide(low, high, table)
        return self._checker.solution("optimal", proven=True, lower_bound=self._checker.incumbent)

    def _excluded(self) -> float:
        return max(0.0, 1.0 - self._open_size / self._lattice.size)

    def _descend(self) -> None:
        """From the top, always to the anonymous specialization with the lowest bound: an incumbent in few checks.

        Where nothing stops it (everything is anonymous) it goes on only while the score gets better.
        """
        levels: Levels | None = self._lattice.top
        if not self._look(self._lattice.top).anonymous:
            return
        while levels is not None:
            below = sorted(self._lattice.predecessors(levels), key=self._quality.lower_bound)
            levels = next(filter(self._may_enter, below), None)

    def _may_enter(self, levels: Levels) -> bool:
        if self._checker.must_end or self._not_anonymous.covers(levels):
            return False
        before = self._checker.incumbent
        return self._look(levels).anonymous and self._checker.incumbent < before

    def _look(self, levels: Levels) -> Check:
        check, table = self._checker.check_with_bounds(levels)
        if check.specializations_fail:
            self._not_anonymous.add(levels)
        if table is not None:
            self._tables[levels] = table
        return check

    def _push(self, low: Ends, high: Ends, table: Table) -> None:
        from engine.kernels.bound import bound_at  # noqa: PLC0415 - Numba is loaded where it is first needed

        bound = bound_at(table, low, self._quality.aggregate_kind, self._losses)
        if bound < self._checker.incumbent:
            heapq.heappush(self._open, (bound, next(self._ticket), low, high, table))
            self._open_size += _size(low, high)

    def _divide(self, low: Ends, high: Ends, table: Table) -> None:
        """Shrink an interval to what is still possible; check its upper end; split what that leaves."""
        if not self._shrink(low, high, table):
            return
        upper: Levels = tuple(high.tolist())
        if self._is_worth_a_check(upper) and not self._checker.is_known(upper):
            self._look(upper)
            if self._not_anonymous.covers(upper):
                return
            raised = self._tables.pop(upper, None)
            if raised is not None:
                table = np.maximum(table, raised)
                if not self._shrink(low, high, table):
                    return
        elif upper in self._tables:
            table = np.maximum(table, self._tables[upper])
        if (low == high).all():
            self._checker.check(tuple(low.tolist()))
            return
        self._split(low, high, table)

    def _is_worth_a_check(self, upper: Levels) -> bool:
        return self._quality.lower_bound(upper) < LOOK_ABOVE * self._checker.incumbent

    def _shrink(self, low: Ends, high: Ends, table: Table) -> bool:
        """Drop the levels at both ends that are excluded already; False when nothing is left."""
        from engine.kernels.bound import shrink  # noqa: PLC0415

        excluded = self._not_anonymous
        bound = shrink(
            low,
            high,
            table,
            self._quality.aggregate_kind,
            self._checker.incumbent,
            excluded.rows,
            len(excluded),
            self._losses,
        )
        return bool(bound < math.inf)

    def _split(self, low: Ends, high: Ends, table: Table) -> None:
        """Two halves, divided in the attribute whose upper half of levels costs most."""
        from engine.kernels.bound import costliest_split  # noqa: PLC0415

        attribute = costliest_split(low, high, table)
        middle = (int(low[attribute]) + int(high[attribute])) // 2
        below, above = high.copy(), low.copy()
        below[attribute], above[attribute] = middle, middle + 1
        self._push(low, below, table)
        self._push(above, high, table)


def _size(low: Ends, high: Ends) -> int:
    return math.prod((high - low + 1).tolist())
