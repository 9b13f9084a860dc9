"""Every transformation of a lattice, classified and scored exactly."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.lattice.lattice import Lattice, Levels
from arxdesk_engine.quality.aggregate import aggregated_rows
from arxdesk_engine.quality.model import WeighedModel
from arxdesk_engine.search.check import BATCH
from arxdesk_engine.search.evaluation import Evaluation, evaluate
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check
from arxdesk_engine.search.sources import Sources
from arxdesk_engine.search.whole.walk import WalkFigures, walk_through
from arxdesk_engine.search.whole.walk_table import WalkStopped, WalkTable
from arxdesk_engine.search.workers import Workers

BOX_CELLS = 2**22
"""Transformations x attributes of the boxes that large lattices are cut into: what bounds the memory."""
CHUNK = 8_192
CHUNK_OF_CHECKS = 1_024
"""Transformations that are handed over at once; fewer where each of them is checked on its own."""
SECONDS_BETWEEN = 1 / 30
SECONDS_PER_PART = 1.0
MOST_IN_KERNELS = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Classified:
    """Some transformations and what is true of each, as columns.

    `levels` int16[n, attributes], `anonymous` bool[n], `score` float64[n] (NaN where not anonymous), `lower_bound`
    float64[n] (the score of generalization alone); of the records kept, int64[n]: `suppressed_records`, `classes`,
    `smallest_class` (0 without classes).
    """

    levels: NDArray[np.int16]
    anonymous: NDArray[np.bool_]
    score: NDArray[np.float64]
    lower_bound: NDArray[np.float64]
    suppressed_records: NDArray[np.int64]
    classes: NDArray[np.int64]
    smallest_class: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.anonymous)


def classify(problem: SearchProblem, control: Control | None = None) -> Iterator[Classified]:
    """Classify and score every transformation, in lexicographic order of the levels.

    Every figure is that of `search.check.check`, whatever the number of threads. Memory does not depend on the
    size of the lattice. Where `control` is stopped the iteration ends early: whoever needs all of the lattice asks
    `control.stopped` at the end.
    """
    control = control or Control()
    reports = _Reports(control, problem.lattice.size)
    weighed = problem.weighed
    if problem.only_class_size and not problem.grouping.people and weighed is not None and _fits(problem, weighed):
        yield from _by_walks(problem, weighed, control, reports)
    else:
        yield from _one_by_one(problem, control, reports)


def look_at(problem: SearchProblem, transformations: Sequence[Levels], control: Control | None = None) -> list[Check]:
    """Checks of some transformations, in their order; fewer of them if `control` is stopped.

    Every figure is that of `search.check.check`; scores are given for those that are not anonymous as well.
    """
    control = control or Control()
    looks = _Looks(problem, control)
    found: list[Check] = []
    try:
        for start in range(0, len(transformations), BATCH):
            if control.stopped:
                break
            found.extend(looks.take(list(transformations[start : start + BATCH])))
    finally:
        looks.workers.close()
    return found


def _fits(problem: SearchProblem, quality: WeighedModel) -> bool:
    """Whether a walk can count: its kernels have 32 bits for the records of a class and the weight of one record."""
    weights = quality.level_weights.flat
    return problem.grouping.records <= MOST_IN_KERNELS and int(np.abs(weights).max(initial=0)) <= MOST_IN_KERNELS


class _Reports:
    """Reports the progress, at most thirty times a second."""

    def __init__(self, control: Control, size: int) -> None:
        self._control = control
        self._size = size
        self._reported = -math.inf

    def within(self, before: int, size: int, share: float) -> None:
        """`share` of the `size` transformations after the first `before` is done."""
        self.tell(before + share * size)

    def tell(self, done: float) -> None:
        """`done` transformations are classified."""
        now = time.perf_counter()
        if now - self._reported >= SECONDS_BETWEEN or done >= self._size:
            self._reported = now
            self._control.report(Progress("Classifying", min(1.0, done / self._size)))


def _by_walks(
    problem: SearchProblem, quality: WeighedModel, control: Control, reports: _Reports
) -> Iterator[Classified]:
    """Box by box: the classes by walks, the scores from what they say is suppressed."""
    done = 0
    for box in boxes(problem.lattice):
        try:
            table = WalkTable(problem.grouping, quality.level_weights, box.bottom, box.top, lambda: control.stopped)
            figures = walk_through(
                table,
                problem.minimal_class_size,
                problem.suppressible,
                control.threads,
                lambda: control.stopped,
                partial(reports.within, done, box.size),
            )
        except WalkStopped:
            return
        for start in range(0, box.size, CHUNK):
            if control.stopped:
                return
            yield _scored(problem, quality, box, figures, np.arange(start, min(start + CHUNK, box.size)))
        done += box.size


def _scored(
    problem: SearchProblem, quality: WeighedModel, box: Lattice, figures: WalkFigures, places: NDArray[np.intp]
) -> Classified:
    bottom, heights = np.array(box.bottom), np.array(box.top) - box.bottom + 1
    strides = np.append(np.cumprod(heights[:0:-1])[::-1], 1)
    levels = bottom + places[:, None] // strides % heights
    suppressed, classes, smallest = figures.sizes[places].T
    anonymous = suppressed <= problem.suppressible
    least = quality.bound_table[np.arange(len(heights)), levels]
    score = np.full(len(places), np.nan)
    removed = figures.removed[places][anonymous]
    losses = quality.losses_without(levels[anonymous], removed, suppressed[anonymous])
    score[anonymous] = aggregated_rows(losses, quality.aggregate_kind)
    return Classified(
        levels.astype(np.int16),
        anonymous,
        score,
        aggregated_rows(least, quality.aggregate_kind),
        suppressed.copy(),
        classes.copy(),
        smallest.copy(),
    )


def boxes(lattice: Lattice) -> Iterator[Lattice]:
    """A lattice in parts of bounded size, one after the other in lexicographic order."""
    heights = [high - low + 1 for low, high in zip(lattice.bottom, lattice.top, strict=True)]
    most = max(1, BOX_CELLS // len(heights))
    split = next(depth for depth in range(len(heights) + 1) if math.prod(heights[depth:]) <= most)
    ranges = (range(low, high + 1) for low, high in zip(lattice.bottom[:split], lattice.top[:split], strict=True))
    for levels in itertools.product(*ranges):
        yield Lattice((*levels, *lattice.bottom[split:]), (*levels, *lattice.top[split:]))


def _one_by_one(problem: SearchProblem, control: Control, reports: _Reports) -> Iterator[Classified]:
    """Any models: look after look, in parts; in each the more general ones first, whose classes the others split.

    Parts are as large as can be looked at in about `SECONDS_PER_PART`, so that slow looks are seen, too.
    """
    looks = _Looks(problem, control)
    everything = iter(problem.lattice)
    done, size = 0, min(BATCH, CHUNK_OF_CHECKS)
    try:
        while levels := list(itertools.islice(everything, size)):
            began = time.perf_counter()
            checks: list[Check] = []
            for start in range(len(levels), 0, -BATCH):
                if control.stopped:
                    return
                checks.extend(reversed(looks.take(levels[max(0, start - BATCH) : start])))
                done += min(start, BATCH)
                reports.tell(done)
            is_fast = time.perf_counter() - began < SECONDS_PER_PART / 2
            size = min(2 * size, CHUNK_OF_CHECKS) if is_fast else max(size // 2, BATCH)
            yield _collected(checks[::-1])
    finally:
        looks.workers.close()


class _Looks:
    """Checks transformations, several at once, each from the nearest known classes."""

    def __init__(self, problem: SearchProblem, control: Control) -> None:
        self._problem = problem
        self.workers = Workers(control.threads)
        self._sources = Sources(problem.partitioner.whole)

    def take(self, levels: list[Levels]) -> list[Check]:
        """A check for each."""

        def look(start: tuple[Partition, Levels]) -> Evaluation:
            ends = np.array(start[1], np.int16)
            return evaluate(self._problem, start[0], ends, keep_rows=True, scores_all=True)

        starts = [(self._sources.best(np.array(each, np.int64)), each) for each in levels]
        found = self.workers.map(look, starts)
        for each in found:
            self._sources.put(each.partition)
        return [each.check for each in found]


def _collected(checks: list[Check]) -> Classified:
    anonymous = np.array([check.anonymous for check in checks])
    return Classified(
        np.array([check.levels for check in checks], np.int16),
        anonymous,
        np.where(anonymous, [check.score for check in checks], np.nan),
        np.array([check.lower_bound for check in checks]),
        np.array([check.suppressed_records for check in checks], np.int64),
        np.array([check.classes for check in checks], np.int64),
        np.array([check.smallest_class for check in checks], np.int64),
    )
