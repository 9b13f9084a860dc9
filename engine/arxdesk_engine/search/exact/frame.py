"""The frame of the exact search: the lattice as intervals, the ones with the lowest bounds divided first.

An interval [low, high] is every transformation between two. Intervals are taken in the order of their bounds, so that
the smallest one still open is a proven lower bound for the whole lattice. Several are taken at once and divided side
by side, each with what was known to all when they were taken; then the findings are put together in their order. How
many follows from the problem and from the looks taken so far, never from the number of cores: the result, and every
look on the way, is the same with any.

How an interval is bounded and divided is the strategy's: `search.exact.by_losses` or `search.exact.by_classes`.
"""

from __future__ import annotations

import heapq
import itertools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.search.again import joined
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import Ends
from arxdesk_engine.search.heuristics.incumbent import find_incumbent
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution
from arxdesk_engine.search.ties import Ties, may_win_in, size_of

MOST_AT_ONCE = 16
"""The largest number of intervals divided at once."""
LOOKS_BEFORE_MORE = 32
"""While few looks were taken, agreeing after each of them saves more looks than working side by side saves time: there
is one interval more for every so many looks, rounded."""
MOST_OPEN = 400_000
"""So many open intervals are kept; then those with the lowest bounds are divided to the end, depth first, one small
group after the other, which adds few."""
MOST_EXCLUDING = 1_000_000
"""So many maximal elements below which nothing is anonymous are remembered, some 200 bytes each."""
PARTITION_BYTES = 384 * 1024 * 1024
"""How much memory the partitions of open intervals may take; those with the highest bounds give theirs up first."""


def grown(looks: int) -> int:
    """How many intervals are divided at once after so many looks, and how many looks each of them may take."""
    return 1 + (looks + LOOKS_BEFORE_MORE // 2) // LOOKS_BEFORE_MORE


@dataclass(slots=True)
class LatticeInterval:
    """The `size` transformations from `low` to `high`, none of which scores below `bound`."""

    bound: float
    low: Ends
    high: Ends
    size: float


Part = TypeVar("Part", bound=LatticeInterval)


class OpenIntervals(Generic[Part]):
    """The intervals that are still to be divided: a heap by their bounds, and a stack once there are too many."""

    def __init__(self, checker: Checker, lattice_size: int) -> None:
        self._checker = checker
        self._lattice_size = lattice_size
        self._waiting: list[tuple[float, int, Part]] = []
        self._unfinished: list[Part] = []  # parts of intervals that are divided to the end, for want of room
        self._ticket = itertools.count()
        self._size = 0.0
        self._most_excluded = 0.0
        self._ties = Ties()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._unfinished)

    @property
    def is_full(self) -> bool:
        """Whether intervals are added to the stack."""
        return bool(self._unfinished) or len(self._waiting) >= MOST_OPEN

    @property
    def waiting(self) -> Iterator[Part]:
        """The intervals of the heap; low bounds come first, roughly."""
        return (entry[2] for entry in self._waiting)

    @property
    def lowest_bound(self) -> float:
        """The lowest bound of all open intervals; infinite without any."""
        bounds = [interval.bound for interval in self._unfinished]
        if self._waiting:
            bounds.append(self._waiting[0][0])
        return min(bounds, default=np.inf)

    @property
    def excluded(self) -> float:
        """The share of the lattice that is settled; it never falls, though the sizes are rounded."""
        now = min(max(1.0 - self._size / self._lattice_size, 0.0), 1.0)
        self._most_excluded = max(self._most_excluded, now)
        return self._most_excluded

    def push(self, interval: Part, is_full: bool) -> bool:
        """Add an interval unless nothing in it can win; `is_full`: to the stack. Returns whether it was added."""
        if not may_win_in(self._checker, interval):
            return False
        self._size += interval.size
        if is_full:
            self._unfinished.append(interval)
        else:
            heapq.heappush(self._waiting, (interval.bound, next(self._ticket), interval))
        return True

    def pop_some(self, most: int) -> list[Part]:
        """Take out the next intervals: the stack's, then those with the lowest bounds."""
        return [self._pop() for _ in range(min(most, len(self)))]

    def _pop(self) -> Part:
        interval = self._unfinished.pop() if self._unfinished else heapq.heappop(self._waiting)[2]
        self._size -= interval.size
        return interval

    def ties_are_left(self) -> bool:
        """Whether an equal of the best score may be found that comes before it; all else is dropped."""
        before = len(self)
        left = self._ties.are_left(self._checker, self._waiting, self._unfinished)
        if len(self) != before:
            self._size = size_of(self._waiting, self._unfinished)
        return left


class Division(ABC):
    """How the lattice is divided into intervals that are bounded, and which of them are open."""

    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        self.problem = problem
        self.checker = checker
        self.failing = MaximalElements(len(problem.lattice.top))
        """Transformations below which nothing is anonymous."""

    @property
    @abstractmethod
    def first_looks(self) -> int:
        """The largest number of checks in the search for a first good transformation."""

    @abstractmethod
    def begin(self, bound: float, low: Ends, high: Ends) -> None:
        """Open the interval of the whole lattice."""

    @property
    @abstractmethod
    def is_open(self) -> bool:
        """Whether intervals are still to be divided."""

    @property
    @abstractmethod
    def lowest_bound(self) -> float:
        """The lowest bound of all open intervals; infinite without any."""

    @property
    @abstractmethod
    def excluded(self) -> float:
        """The share of the lattice that is settled; it never falls, though the sizes are rounded."""

    @abstractmethod
    def ties_are_left(self) -> bool:
        """Whether an equal of the best score may be found that comes before it; all else is dropped."""

    @abstractmethod
    def most_at_once(self) -> int:
        """How many intervals may be divided now; 0: the looks that are left are too few."""

    @abstractmethod
    def divide_next(self, most: int) -> None:
        """Take the next intervals out, divide them side by side, and add the parts that are left."""

    def rest(self) -> None:  # noqa: B027 - most have nothing to end
        """Let whatever works beside the search end, until intervals are divided again."""

    def exclude(self, check: Check) -> None:
        """Remember a transformation below which nothing is anonymous."""
        if check.specializations_fail and len(self.failing) < MOST_EXCLUDING:
            self.failing.add(check.levels)


class Strategy(Division, Generic[Part]):
    """How intervals that are objects are bounded and divided."""

    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        super().__init__(problem, checker)
        self._intervals: OpenIntervals[Part] = OpenIntervals(checker, problem.lattice.size)

    @abstractmethod
    def whole(self, bound: float, low: Ends, high: Ends) -> Part:
        """The interval of the whole lattice."""

    @abstractmethod
    def divide(self, intervals: OpenIntervals[Part], most: int) -> None:
        """Take the next intervals out, divide them side by side, and add the parts that are left."""

    def begin(self, bound: float, low: Ends, high: Ends) -> None:
        """Open the interval of the whole lattice."""
        self._intervals.push(self.whole(bound, low, high), is_full=False)

    @property
    def is_open(self) -> bool:
        """Whether intervals are still to be divided."""
        return len(self._intervals) > 0

    @property
    def lowest_bound(self) -> float:
        """The lowest bound of all open intervals; infinite without any."""
        return self._intervals.lowest_bound

    @property
    def excluded(self) -> float:
        """The share of the lattice that is settled; it never falls, though the sizes are rounded."""
        return self._intervals.excluded

    def ties_are_left(self) -> bool:
        """Whether an equal of the best score may be found that comes before it; all else is dropped."""
        return self._intervals.ties_are_left()

    def divide_next(self, most: int) -> None:
        """Take the next intervals out, divide them side by side, and add the parts that are left."""
        self.divide(self._intervals, most)


class IntervalSearch:
    """Finds the best transformation and proves that it is the best, by the intervals of a strategy."""

    def __init__(
        self,
        problem: SearchProblem,
        strategy: Callable[[SearchProblem, Checker], Division],
        control: Control,
        limits: Limits,
    ) -> None:
        self._problem = problem
        self._make_strategy = strategy
        self._checker = Checker(problem, control, limits)
        self._strategy = strategy(problem, self._checker)
        self._bound: float | None = None  # before the lattice is divided
        self._so_far: Solution | None = None
        self._is_broken = False

    def run(self) -> Solution:
        """A first good transformation, then intervals until none is left open."""
        try:
            found = self._run()
        except BaseException:
            self._is_broken = True
            raise
        finally:
            self._strategy.rest()
            self._checker.workers.close()
        self._so_far = replace(found, continuation=None)  # which holds this search
        return found

    def _go_on(self, control: Control, limits: Limits) -> Solution:
        if self._is_broken and self._so_far is not None:  # the intervals that were being divided then are lost
            return joined(self._so_far, IntervalSearch(self._problem, self._make_strategy, control, limits).run())
        self._checker.go_on(control, limits)
        return self.run()

    def _run(self) -> Solution:
        checker, strategy = self._checker, self._strategy
        bound = self._begin() if self._bound is None else self._bound
        while strategy.is_open:
            bound = self._bound = min(max(bound, strategy.lowest_bound), checker.incumbent)
            proven = bound >= checker.incumbent
            if proven and not strategy.ties_are_left():
                break
            if checker.must_end or (most := strategy.most_at_once()) == 0:
                left = None if proven else self._go_on
                return checker.solution("optimal", proven=proven, lower_bound=bound, continuation=left)
            checker.report(bound, strategy.excluded)
            strategy.divide_next(most)
        return checker.solution("optimal", proven=True, lower_bound=checker.incumbent)

    def _begin(self) -> float:
        problem, strategy = self._problem, self._strategy
        find_incumbent(problem, self._checker, strategy.first_looks)
        for check in self._checker.examined:
            strategy.exclude(check)
        bound = problem.lower_bound(problem.lattice.bottom)
        low, high = np.array(problem.lattice.bottom, np.int16), np.array(problem.lattice.top, np.int16)
        strategy.begin(bound, low, high)
        return bound
