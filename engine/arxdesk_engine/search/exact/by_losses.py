"""Exact search for quality models with a loss per attribute and level: dives into intervals (`search.exact.dive`)."""

from __future__ import annotations

import math

import numpy as np

from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import Ends
from arxdesk_engine.search.exact import frame, rare_values
from arxdesk_engine.search.exact.dive import Dive, DiveFindings, LossInterval, Shared
from arxdesk_engine.search.exact.frame import OpenIntervals, Strategy
from arxdesk_engine.search.problem import SearchProblem

LEAST_FIRST_LOOKS, MOST_FIRST_LOOKS = 8, 500
"""The number of checks in the search for a first good transformation; between the two it depends on the lattice."""
SMALL_LATTICE = 100_000
"""Up to this size they are the fewest. Measured on ADULT, CUP, ATUS and IHIS in eight orders of their columns: 4 to 12
take about the same time, 30 (which find a better first one) up to 30 % more."""
ROWS_PER_DIVE = 2_000_000
"""How many rows a dive may go through, roughly: some ten milliseconds."""
DEPTH_OF_DIVES, DEPTH_WHERE_MUCH_FAILS = 0.1, 0.2
"""How far a dive follows bounds above that of its interval, as a share of the way to the best score: the deeper, the
more looks start from partitions at hand, and the later the proven bound rises. Where anonymity can fail the deeper ones
cost no bound: measured on the SS13ACS-shaped data, and the opposite on MACH2019 with any suppression."""


class ByLosses(Strategy[LossInterval]):
    """Bounds intervals by the table of losses that holds for all of them, and dives into several at once."""

    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        super().__init__(problem, checker)
        if not isinstance(problem.quality, AttributeWiseModel):
            raise TypeError("tables of losses need a quality model by attribute")
        self._quality = problem.quality
        self._gains = np.zeros(self._quality.bound_table.shape)
        self._gain_counts = np.zeros(self._quality.bound_table.shape)
        self._kept_bytes = 0

    @property
    def first_looks(self) -> int:
        """More looks in larger lattices."""
        return first_looks(self.problem.lattice.size)

    def whole(self, bound: float, low: Ends, high: Ends) -> LossInterval:
        """The interval of the whole lattice."""
        size, source = float(self.problem.lattice.size), self.problem.partitioner.whole
        table = rare_values.bound_table(self.problem, self._quality, lambda: self.checker.must_end)
        return LossInterval(bound, low, high, size, table, source)

    def most_at_once(self) -> int:
        """How many dives may be made now, each of at least one look."""
        dives = min(self._grown, frame.MOST_AT_ONCE)
        left = self.checker.checks_left
        return dives if left is None else min(dives, left)

    @property
    def _grown(self) -> int:
        return frame.grown(self.checker.checks)

    def _looks_per_dive(self, dives: int) -> int:
        looks = min(self._grown, max(1, ROWS_PER_DIVE // len(self.problem.grouping.rows)))
        left = self.checker.checks_left
        return looks if left is None else min(looks, left // dives)

    def divide(self, intervals: OpenIntervals[LossInterval], most: int) -> None:
        """Dive into the next intervals."""
        checker, looks = self.checker, self._looks_per_dive(most)
        gains = np.where(self._gain_counts > 0, self._gains / np.maximum(self._gain_counts, 1), self._expected_gain)
        shared = Shared(
            self.problem,
            self._quality,
            checker.best_place,
            self.failing.tree,
            gains,
            checker.source_of,
            lambda: checker.must_end,
        )
        is_full = intervals.is_full
        taken = intervals.pop_some(most)
        for found in checker.workers.map(
            lambda interval: Dive(shared, self._until(interval.bound, is_full), looks).run(interval), taken
        ):
            self._put_together(found, intervals, is_full)
        if self._kept_bytes > frame.PARTITION_BYTES:
            self._give_up_partitions(intervals)

    @property
    def _expected_gain(self) -> float:
        """The mean gain of all divisions so far, as an estimate for the next ones."""
        made = self._gain_counts.sum()
        return float(self._gains.sum() / made) if made else 1.0

    def _until(self, bound: float, is_full: bool) -> float:
        incumbent = self.checker.incumbent
        if is_full:
            return incumbent
        depth = DEPTH_OF_DIVES if self.problem.any_suppression_will_do else DEPTH_WHERE_MUCH_FAILS
        return bound + depth * (incumbent - bound) if np.isfinite(incumbent) else bound

    def _put_together(self, found: DiveFindings, intervals: OpenIntervals[LossInterval], is_full: bool) -> None:
        for look in found.looks:
            self.exclude(self.checker.remember(look))
            self._kept_bytes += look.partition.nbytes
        for attribute, level, gain in found.gains:
            self._gains[attribute, level] += gain
            self._gain_counts[attribute, level] += 1
        for interval in found.left:
            intervals.push(interval, is_full)

    def _give_up_partitions(self, intervals: OpenIntervals[LossInterval]) -> None:
        """Leave partitions to the intervals that are next, as far as memory goes; others start from all rows."""
        whole = self.problem.partitioner.whole
        seen: set[int] = set()
        kept = 0
        for interval in intervals.waiting:
            if id(interval.source) in seen or interval.source is whole:
                continue
            if kept + interval.source.nbytes > frame.PARTITION_BYTES // 2:
                interval.source = whole
            else:
                seen.add(id(interval.source))
                kept += interval.source.nbytes
        self._kept_bytes = kept


def first_looks(lattice_size: int) -> int:
    """The largest number of checks in the search for a first good transformation.

    Small lattices are divided in about the time that a thorough search for a first transformation takes.
    Measured: the best of MACH2019 (8.5e7) is found within 300 looks, that of SS13ACS-shaped data (3.7e5) within 130.
    """
    if lattice_size <= SMALL_LATTICE:
        return LEAST_FIRST_LOOKS
    orders = math.log10(lattice_size)
    return min(max(int(8 * (orders - 3) ** 3), LEAST_FIRST_LOOKS), MOST_FIRST_LOOKS)
