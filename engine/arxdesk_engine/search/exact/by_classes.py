"""`optimal` for quality models that only classes can bound well: intervals of transformations seen from both ends.

An interval [low, high] is every transformation between two. Where nothing below `high` is anonymous it is excluded.
Otherwise what is suppressed at `high` in every specialization is suppressed in all of it, and the classes of `low` are
what all its classes are made of: together they bound it (`ClassWiseModel.bound`). What is left is divided in two by one
attribute. Ranked losses have tables in place of classes, as kernels cannot compare them.

Intervals are taken in the order of their bounds, some at once, and put together in their order: the result, and every
look on the way, is the same with any number of cores.
"""

from __future__ import annotations

import heapq
import itertools
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.quality.aggregate import aggregated_at
from arxdesk_engine.quality.model import AttributeWiseModel, ClassWiseModel
from arxdesk_engine.quality.non_uniform_entropy import label_counts
from arxdesk_engine.search.again import joined
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import Ends, Evaluation, Table, evaluate
from arxdesk_engine.search.heuristics.incumbent import find_incumbent
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import may_win, place_of
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.ties import Ties, may_win_in, size_of

FIRST_LOOKS = 60
"""How many looks the search for a first good transformation may take."""
MOST_AT_ONCE = 16
"""How many intervals are divided at once at most."""
LOOKS_BEFORE_MORE = 32
"""While few looks were taken, agreeing after each of them saves more looks than working side by side saves time."""
LOOKS_PER_INTERVAL = 2
MOST_OPEN = 400_000
"""So many open intervals are kept; then the last ones are divided to the end first, which adds few."""
PARTITION_BYTES = 384 * 1024 * 1024
"""How much memory the looks at upper ends may keep; the intervals with the highest bounds give theirs up first."""


@dataclass(slots=True)
class Interval:
    """`top` is the look at `high`, None: not taken, or given up. `size` is how many transformations it holds."""

    bound: float
    low: Ends
    high: Ends
    size: float
    table: Table | None
    top: Evaluation | None = None

    @property
    def is_single(self) -> bool:
        """Whether it is one transformation."""
        return bool((self.low == self.high).all())


@dataclass(slots=True)
class _Found:
    """What dividing one interval found: looks in their order, and the halves that are left."""

    looks: list[Evaluation] = field(default_factory=list)
    halves: list[Interval] = field(default_factory=list)


def both_ends(problem: SearchProblem, control: Control, limits: Limits) -> Solution:
    """Find the best transformation and prove that it is the best, whatever the quality model.

    Stopped early it returns the best so far with the bound proven until then. Deterministic.
    """
    return _Search(problem, Checker(problem, control, limits)).run()


class _Search:
    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        self._problem = problem
        self._checker = checker
        self._left: Solution | None = None
        self._is_broken = False
        self._bound_of_all: float | None = None  # before the lattice is divided
        self._failing = MaximalElements(len(problem.lattice.top))
        self._open: list[tuple[float, int, Interval]] = []
        self._unfinished: list[Interval] = []
        self._ticket = itertools.count()
        self._open_size = 0.0
        self._most_excluded = 0.0
        self._kept_bytes = 0
        self._detail = _detail_of_levels(problem)
        self._ties = Ties()

    def run(self) -> Solution:
        """A first good transformation, then intervals until none is left open."""
        try:
            found = self._run()
        except BaseException:
            self._is_broken = True
            raise
        finally:
            self._checker.workers.close()
        self._left = replace(found, continuation=None)  # which holds this search
        return found

    def _go_on(self, control: Control, limits: Limits) -> Solution:
        if self._is_broken and self._left is not None:  # what was being divided then is lost
            return joined(self._left, _Search(self._problem, Checker(self._problem, control, limits)).run())
        self._checker.go_on(control, limits)
        return self.run()

    def _run(self) -> Solution:
        checker = self._checker
        bound = self._begin() if self._bound_of_all is None else self._bound_of_all
        while self._open or self._unfinished:
            bound = self._bound_of_all = min(max(bound, self._lowest_bound()), checker.incumbent)
            if bound >= checker.incumbent and not self._ties_are_left():
                break
            at_once = self._most_at_once()
            if checker.must_end or at_once == 0:
                proven = bound >= checker.incumbent
                left = None if proven else self._go_on
                return checker.solution("optimal", proven=proven, lower_bound=bound, continuation=left)
            checker.report(bound, self._excluded())
            self._divide_some(at_once)
        return checker.solution("optimal", proven=True, lower_bound=checker.incumbent)

    def _begin(self) -> float:
        problem, checker = self._problem, self._checker
        find_incumbent(problem, checker, FIRST_LOOKS)
        for check in checker.examined:
            if check.specializations_fail:
                self._failing.add(check.levels)
        bound = problem.quality.lower_bound(problem.lattice.bottom)
        low, high = np.array(problem.lattice.bottom, np.int16), np.array(problem.lattice.top, np.int16)
        table = problem.quality.bound_table if isinstance(problem.quality, AttributeWiseModel) else None
        self._push(Interval(bound, low, high, float(problem.lattice.size), table))
        return bound

    def _ties_are_left(self) -> bool:
        number = len(self._open) + len(self._unfinished)
        left = self._ties.are_left(self._checker, self._open, self._unfinished)
        if number != len(self._open) + len(self._unfinished):
            self._open_size = size_of(self._open, self._unfinished)
        return left

    def _most_at_once(self) -> int:
        most = min(1 + self._checker.checks // LOOKS_BEFORE_MORE, MOST_AT_ONCE)
        left = self._checker.checks_left
        return most if left is None else min(most, left // LOOKS_PER_INTERVAL)

    def _divide_some(self, most: int) -> None:
        taken = [self._pop() for _ in range(min(most, len(self._open) + len(self._unfinished)))]
        for found in self._checker.workers.map(self._divide, taken):
            for look in found.looks:
                check = self._checker.remember(look)
                if check.specializations_fail:
                    self._failing.add(check.levels)
            for half in found.halves:
                self._push(half)
        if self._kept_bytes > PARTITION_BYTES:
            self._give_up_looks()

    def _divide(self, interval: Interval) -> _Found:
        """Look at both ends, and halve what neither excludes. Changes nothing that others see."""
        found = _Found()
        best = self._checker.best_place
        if interval.top is None:
            if self._checker.must_end or self._failing.covers(tuple(interval.high.tolist())):
                found.halves = [interval] if self._checker.must_end else []
                return found
            interval.top = self._look(interval.high)
            found.looks.append(interval.top)
            if interval.top.check.anonymous:
                here = place_of(interval.top.check)
                best = here if best is None else min(best, here)
        if interval.top.check.specializations_fail:
            return found
        bound = max(interval.bound, self._bound(interval, interval.top, found))
        if not interval.is_single and may_win(bound, tuple(interval.low.tolist()), best):
            found.halves = self._halves(interval, bound)
        return found

    def _look(self, levels: Ends) -> Evaluation:
        problem = self._problem
        source = self._checker.source_of(levels.astype(np.int64), problem.partitioner.whole)
        return evaluate(problem, source, levels, keep_rows=True, scores_all=False)

    def _bound(self, interval: Interval, top: Evaluation, found: _Found) -> float:
        """A bound for the whole interval, from both its ends."""
        quality = self._problem.quality
        if not isinstance(quality, ClassWiseModel):
            if interval.table is not None and top.table is not None:
                interval.table = np.maximum(interval.table, top.table)
            return _bound_by_table(quality, interval)
        bottom = top
        if not interval.is_single:
            bottom = evaluate(self._problem, top.partition, interval.low, keep_rows=True, scores_all=False)
            found.looks.append(bottom)
        if bottom.listed is None or top.listed is None:
            raise AssertionError("looks with a class-wise quality model list the classes")
        classes = bottom.listed.classes
        members = top.partition.kept_members  # no row is ever left out, so that rows are their own places
        hidden = np.append(False, top.listed.hidden)[members[classes.first_rows]]
        return quality.bound(classes, hidden, self._problem.minimal_class_size, tuple(interval.high.tolist()))

    def _halves(self, interval: Interval, bound: float) -> list[Interval]:
        """Two parts, divided where their classes differ most."""
        attribute, level = self._split(interval)
        low, high = interval.low.copy(), interval.high.copy()
        share = (level - int(low[attribute]) + 1) / (int(high[attribute]) - int(low[attribute]) + 1)
        high[attribute], low[attribute] = level, level + 1
        size, table = interval.size, interval.table
        above = Interval(bound, low, interval.high, size * (1.0 - share), table, interval.top)
        return [above, Interval(bound, interval.low, high, size * share, table)]

    def _split(self, interval: Interval) -> tuple[int, int]:
        low, high = interval.low.tolist(), interval.high.tolist()
        spans = [
            (self._detail[place, first] - self._detail[place, last], last - first, -place)
            for place, (first, last) in enumerate(zip(low, high, strict=True))
        ]
        attribute = -max(span for span in spans if span[1] > 0)[2]
        detail = self._detail[attribute, low[attribute] : high[attribute] + 1]
        larger_half = np.maximum(detail[0] - detail[:-1], detail[1:] - detail[-1])
        return attribute, low[attribute] + int(np.argmin(larger_half))

    def _push(self, interval: Interval) -> None:
        if not may_win_in(self._checker, interval):
            return
        self._open_size += interval.size
        if interval.top is not None:
            self._kept_bytes += interval.top.partition.nbytes
        if self._unfinished or len(self._open) >= MOST_OPEN:
            self._unfinished.append(interval)
        else:
            heapq.heappush(self._open, (interval.bound, next(self._ticket), interval))

    def _pop(self) -> Interval:
        interval = self._unfinished.pop() if self._unfinished else heapq.heappop(self._open)[2]
        self._open_size -= interval.size
        if interval.top is not None:
            self._kept_bytes -= interval.top.partition.nbytes
        return interval

    def _lowest_bound(self) -> float:
        waiting = [interval.bound for interval in self._unfinished]
        return min([*waiting, self._open[0][0]]) if self._open else min(waiting)

    def _excluded(self) -> float:
        now = min(max(1.0 - self._open_size / self._problem.lattice.size, 0.0), 1.0)
        self._most_excluded = max(self._most_excluded, now)
        return self._most_excluded

    def _give_up_looks(self) -> None:
        """Leave looks to the intervals that are next, as far as memory goes; others are taken again."""
        kept = 0
        for _bound, _ticket, interval in self._open:  # a heap: low bounds come first, roughly
            if interval.top is None:
                continue
            kept += interval.top.partition.nbytes
            if kept > PARTITION_BYTES // 2:
                kept -= interval.top.partition.nbytes
                interval.top = None
        self._kept_bytes = kept


def _bound_by_table(quality: object, interval: Interval) -> float:
    if not isinstance(quality, AttributeWiseModel) or interval.table is None:
        raise AssertionError("a quality model gives losses by attribute, or is bounded by classes")
    return aggregated_at(interval.table, interval.low, quality.aggregate_kind)


def _detail_of_levels(problem: SearchProblem) -> NDArray[np.float64]:
    """What the labels of each level tell, as bits of a record or as losses: float64[attributes, levels], falling."""
    quality = problem.quality
    if isinstance(quality, AttributeWiseModel):
        return -quality.bound_table
    counts = label_counts(problem.grouping)
    detail = np.zeros((len(counts), max(map(len, counts))))
    for attribute, levels in enumerate(counts):
        for level, labels in enumerate(levels):
            shares = labels[labels > 0] / problem.grouping.records
            detail[attribute, level] = -float(shares @ np.log2(shares))
    return detail
