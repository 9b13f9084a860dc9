"""Dives into intervals of the lattice: the work of one core between two agreements.

The table of losses of an interval per attribute and level gives the
bound of `low`, which holds for all of it. It is excluded without a look where its bound reaches the best score so far
(fact 3 of the search design), and with one look where `high` is such that nothing below it is anonymous (fact 4).
Otherwise what is suppressed at `high` is suppressed in the whole interval: that raises the table (fact 8). What is
left is divided in two by one attribute.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.lattice.antichain import PrefixTree
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.evaluation import Evaluation, Table, evaluate
from arxdesk_engine.search.exact.frame import LatticeInterval
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import Place, equal_at_most, may_win, place_of

LOOK_ABOVE = 1.25
LOOK_ABOVE_WHERE_MUCH_FAILS = 3.0
"""How far above the best score the bound of an interval's upper end may lie for it to be worth a look: a
transformation that cannot win still raises the bounds of everything below it, and where anonymity can fail excludes
it. Measured: with any suppression 1.25 needs the fewest looks on ADULT and MACH2019; with 5 % ADULT and CUP hardly
care, and the SS13ACS-shaped data take a third less time with 3 than with 1.25: higher looks are cheaper ones."""
TIMES_ABOVE_WHERE_ANY_WILL_DO = 2
"""How often the gain of the upper half of a division counts where any suppression will do. Measured on MACH2019, where
20,000 looks prove 0.436 instead of 0.418 of 0.537: what lies above is then excluded without a look, and one look stands
for what lies below. Where anonymity can fail, once needs fewer looks on ADULT and the SS13ACS-shaped data."""
FAR_FROM_SOURCE = 4
"""So many attributes away from its source a transformation is looked at in any case, from the nearest partition that
is known, so that what lies below it has a nearer one."""
KEEP_ROWS_FROM = 2
"""How many attributes may differ from a partition before the one looked at is kept as the next source: below that,
splitting by one attribute more costs less than keeping."""


@dataclass(slots=True)
class LossInterval(LatticeInterval):
    """`source` is a partition of a generalization of `high`; `is_looked_at`: whether `high` was looked at.

    `split` is the division of which it is the lower half: attribute and level, or None.
    """

    table: Table
    source: Partition
    is_looked_at: bool = False
    split: tuple[int, int] | None = None


@dataclass(slots=True)
class DiveFindings:
    """Looks in their order, intervals still open, and the gains of divisions: attribute, level, gain."""

    looks: list[Evaluation] = field(default_factory=list)
    left: list[LossInterval] = field(default_factory=list)
    gains: list[tuple[int, int, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shared:
    """The knowledge that all dives between two agreements share and none of them changes."""

    problem: SearchProblem
    quality: AttributeWiseModel
    best: Place | None
    not_anonymous: PrefixTree
    gains: NDArray[np.float64]
    source_of: Callable[[NDArray[np.int64], Partition], Partition]
    must_end: Callable[[], bool]


class Dive:
    """Divides one interval, depth first, until its parts reach a bound, or a number of looks is used up."""

    def __init__(self, shared: Shared, until: float, most_looks: int) -> None:
        attributes = len(shared.problem.lattice.top)
        self._shared = shared
        self._until = until
        self._most_looks = most_looks
        self._best = shared.best
        any_will_do = shared.problem.any_suppression_will_do
        self._look_above = LOOK_ABOVE if any_will_do else LOOK_ABOVE_WHERE_MUCH_FAILS
        self._times_above = TIMES_ABOVE_WHERE_ANY_WILL_DO if any_will_do else 1
        self._recent = np.empty((most_looks, attributes), np.int16)
        self._recent_size = 0
        self._losses = np.empty(attributes)
        self._split = np.empty(2, np.int64)
        self._bounds = np.empty(2)
        self._facts = np.zeros(3)
        self._found = DiveFindings()
        self._open: list[LossInterval] = []

    @property
    def _incumbent(self) -> float:
        return math.inf if self._best is None else self._best[0]

    def run(self, interval: LossInterval) -> DiveFindings:
        """Divide the interval; unsettled parts are returned."""
        self._open.append(interval)
        while self._open and len(self._found.looks) < self._most_looks and not self._shared.must_end():
            self._divide(self._open.pop())
        self._found.left.extend(reversed(self._open))
        return self._found

    def _divide(self, interval: LossInterval) -> None:
        if not self._shrink(interval):
            return
        must_look = not interval.is_looked_at and self._is_worth_a_look(interval)
        if must_look and not (self._look(interval) and self._shrink(interval)):
            return
        if interval.size > 1.0:
            self._push_halves(interval)
        elif not interval.is_looked_at:  # shrunk to one transformation that was not checked yet
            self._open.append(interval)

    def _is_worth_a_look(self, interval: LossInterval) -> bool:
        from arxdesk_engine.kernels.bound import LEAST_AT_HIGH  # noqa: PLC0415 - Numba is loaded where it is first needed

        if interval.size <= 1.0 or self._facts[LEAST_AT_HIGH] < self._look_above * self._incumbent:
            return True  # a single transformation is settled by nothing else, be the best score 0 already
        return bool(np.count_nonzero(interval.source.levels != interval.high) >= FAR_FROM_SOURCE)

    def _shrink(self, interval: LossInterval) -> bool:
        """Drop the levels at both ends that are excluded already; False when nothing is left."""
        from arxdesk_engine.kernels.bound import IS_LOWER, SIZE, shrink  # noqa: PLC0415

        tree = self._shared.not_anonymous
        interval.bound = shrink(
            interval.low,
            interval.high,
            interval.table,
            self._shared.quality.bound_table,
            self._shared.quality.aggregate_kind,
            math.nextafter(equal_at_most(self._incumbent), math.inf),  # equal scores may come first
            tree.nodes,
            tree.rows,
            self._recent,
            self._recent_size,
            self._losses,
            self._facts,
        )
        interval.size = float(self._facts[SIZE])
        if self._facts[IS_LOWER]:
            interval.is_looked_at = False
        return interval.bound < math.inf and self._keep_what_may_win(interval)

    def _keep_what_may_win(self, interval: LossInterval) -> bool:
        """Of an interval whose scores are at best equal, drop what has a larger sum of levels; False where that is all.

        No level rises above the lowest one by more than what the sum leaves.
        """
        if self._best is None or interval.bound < self._best[0]:
            return True
        if not may_win(interval.bound, tuple(interval.low.tolist()), self._best):
            return False
        highest = np.minimum(interval.high, interval.low + (self._best[1] - int(interval.low.sum())))
        if (highest < interval.high).any():
            interval.high = highest.astype(np.int16)
            interval.size = float(np.prod((interval.high - interval.low).astype(float) + 1.0))
            interval.is_looked_at = False
        return True

    def _look(self, interval: LossInterval) -> bool:
        """Look at the upper end, and raise the table; False when nothing of the interval can be anonymous."""
        from arxdesk_engine.kernels.bound import bound_at  # noqa: PLC0415

        shared = self._shared
        changed = np.count_nonzero(interval.source.levels != interval.high)
        if changed >= FAR_FROM_SOURCE:
            interval.source = shared.source_of(interval.high.astype(np.int64), interval.source)
        found = evaluate(
            shared.problem,
            interval.source,
            interval.high,
            keep_rows=bool(changed >= KEEP_ROWS_FROM),
            scores_all=False,
        )
        self._found.looks.append(found)
        if found.check.specializations_fail:
            self._recent[self._recent_size] = interval.high
            self._recent_size += 1
        if found.check.anonymous:
            here = place_of(found.check)
            self._best = here if self._best is None else min(self._best, here)
        if found.partition.rows is not None:
            interval.source = found.partition
        if found.check.specializations_fail:
            self._learn(interval, self._incumbent)
            return False
        if found.table is not None:
            interval.table = np.maximum(interval.table, found.table)
            self._learn(
                interval,
                bound_at(interval.table, interval.low, shared.quality.aggregate_kind, self._losses),
            )
        interval.is_looked_at = True
        return True

    def _learn(self, interval: LossInterval, bound: float) -> None:
        if interval.split is not None:
            gain = min(bound, self._incumbent) - interval.bound
            if math.isfinite(gain):
                self._found.gains.append((*interval.split, max(gain, 0.0)))
            interval.split = None

    def _push_halves(self, interval: LossInterval) -> None:
        from arxdesk_engine.kernels.bound import choose_split  # noqa: PLC0415

        choose_split(
            interval.low,
            interval.high,
            interval.table,
            self._shared.quality.aggregate_kind,
            self._shared.gains,
            self._times_above,
            self._losses,
            self._split,
            self._bounds,
        )
        attribute, level = self._split.tolist()
        below_bound, above_bound = self._bounds.tolist()
        high, low = interval.high.copy(), interval.low.copy()
        share = (level - int(low[attribute]) + 1) / (int(high[attribute]) - int(low[attribute]) + 1)
        high[attribute], low[attribute] = level, level + 1
        below, above = interval.size * share, interval.size * (1.0 - share)
        table, source = interval.table, interval.source
        self._push(LossInterval(above_bound, low, interval.high, above, table, source, interval.is_looked_at))
        self._push(LossInterval(below_bound, interval.low, high, below, table, source, split=(attribute, level)))

    def _push(self, interval: LossInterval) -> None:
        if interval.bound >= self._incumbent and not may_win(interval.bound, tuple(interval.low.tolist()), self._best):
            return
        (self._open if interval.bound <= self._until else self._found.left).append(interval)
