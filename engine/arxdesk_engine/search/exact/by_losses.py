"""`optimal`: the provably best transformation, by best-first division of the lattice into intervals.

Intervals are taken in the order of their bounds, so that the smallest one still open is a proven lower bound for the
whole lattice. Several are taken at once and divided on their own for a while (`search.exact.intervals`), each with
what was known to all when they were taken; then what they found is put together in their order. How many, and for how
long, follows from the problem and from the looks taken so far, never from the number of cores: the result, and every
look on the way, is the same with any.
"""

from __future__ import annotations

import heapq
import itertools
import math
from dataclasses import replace

import numpy as np

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.again import joined
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.exact.by_classes import both_ends
from arxdesk_engine.search.exact.intervals import Dive, Found, Interval, Shared
from arxdesk_engine.search.heuristics.incumbent import find_incumbent
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution
from arxdesk_engine.search.ties import Ties, may_win_in, size_of

LEAST_FIRST_LOOKS, MOST_FIRST_LOOKS = 30, 500
"""How many looks the search for a first good transformation may take; between them it depends on the lattice."""
MOST_DIVES = 16
"""How many intervals are divided at once at most."""
ROWS_PER_DIVE = 2_000_000
"""How many rows a dive may go through, roughly: some ten milliseconds."""
LOOKS_BEFORE_DIVES = 32
"""While few looks were taken, agreeing after each of them saves more looks than working side by side saves time."""
DEPTH_OF_DIVES, DEPTH_WHERE_MUCH_FAILS = 0.1, 0.2
"""How far a dive follows bounds above that of its interval, as a share of the way to the best score: the deeper, the
more looks start from partitions at hand, and the later the proven bound rises. Where anonymity can fail the deeper ones
cost no bound: measured on the SS13ACS-shaped data, and the opposite on MACH2019 with any suppression."""
MOST_OPEN = 400_000
"""So many open intervals are kept; then those with the lowest bounds are divided to the end, depth first, one small
group after the other, which adds few."""
MOST_EXCLUDING = 1_000_000
"""So many maximal elements below which nothing is anonymous are remembered, some 200 bytes each."""
PARTITION_BYTES = 384 * 1024 * 1024
"""How much memory the partitions of open intervals may take; those with the highest bounds give theirs up first."""


def optimal(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the best transformation and prove that it is the best.

    Stopped early it returns the best so far with the bound proven until then. Deterministic; `seed` is not used.
    Quality models that have no tables of losses, which kernels compare, are left to `both_ends`.
    """
    del seed
    quality = problem.quality
    if not isinstance(quality, AttributeWiseModel) or quality.is_ranked:
        return both_ends(problem, control, limits)
    return _Search(problem, quality, Checker(problem, control, limits)).run()


class _Search:
    def __init__(self, problem: SearchProblem, quality: AttributeWiseModel, checker: Checker) -> None:
        lattice = problem.lattice
        self._problem = problem
        self._quality = quality
        self._checker = checker
        self._left: Solution | None = None
        self._is_broken = False
        self._bound: float | None = None  # before the lattice is divided
        self._not_anonymous = MaximalElements(len(lattice.top))
        self._open: list[tuple[float, int, Interval]] = []
        self._ticket = itertools.count()
        self._open_size = 0.0
        self._most_excluded = 0.0
        self._unfinished: list[Interval] = []  # parts of intervals that are divided to the end, for want of room
        self._gains = np.zeros(quality.bound_table.shape)
        self._gain_counts = np.zeros(quality.bound_table.shape)
        self._kept_bytes = 0
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
            again = _Search(self._problem, self._quality, Checker(self._problem, control, limits))
            return joined(self._left, again.run())
        self._checker.go_on(control, limits)
        return self.run()

    def _run(self) -> Solution:
        checker = self._checker
        bound = self._begin() if self._bound is None else self._bound
        while self._open or self._unfinished:
            bound = self._bound = min(max(bound, self._lowest_bound()), checker.incumbent)
            proven = bound >= checker.incumbent
            if proven and not self._ties_are_left():
                break
            if checker.must_end:
                left = None if proven else self._go_on
                return checker.solution("optimal", proven=proven, lower_bound=bound, continuation=left)
            checker.report(bound, self._excluded())
            self._divide_some()
        return checker.solution("optimal", proven=True, lower_bound=checker.incumbent)

    def _begin(self) -> float:
        checker = self._checker
        find_incumbent(self._problem, checker, _first_looks(self._problem.lattice.size))
        for check in checker.examined:
            self._exclude(check)
        lattice = self._problem.lattice
        bound = self._quality.lower_bound(lattice.bottom)
        low, high = np.array(lattice.bottom, np.int16), np.array(lattice.top, np.int16)
        whole = self._problem.partitioner.whole
        self._push(Interval(bound, low, high, self._quality.bound_table, whole, float(lattice.size)))
        return bound

    def _ties_are_left(self) -> bool:
        number = len(self._open) + len(self._unfinished)
        left = self._ties.are_left(self._checker, self._open, self._unfinished)
        if number != len(self._open) + len(self._unfinished):
            self._open_size = size_of(self._open, self._unfinished)
        return left

    def _excluded(self) -> float:
        now = min(max(1.0 - self._open_size / self._problem.lattice.size, 0.0), 1.0)
        self._most_excluded = max(self._most_excluded, now)  # sums of rounded numbers never make it fall
        return self._most_excluded

    def _divide_some(self) -> None:
        """Take the intervals with the lowest bounds, divide them side by side, and put together what was found."""
        checker = self._checker
        dives, looks = self._shares()
        tree = self._not_anonymous.tree
        gains = np.where(self._gain_counts > 0, self._gains / np.maximum(self._gain_counts, 1), self._expected_gain)
        shared = Shared(
            self._problem, self._quality, checker.best_place, tree, gains, checker.source_of, lambda: checker.must_end
        )
        is_full = bool(self._unfinished) or len(self._open) >= MOST_OPEN
        taken = [self._pop() for _ in range(min(dives, len(self._open) + len(self._unfinished)))]
        for found in checker.workers.map(
            lambda interval: Dive(shared, self._until(interval.bound, is_full), looks).run(interval), taken
        ):
            self._put_together(found, is_full)
        if self._kept_bytes > PARTITION_BYTES:
            self._give_up_partitions()

    @property
    def _expected_gain(self) -> float:
        """The mean gain of all divisions so far, for those not made yet."""
        made = self._gain_counts.sum()
        return float(self._gains.sum() / made) if made else 1.0

    def _shares(self) -> tuple[int, int]:
        """How many dives, and how many looks each of them may take."""
        grown = 1 + self._checker.checks // LOOKS_BEFORE_DIVES
        looks = min(grown, max(1, ROWS_PER_DIVE // len(self._problem.grouping.rows)))
        dives = min(grown, MOST_DIVES)
        left = self._checker.checks_left
        if left is not None:
            dives = min(dives, left)
            looks = min(looks, left // dives)
        return dives, looks

    def _lowest_bound(self) -> float:
        lowest = self._open[0][0] if self._open else np.inf
        return min(lowest, *(interval.bound for interval in self._unfinished)) if self._unfinished else lowest

    def _until(self, bound: float, is_full: bool) -> float:
        incumbent = self._checker.incumbent
        if is_full:
            return incumbent
        depth = DEPTH_OF_DIVES if self._problem.any_suppression_will_do else DEPTH_WHERE_MUCH_FAILS
        return bound + depth * (incumbent - bound) if np.isfinite(incumbent) else bound

    def _put_together(self, found: Found, is_full: bool) -> None:
        for look in found.looks:
            self._exclude(self._checker.remember(look))
            self._kept_bytes += look.partition.nbytes
        for attribute, level, gain in found.gains:
            self._gains[attribute, level] += gain
            self._gain_counts[attribute, level] += 1
        for interval in found.left:
            self._push(interval, is_full)

    def _exclude(self, check: Check) -> None:
        if check.specializations_fail and len(self._not_anonymous) < MOST_EXCLUDING:
            self._not_anonymous.add(check.levels)

    def _push(self, interval: Interval, is_full: bool = False) -> None:
        if not may_win_in(self._checker, interval):
            return
        self._open_size += interval.size
        if is_full:
            self._unfinished.append(interval)
        else:
            heapq.heappush(self._open, (interval.bound, next(self._ticket), interval))

    def _pop(self) -> Interval:
        interval = self._unfinished.pop() if self._unfinished else heapq.heappop(self._open)[2]
        self._open_size -= interval.size
        return interval

    def _give_up_partitions(self) -> None:
        """Leave partitions to the intervals that are next, as far as memory goes; others start from all rows."""
        whole = self._problem.partitioner.whole
        seen: set[int] = set()
        kept = 0
        for _bound, _ticket, interval in self._open:  # a heap: low bounds come first, roughly
            if id(interval.source) in seen or interval.source is whole:
                continue
            if kept + interval.source.nbytes > PARTITION_BYTES // 2:
                interval.source = whole
            else:
                seen.add(id(interval.source))
                kept += interval.source.nbytes
        self._kept_bytes = kept


def _first_looks(lattice_size: int) -> int:
    """Small lattices are divided in about the time that a thorough search for a first transformation takes.

    Measured: the best of MACH2019 (8.5e7) is found within 300 looks, that of SS13ACS-shaped data (3.7e5) within 130.
    """
    orders = math.log10(lattice_size)
    return min(max(int(8 * (orders - 3) ** 3), LEAST_FIRST_LOOKS), MOST_FIRST_LOOKS)
