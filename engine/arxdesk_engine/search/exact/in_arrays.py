"""Exact search in kernels: where classes violate by their size alone, and arrays can state the quality model.

The same search as `search.exact.by_losses`, whose intervals, tables and partitions are objects, and which any model by
attribute can take. Here they lie in pools of arrays; Python takes the looks out, reports, and asks between calls
whether to end. Other threads stay in a kernel of their own, where they dive in rooms of each batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Scratch
from arxdesk_engine.quality.model import LossForm, WeighedModel
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.evaluation import Ends
from arxdesk_engine.search.exact import by_losses, frame, rare_values
from arxdesk_engine.search.exact.by_losses import DEPTH_OF_DIVES, DEPTH_WHERE_MUCH_FAILS, ROWS_PER_DIVE
from arxdesk_engine.search.exact.dive import LOOK_ABOVE, LOOK_ABOVE_WHERE_MUCH_FAILS, TIMES_ABOVE_WHERE_ANY_WILL_DO
from arxdesk_engine.search.exact.frame import Division
from arxdesk_engine.search.exact.helpers import Helpers
from arxdesk_engine.search.exact.pools import Pools
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check
from arxdesk_engine.search.ties import Ties

MOST_LOOKS = 8
"""The largest number of looks of a dive, for which there is room. Measured on the SS13ACS-shaped data with 21
attributes: proven after 80,600 looks, with 256 after 91,100; shorter dives know sooner what others found."""
ROWS_PER_CALL = 400_000
"""How many rows a call of a kernel may go through, roughly: a millisecond, after which it is asked whether to end."""
LEAST_CELLS = 20_000
"""Tables with fewer cells (distinct tuples times attributes) are searched by objects: that takes milliseconds, while
these kernels take longer to load, and some twenty seconds to compile where that was never done."""
HELP_FROM_CELLS = 50_000
"""With fewer cells a look is as short as what threads take to agree."""
_ANY_NUMBER = 1 << 40


def fits(problem: SearchProblem) -> bool:
    """Whether kernels can take the looks of a problem by themselves, and it is large enough to be worth it."""
    weighed = problem.weighed
    return (
        len(problem.grouping.rows) * len(problem.lattice.top) >= LEAST_CELLS
        and problem.only_class_size
        and weighed is not None
        and not weighed.is_ranked
        and weighed.loss_form is not None
        and not problem.partitioner.counts_people
    )


class InArrays(Division):
    """Bounds intervals by the table of losses that holds for all of them, and dives into several at once (`fits`)."""

    def __init__(self, problem: SearchProblem, checker: Checker) -> None:
        super().__init__(problem, checker)
        weighed = problem.weighed
        form = None if weighed is None else weighed.loss_form
        if weighed is None or form is None:
            raise TypeError("the losses of the quality model are not stated by arrays")
        self._quality: WeighedModel = weighed
        self._form: LossForm = form
        rows = max(1, len(problem.grouping.rows))
        self._most_looks = max(1, min(MOST_LOOKS, ROWS_PER_DIVE // rows))
        self._looks_per_call = max(1, ROWS_PER_CALL // rows)
        self._helpers = Helpers(checker.threads if rows * len(problem.lattice.top) >= HELP_FROM_CELLS else 1)
        self._pools: Pools | None = None
        self._most_excluded = 0.0
        self._ties = Ties()

    @property
    def first_looks(self) -> int:
        """More looks in larger lattices."""
        return by_losses.first_looks(self.problem.lattice.size)

    @property
    def is_open(self) -> bool:
        """Whether intervals are still to be divided."""
        return self._made.open_intervals > 0

    @property
    def lowest_bound(self) -> float:
        """The lowest bound of all open intervals; infinite without any."""
        return self._made.lowest_bound

    @property
    def excluded(self) -> float:
        """The share of the lattice that is settled; it never falls, though the sizes are rounded."""
        now = min(max(1.0 - self._made.open_size / self.problem.lattice.size, 0.0), 1.0)
        self._most_excluded = max(self._most_excluded, now)
        return self._most_excluded

    def ties_are_left(self) -> bool:
        """Whether an equal of the best score may be found that comes before it; all else is dropped."""
        if not self._ties.may_go_on(self.checker):
            return False
        if self._ties.has_changed(self.checker):
            self._made.prune()
        return self.is_open

    def most_at_once(self) -> int:
        """How many intervals may be divided now; 0: the looks that are left are too few."""
        left = self.checker.checks_left
        return frame.MOST_AT_ONCE if left is None else min(frame.MOST_AT_ONCE, left)

    @property
    def _made(self) -> Pools:
        if self._pools is None:
            raise AssertionError("nothing is open before the search has begun")
        return self._pools

    def begin(self, bound: float, low: Ends, high: Ends) -> None:
        """Open the interval of the whole lattice."""
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415 - Numba is loaded where it is first needed
        from arxdesk_engine.kernels.exact import signals  # noqa: PLC0415 - likewise

        pools = Pools(self.problem, self._most_looks, frame.MOST_AT_ONCE, frame.PARTITION_BYTES)
        codes, weights, offsets, heights, domains = self.problem.partitioner.columns
        whole = self.problem.partitioner.whole
        if whole.rows is None or whole.row_counts is None or whole.members is None:
            raise AssertionError("the rows of the whole are kept")
        flat = weights.reshape(-1).view(np.uint8)
        rows = whole.rows, whole.row_counts, whole.members
        self._table = at.TableArrays(codes, flat, offsets, heights, domains, *rows)
        self._losses = at.LossArrays(self._quality.bound_table, *self._form[1:])
        any_will_do = self.problem.any_suppression_will_do
        self._terms = np.empty(at.TERMS)
        self._terms[at.DEPTH] = DEPTH_OF_DIVES if any_will_do else DEPTH_WHERE_MUCH_FAILS
        self._terms[at.LOOK_ABOVE] = LOOK_ABOVE if any_will_do else LOOK_ABOVE_WHERE_MUCH_FAILS
        self._settings = self._first_settings()
        self._signals, self._cursor = np.zeros(signals.SIGNALS, np.int64), np.zeros(at.CURSOR, np.int64)
        pools.known.state[at.TAKEN] = self.checker.checks
        pools.begin(
            rare_values.bound_table(self.problem, self._quality, lambda: self.checker.must_end),
            whole,
            self.checker.best_place,
        )
        pools.push(bound, low, high, float(self.problem.lattice.size))
        self._pools = pools

    def _first_settings(self) -> NDArray[np.int64]:
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415

        problem, settings = self.problem, np.zeros(at.SETTINGS, np.int64)
        settings[at.KIND], settings[at.FORM] = self._quality.aggregate_kind, self._form.kind
        settings[at.MINIMAL] = problem.partitioner.minimal_class_size
        settings[at.SUPPRESSIBLE], settings[at.RECORDS] = problem.suppressible, problem.grouping.records
        settings[at.MOST_AT_ONCE], settings[at.LOOKS_BEFORE_MORE] = frame.MOST_AT_ONCE, frame.LOOKS_BEFORE_MORE
        settings[at.TIMES_ABOVE] = TIMES_ABOVE_WHERE_ANY_WILL_DO if problem.any_suppression_will_do else 1
        settings[at.MOST_OPEN], settings[at.MOST_EXCLUDING] = frame.MOST_OPEN, frame.MOST_EXCLUDING
        return settings

    def divide_next(self, most: int) -> None:
        """Divide the intervals of a batch, or of several where that is done in a millisecond."""
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415
        from arxdesk_engine.kernels.exact import signals  # noqa: PLC0415

        pools, checker, settings, cursor = self._made, self.checker, self._settings, self._cursor
        if settings[at.LOOKS_LEFT] <= 0:
            left = checker.checks_left
            settings[at.LOOKS_LEFT] = _ANY_NUMBER if left is None else left
        scratch = self.problem.partitioner.take_scratch()
        cursor[at.IS_LAST], is_between = 0, checker.must_end
        while not is_between:
            self._helpers.start(self._help, min(frame.grown(int(pools.known.state[at.TAKEN])), most) - 1)
            cursor[at.LOOKS_NOW] = self._looks_per_call
            queue, dives = (self._table, self._losses, pools.intervals), self._dives(scratch)
            if not take_looks(*queue, *dives, settings, self._terms, self._signals, cursor):
                self._let_helpers_go()
                self._take_looks(pools)
                pools.grow(self.failing, most * self._most_looks)
                continue
            cursor[at.IS_LAST], is_between = 1, cursor[at.PHASE] == at.TAKING
            if not is_between and checker.must_end:
                self._signals[signals.STOP] = 1
        self._signals[signals.STOP] = 0
        self.problem.partitioner.give_back(scratch)
        self._take_looks(pools)

    def rest(self) -> None:
        """Let the other threads go; how many looks are left is asked anew."""
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415

        if self._pools is not None:
            self._let_helpers_go()
            self._settings[at.LOOKS_LEFT] = 0

    def _let_helpers_go(self) -> None:
        from arxdesk_engine.kernels.exact import signals  # noqa: PLC0415

        self._signals[signals.END] = 1
        try:
            self._helpers.end()
        finally:
            self._signals[signals.END] = 0

    def _help(self) -> None:
        """Dive in rooms of each batch until the helpers may go."""
        from arxdesk_engine.kernels.exact.batches import help_out  # noqa: PLC0415

        scratch = self.problem.partitioner.take_scratch()
        numbers = self._settings, self._terms, self._signals, self._looks_per_call
        arguments: tuple[Any, ...] = (self._table, self._losses, *self._dives(scratch), *numbers)
        help_out(*arguments)
        self.problem.partitioner.give_back(scratch)

    def _dives(self, taken: Scratch) -> tuple[Any, ...]:
        """What dives work in, as the kernels take it."""
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415

        pools = self._made
        scratch = at.ScratchArrays(taken.buffers, taken.table, taken.pairs, taken.sizes, taken.facts)
        return pools.tables, pools.slots, pools.known, pools.rooms, scratch, at.TreeArrays(*self.failing.tree)

    def _take_looks(self, pools: Pools) -> None:
        suppressible, note = self.problem.suppressible, self.checker.note
        for levels, (score, least), facts in pools.looks():
            dropped, classes, smallest, largest = facts
            holds = dropped <= suppressible
            note(Check(tuple(levels), holds, score, least, dropped, classes, smallest, largest, not holds, holds))


def take_looks(*arguments: Any) -> bool:  # noqa: ANN401 - those of the kernel
    """Call the kernel of batches once (`kernels.exact.batches`)."""
    from arxdesk_engine.kernels.exact.batches import go_on  # noqa: PLC0415

    return bool(go_on(*arguments))
