"""Exact search for quality models that only classes can bound well: intervals seen from both their ends.

Where nothing below `high` is anonymous an interval is excluded. Otherwise what is suppressed at `high` in every
specialization is suppressed in all of it, and the classes of `low` are what all its classes are made of: together they
bound it (`ClassWiseModel.bound`); a model of neither kind is bounded by its `lower_bound` of `low` alone. What is left
is divided in two by one attribute. Ranked losses have tables in place of classes, as kernels cannot compare them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.quality.aggregate import aggregated_at
from arxdesk_engine.quality.model import AttributeWiseModel, ClassWiseModel
from arxdesk_engine.quality.non_uniform_entropy import label_counts
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import Ends, Evaluation, Table, evaluate
from arxdesk_engine.search.exact import frame
from arxdesk_engine.search.exact.frame import LatticeInterval, OpenIntervals, Strategy
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import may_win, place_of

FIRST_LOOKS = 60
"""The largest number of checks in the search for a first good transformation."""
LOOKS_PER_INTERVAL = 2


@dataclass(slots=True)
class ClassInterval(LatticeInterval):
    """`table` holds ranked losses, None with classes; `top` is the look at `high`, None: not taken, or given up."""

    table: Table | None
    top: Evaluation | None = None

    @property
    def is_single(self) -> bool:
        """Whether it is one transformation."""
        return bool((self.low == self.high).all())

    @property
    def nbytes(self) -> int:
        """The memory that its look keeps."""
        return 0 if self.top is None else self.top.partition.nbytes


@dataclass(slots=True)
class _Halving:
    """The findings of dividing one interval: looks in their order, and the halves that are left."""

    looks: list[Evaluation] = field(default_factory=list)
    halves: list[ClassInterval] = field(default_factory=list)


class ByClasses(Strategy[ClassInterval]):
    """Bounds intervals by the classes, or the ranked losses, of both their ends."""

    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        super().__init__(problem, checker)
        self._kept_bytes = 0
        self._detail = _detail_of_levels(problem)

    @property
    def first_looks(self) -> int:
        """The largest number of checks in the search for a first good transformation."""
        return FIRST_LOOKS

    def whole(self, bound: float, low: Ends, high: Ends) -> ClassInterval:
        """The interval of the whole lattice."""
        quality = self.problem.quality
        table = quality.bound_table if isinstance(quality, AttributeWiseModel) else None
        return ClassInterval(bound, low, high, float(self.problem.lattice.size), table)

    def most_at_once(self) -> int:
        """How many intervals may be divided now; 0: the looks that are left are too few."""
        most = min(frame.grown(self.checker.checks), frame.MOST_AT_ONCE)
        left = self.checker.checks_left
        return most if left is None else min(most, left // LOOKS_PER_INTERVAL)

    def divide(self, intervals: OpenIntervals[ClassInterval], most: int) -> None:
        """Halve the next intervals, each after a look at both its ends."""
        taken = intervals.pop_some(most)
        self._kept_bytes -= sum(interval.nbytes for interval in taken)
        for found in self.checker.workers.map(self._halve, taken):
            for look in found.looks:
                self.exclude(self.checker.remember(look))
            for half in found.halves:
                if intervals.push(half, intervals.is_full):
                    self._kept_bytes += half.nbytes
        if self._kept_bytes > frame.PARTITION_BYTES:
            self._give_up_looks(intervals)

    def _halve(self, interval: ClassInterval) -> _Halving:
        """Look at both ends, and halve what neither excludes. Changes nothing that others see."""
        found = _Halving()
        best = self.checker.best_place
        if interval.top is None:
            if self.checker.must_end or self.failing.covers(tuple(interval.high.tolist())):
                found.halves = [interval] if self.checker.must_end else []
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
        problem = self.problem
        source = self.checker.source_of(levels.astype(np.int64), problem.partitioner.whole)
        return evaluate(problem, source, levels, keep_rows=True, scores_all=False)

    def _bound(self, interval: ClassInterval, top: Evaluation, found: _Halving) -> float:
        """A bound for the whole interval, from both its ends."""
        quality = self.problem.quality
        if self.problem.has_no_bounds:
            return -math.inf
        if isinstance(quality, AttributeWiseModel):
            if interval.table is not None and top.table is not None:
                interval.table = np.maximum(interval.table, top.table)
            return _bound_by_table(quality, interval)
        if not isinstance(quality, ClassWiseModel):  # bounded by its transformations alone
            return quality.lower_bound(tuple(interval.low.tolist()))
        bottom = top
        if not interval.is_single:
            bottom = evaluate(self.problem, top.partition, interval.low, keep_rows=True, scores_all=False)
            found.looks.append(bottom)
        if bottom.listed is None or top.listed is None:
            raise AssertionError("looks with a class-wise quality model list the classes")
        classes = bottom.listed.classes
        members = top.listed.classes.members  # no row is ever left out, so that rows are their own places
        hidden = np.append(False, top.listed.hidden)[members[classes.first_rows]]
        return quality.bound(classes, hidden, self.problem.minimal_class_size, tuple(interval.high.tolist()))

    def _halves(self, interval: ClassInterval, bound: float) -> list[ClassInterval]:
        """Two parts, divided where their classes differ most."""
        attribute, level = self._split(interval)
        low, high = interval.low.copy(), interval.high.copy()
        share = (level - int(low[attribute]) + 1) / (int(high[attribute]) - int(low[attribute]) + 1)
        high[attribute], low[attribute] = level, level + 1
        size, table = interval.size, interval.table
        above = ClassInterval(bound, low, interval.high, size * (1.0 - share), table, interval.top)
        return [above, ClassInterval(bound, interval.low, high, size * share, table)]

    def _split(self, interval: ClassInterval) -> tuple[int, int]:
        low, high = interval.low.tolist(), interval.high.tolist()
        spans = [
            (self._detail[place, first] - self._detail[place, last], last - first, -place)
            for place, (first, last) in enumerate(zip(low, high, strict=True))
        ]
        attribute = -max(span for span in spans if span[1] > 0)[2]
        detail = self._detail[attribute, low[attribute] : high[attribute] + 1]
        larger_half = np.maximum(detail[0] - detail[:-1], detail[1:] - detail[-1])
        return attribute, low[attribute] + int(np.argmin(larger_half))

    def _give_up_looks(self, intervals: OpenIntervals[ClassInterval]) -> None:
        """Leave looks to the intervals that are next, as far as memory goes; others are taken again."""
        kept = 0
        for interval in intervals.waiting:
            if interval.top is None:
                continue
            kept += interval.top.partition.nbytes
            if kept > frame.PARTITION_BYTES // 2:
                kept -= interval.top.partition.nbytes
                interval.top = None
        self._kept_bytes = kept


def _bound_by_table(quality: AttributeWiseModel, interval: ClassInterval) -> float:
    if interval.table is None:
        raise AssertionError("intervals of a model that gives losses by attribute have a table")
    return aggregated_at(interval.table, interval.low, quality.aggregate_kind)


def _detail_of_levels(problem: SearchProblem) -> NDArray[np.float64]:
    """Information of the labels of each level, in bits or losses: float64[attributes, levels], falling."""
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
