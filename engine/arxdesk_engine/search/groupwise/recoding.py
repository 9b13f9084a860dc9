"""Recoding group by group: top-down splits, an improvement in blocks on all cores, and a proven bound.

Multidimensional local recoding along hierarchies (LeFevre, DeWitt and Ramakrishnan 2006), improved by local search.
Every group satisfies every privacy model that judges classes by itself; conditions on the whole table hold for all
groups together. The bound: the units of a group read alike at some levels, so that no record can lose less than the
cheapest levels at which it reads like as many records as the smallest group needs (recoding design, "The bound").
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control, GroupwiseProgress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.kernels.groupwise.table import UnitCells
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.search.groupwise.groups import NO_GROUP, Block, UnitGroups, blocks, rank_by_labels
from arxdesk_engine.search.groupwise.penalties import is_promising, regroup
from arxdesk_engine.search.groupwise.projections import projections
from arxdesk_engine.search.groupwise.stopping import StopFlag
from arxdesk_engine.search.groupwise.units import Units, units_of
from arxdesk_engine.search.local_recoding import End, GroupwiseProof, LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.workers import Workers

BLOCK = 600
"""Units in a block that is improved by itself: the work grows with their square, what is found hardly."""
GROUPS = 120
"""At least so many groups in it, where they are large."""
PASSES = 2
"""Passes over a block before the groups are cut into blocks anew."""
PENALTY_IMPROVEMENT = 1e-2
"""A round of penalties that lowers the loss by a smaller share is the last one."""
QUIET_ROUNDS = 3
"""Rounds without an improvement after which no more is expected."""
QUIET_IMPROVEMENT = 5e-3
"""A round of cheap moves that lowers the loss by a smaller share is quiet."""
LEAST_IMPROVEMENT = 1e-3
"""The same for a round in which groups are gathered anew."""
BOUND_CHUNK = 2048
"""Units that are bounded between two reports."""
PARTS = 16
"""Parts into which these are cut for the cores; not the number of cores, on which nothing may depend."""
MOST_PROJECTED = 6000
"""Different units of some attributes that are bounded within a second."""


def recode_by_groups(
    problem: SearchProblem,
    control: Control,
    seconds: float | None = None,
    seed: int = 0,
    *,
    is_public: bool = False,
    replaced: Levels | None = None,
) -> LocalRecoding | None:
    """Recode the table of a problem group by group.

    None where more records than allowed would have to be removed, as the privacy models do not even hold at the highest
    levels. The improvement ends when it finds nothing more or after so many seconds, the bound when every unit is
    bounded or after as many seconds again. At a given seed the result depends on the seconds, but not on the number of
    threads. `is_public`: groups are split only as far as everybody may know (`kernels.groupwise.public_splits`) and not
    improved. `replaced` is the transformation that the result stands in the place of; None: that of the highest levels.
    Raises UnfitForGroups.
    """
    from arxdesk_engine.kernels.groupwise import (  # noqa: PLC0415 - before the time counts
        bound,  # noqa: F401
        improve,  # noqa: F401
        penalized,  # noqa: F401
        public_splits,  # noqa: F401
        top_down,  # noqa: F401
    )

    return _GroupwiseRecoder(
        problem, control, seconds, seed, replaced or problem.lattice.top, is_public=is_public
    ).run()


class _GroupwiseRecoder:
    def __init__(
        self,
        problem: SearchProblem,
        control: Control,
        seconds: float | None,
        seed: int,
        replaced: Levels,
        *,
        is_public: bool,
    ) -> None:
        self._replaced = replaced
        self._problem, self._control, self._seconds = problem, control, seconds
        self._started = time.perf_counter()
        self._units: Units = units_of(problem)
        self._least = self._units.least
        self._is_public = is_public
        self._chance = np.random.default_rng(seed)
        units = len(self._units.tuples)
        self._bounds = np.zeros(units)
        self._to_bound = self._chance.permutation(units)
        self._bounded = 0
        self._rounds = 0
        self._first_loss = 1.0

    def run(self) -> LocalRecoding | None:
        """Split, improve, bound."""
        workers = Workers(self._control.threads)
        try:
            with StopFlag(self._control, self._end_after(1)) as self._stop:
                groups = self._split(self._first_groups())
                if groups is None:
                    return None
                self._first_loss = groups.loss(self._units)
                self._report(groups)
                if not self._is_public and len(self._units.rules.kinds):
                    groups = self._regroup(groups, workers)
                groups, is_improved = (groups, True) if self._is_public else self._improve(groups, workers)
            with StopFlag(self._control, self._end_after(2)) as self._stop:
                self._bound(groups, workers)
        finally:
            workers.close()
        return self._result(groups, is_improved=is_improved)

    def _end_after(self, times: int) -> float | None:
        """The moment when so many times the seconds are over."""
        return None if self._seconds is None else self._started + times * self._seconds

    def _first_groups(self) -> NDArray[np.int64]:
        """The groups at the highest levels, int64[units]; NO_GROUP for those that no group can hold."""
        problem, units = self._problem, self._units
        classes = problem.grouping.classes(problem.lattice.top)
        violating = problem.class_violating(classes)
        number = np.where(violating, NO_GROUP, np.cumsum(~violating) - 1)
        return number[classes.of_tuples][units.tuples].astype(np.int64)

    def _split(self, first: NDArray[np.int64]) -> UnitGroups | None:
        """Split the first groups as far as conditions on the whole table allow, which larger groups fulfil sooner."""
        removed = int(self._units.cells.records[first == NO_GROUP].sum())
        if removed > self._problem.suppressible:
            return None
        groups = self._top_down(first)
        records = int(self._units.cells.records.sum())
        while not self._fits_table(groups) and self._least <= records:
            self._least = max(self._least + 1, int(self._least * 1.25))
            groups = self._top_down(first)
        return groups if self._fits_table(groups) else None

    def _top_down(self, first: NDArray[np.int64]) -> UnitGroups:
        from arxdesk_engine.kernels.groupwise.top_down import split_all  # noqa: PLC0415 - Numba is loaded when needed

        kept = np.flatnonzero(first != NO_GROUP)
        order = kept[np.argsort(first[kept], kind="stable")]
        starts = np.append(np.flatnonzero(np.diff(first[order], prepend=-1)), len(order)).astype(np.int64)
        of_units = np.full(len(first), NO_GROUP, np.int64)
        if self._is_public:
            return self._publicly(order, starts, of_units)
        units = self._units
        number = split_all(
            order, starts, self._least, units.cells, units.secrets, units.rules, self._stop.flag, of_units
        )
        return UnitGroups.read(units.cells, of_units, number)

    def _publicly(self, order: NDArray[np.int64], starts: NDArray[np.int64], of_units: NDArray[np.int64]) -> UnitGroups:
        from arxdesk_engine.kernels.groupwise.public_splits import split_publicly  # noqa: PLC0415 - loaded when needed

        units = self._units
        levels = np.empty_like(units.cells.values, np.int64)
        number = split_publicly(
            order,
            starts,
            self._least,
            units.finer_labels(self._problem.grouping.hierarchies),
            units.attributes,
            units.cells,
            units.secrets,
            units.rules,
            self._stop.flag,
            of_units,
            levels,
        )
        return UnitGroups.at_levels(units.cells, of_units, levels[:number])

    def _fits_table(self, groups: UnitGroups) -> bool:
        """Whether the conditions on the whole table hold for groups of these sizes."""
        sizes = np.sort(groups.sizes)
        return all(each.first_that_holds(sizes, 0) == 0 for each in self._problem.table_criteria)

    def _regroup(self, groups: UnitGroups, workers: Workers) -> UnitGroups:
        """Rounds of penalties, which spread sensitive values better than splits do, until one is quiet."""
        units, stop = self._units, self._stop.flag
        if not is_promising(units, groups, stop):
            return groups
        ranked, anew = np.arange(len(groups)), True
        while not self._stop.is_set:
            found = regroup(units, groups, ranked, workers, stop, anew=anew)
            if not self._fits_table(found):
                return groups
            before, groups, anew = groups.loss(units), found, False
            self._report(groups)
            if before - groups.loss(units) < PENALTY_IMPROVEMENT * before:
                return groups
            ranked = rank_by_labels(units, groups, self._chance)
        return groups

    def _improve(self, groups: UnitGroups, workers: Workers) -> tuple[UnitGroups, bool]:
        """Rounds of improvement until they are quiet, or until it is time to prove something.

        Groups are gathered anew, which is dearer, once the cheaper moves are quiet.
        """
        order = np.empty(len(groups.of_units), np.int64)  # units that the splits left near each other
        order[np.argsort(groups.of_units, kind="stable")] = np.arange(len(order))
        quiet, gathers, loss = 0, False, groups.loss(self._units)
        while not self._stop.is_set:
            by_splits = self._rounds % 2 == 0
            units = self._units
            ranked = np.argsort(order[groups.samples]) if by_splits else rank_by_labels(units, groups, self._chance)
            candidate = self._round(groups, ranked, workers, gathers)
            if self._fits_table(candidate):
                groups = candidate
            self._rounds += 1
            before, loss = loss, groups.loss(units)
            self._report(groups)
            if before - loss > (LEAST_IMPROVEMENT if gathers else QUIET_IMPROVEMENT) * before:
                quiet = 0
            elif not gathers:
                gathers = True
            elif (quiet := quiet + 1) == QUIET_ROUNDS:
                return groups, True
        return groups, False

    def _round(self, groups: UnitGroups, ranked: NDArray[np.int64], workers: Workers, gathers: bool) -> UnitGroups:
        from arxdesk_engine.kernels.groupwise.improve import improve  # noqa: PLC0415 - Numba is loaded when needed

        units = self._units

        def improved(block: Block) -> NDArray[np.int64]:
            cells, secrets = units.part(block.units)
            numbers = block.numbers.copy()
            flag = self._stop.flag
            improve(numbers, block.groups, self._least, PASSES, gathers, cells, secrets, units.rules, flag)
            return numbers

        parts = blocks(groups, ranked, max(BLOCK, GROUPS * len(groups.of_units) // max(1, len(groups))))
        return UnitGroups.of_blocks(units, parts, workers.map(improved, parts))

    def _bound(self, groups: UnitGroups, workers: Workers) -> None:
        """Bound all units by some attributes at a time, then one after the other, in an order drawn once, by all."""
        units, known = self._units, groups.costs_of_units()
        for projection in projections(units, MOST_PROJECTED):
            of_units, number = projection.of_units, len(projection.cells.records)
            dearest = np.zeros(number)
            np.maximum.at(dearest, of_units, known)
            found = self._bounds_of(np.arange(number), dearest, projection.cells, workers)
            if self._stop.is_set:
                return
            self._bounds += found[of_units]
        self._report(groups)
        while self._bounded < len(self._to_bound) and not self._stop.is_set:
            chunk = self._to_bound[self._bounded : self._bounded + BOUND_CHUNK]
            self._bounds[chunk] = np.maximum(self._bounds[chunk], self._bounds_of(chunk, known, units.cells, workers))
            self._bounded += len(chunk)
            self._report(groups)

    def _bounds_of(
        self, chosen: NDArray[np.int64], known: NDArray[np.float64], cells: UnitCells, workers: Workers
    ) -> NDArray[np.float64]:
        """The bounds of some units, float64[chosen]; 0 for those that the end cuts off."""
        from arxdesk_engine.kernels.groupwise.bound import bound_units  # noqa: PLC0415 - Numba is loaded when needed

        def bounded(part: NDArray[np.int64]) -> NDArray[np.float64]:
            found = np.zeros(len(part))
            bound_units(part, known, self._units.least, cells, self._stop.flag, found)
            return found

        parts = np.array_split(chosen, min(len(chosen), PARTS))
        return np.concatenate(workers.map(bounded, parts))

    @property
    def _lower_bound(self) -> float:
        records = self._units.cells.records
        return float(self._bounds @ records) / max(1, int(records.sum()))

    def _report(self, groups: UnitGroups) -> None:
        units, seconds = self._units, time.perf_counter() - self._started
        share = self._bounded / max(1, len(self._to_bound))
        self._control.report(
            GroupwiseProgress(
                tr("Recoding group by group") if self._bounded == 0 else tr("Proving how much better it could be"),
                share if self._bounded else None if self._seconds is None else min(1.0, seconds / self._seconds),
                seconds=seconds,
                loss=groups.loss(units),
                lower_bound=self._lower_bound,
                groups=len(groups),
                bounded=share,
            )
        )

    def _result(self, groups: UnitGroups, *, is_improved: bool) -> LocalRecoding:
        problem, units = self._problem, self._units
        recoding = _recoding(problem, units, groups, self._replaced)
        records = units.cells.records
        removed = int(records[groups.removed].sum())
        proof = GroupwiseProof(
            groups.loss(units),
            self._first_loss,
            self._lower_bound,
            len(groups),
            self._rounds,
            int(records[self._to_bound[: self._bounded]].sum()),
            is_improved,
        )
        return LocalRecoding(
            (),
            recoding,
            problem.quality.score_of_recoding(recoding),
            removed,
            End.STOPPED if self._control.stopped else End.COMPLETE if not removed else End.NOTHING_KEPT,
            0,
            time.perf_counter() - self._started,
            is_fresh=True,
            groupwise=proof,
        )


def _recoding(problem: SearchProblem, units: Units, groups: UnitGroups, replaced: Levels) -> Recoding:
    """The levels of every distinct tuple of the table; groups with the same levels share a transformation.

    Transformation 0 is `replaced`, through which no record goes.
    """
    levels = np.empty_like(groups.levels)
    levels[:, units.attributes] = groups.levels
    vectors, numbers = np.unique(levels + np.array(problem.lattice.bottom), axis=0, return_inverse=True)
    tuples = len(problem.grouping.tuples)
    chosen, suppressed = np.zeros(tuples, np.int32), np.ones(tuples, np.bool_)
    kept = ~groups.removed
    chosen[units.tuples[kept]] = 1 + numbers.ravel()[groups.of_units[kept]]
    suppressed[units.tuples[kept]] = False
    return Recoding((replaced, *map(tuple, vectors.tolist())), chosen, suppressed)
