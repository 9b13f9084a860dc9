"""The exact figures of every transformation between two, where classes are judged by their size alone."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.kernels.walk_groups import CompletionArrays, FigureArrays, TupleArrays, WalkPath, WalkScratch
from arxdesk_engine.search.whole.walk_table import Root, WalkStopped, WalkTable

PREFIXES_PER_THREAD = 12
"""Enough sub-trees that no thread waits long for the last one."""
BUDGET = 400_000
"""Rows that one call of the kernel may touch: ten milliseconds or so, then it is asked whether to stop."""
BLOCK = 64
"""Groups whose cells are judged together: they fit the first cache."""
SECONDS_BETWEEN = 1 / 30


@dataclass(frozen=True, slots=True)
class WalkFigures:
    """The figures of every transformation of a box, in lexicographic order of their levels.

    `sizes` int64[n, 3]: suppressed records, classes, smallest class (0 without classes). `removed`
    int64[n, attributes]: what the suppressed records weigh in each attribute, right where they are not more than the
    limit; in the order of the table.
    """

    sizes: Counts
    removed: Counts


def walk_through(
    table: WalkTable,
    minimal: int,
    limit: int,
    threads: int,
    is_stopped: Callable[[], bool],
    report: Callable[[float], None],
) -> WalkFigures:
    """The figures of all transformations of a table's box; they do not depend on the number of threads.

    Classes below `minimal` records are suppressed; `limit` records may be. `report` gets the share done, in the
    calling thread. Raises WalkStopped soon after `is_stopped` says so.
    """
    figures = WalkFigures(np.empty((table.size, 3), np.int64), np.empty((table.size, len(table.spans)), np.int64))
    root = Root(table, minimal)
    prefixes = table.prefixes(PREFIXES_PER_THREAD * threads) if threads > 1 else table.prefixes(1)
    upcoming = iter(prefixes)
    lock = threading.Lock()
    given_up = threading.Event()
    done = 0

    def work() -> None:
        """Walk through one sub-tree after the other; they are handed out in order, so that a walker only moves on."""
        nonlocal done
        walker = _Walker(table, root, minimal, limit, figures)
        while True:
            with lock:
                prefix = next(upcoming, None)
            if prefix is None:
                return
            for _call in walker.through(prefix):
                if is_stopped() or given_up.is_set():
                    return
            with lock:
                done += 1

    number = min(threads, len(prefixes))
    with ThreadPoolExecutor(number, "walk") as pool:
        running = {pool.submit(work) for _thread in range(number)}
        try:
            while running:
                ended, running = wait(running, SECONDS_BETWEEN, FIRST_EXCEPTION)
                for future in ended:
                    future.result()
                report(done / len(prefixes))
        finally:
            given_up.set()
    if is_stopped():
        raise WalkStopped
    return WalkFigures(figures.sizes, figures.removed[:, np.argsort(table.roles.order)])


class _Walker:
    """Walks through sub-trees of one box, one after the other, with memory of its own."""

    def __init__(self, table: WalkTable, root: Root, minimal: int, limit: int, figures: WalkFigures) -> None:
        from arxdesk_engine.kernels.classify import walk  # noqa: PLC0415 - Numba is loaded where it is first needed

        depths, rows = table.outer + 1, len(root.rows)
        completions = table.completions
        path = WalkPath(
            rows=np.empty((depths, rows, 4), np.int32),  # pages that are never reached take no memory
            starts=np.empty((depths, rows // 2 + 2), np.int32),
            tallies=np.zeros((depths, 4), np.int64),
            sums=np.zeros((depths, table.slots), np.int64),
            levels=np.zeros(table.outer, np.int64),
            completed=np.zeros(1, np.int64),
        )
        path.rows[0], path.tallies[0], path.sums[0] = root.rows, root.tally, root.sums
        path.starts[0, : len(root.starts)] = root.starts
        self._levels = path.levels
        self._prefix: tuple[int, ...] | None = None
        self._walk = walk
        self._arguments = (
            minimal,
            limit,
            TupleArrays(table.following, table.codes, table.steps, table.step_at, table.weights, table.layout),
            CompletionArrays(
                table.strides,
                table.cell_of_row,
                completions.combinations,
                completions.targets,
                completions.levels,
                completions.cell_weights,
            ),
            path,
            WalkScratch(
                parts=np.zeros((table.codes_of_any_level, 3), np.int64),
                dropped=np.empty(rows, np.int32),
                cells=np.empty((completions.cells, BLOCK), np.int32),
                found=np.empty((3, BLOCK), np.int32),
                group_weights=np.empty((len(table.spans) - len(table.roles.inner), BLOCK), np.int32),
            ),
            FigureArrays(figures.sizes, figures.removed),
        )

    def through(self, prefix: tuple[int, ...]) -> Iterator[None]:
        """Walk through all transformations that begin with these levels; comes back after every call of the kernel.

        A prefix must be lexicographically above the one before.
        """
        before = self._prefix
        shared = 0
        while before is not None and before[shared] == prefix[shared]:
            shared += 1
        self._prefix = prefix
        for depth in range(shared, len(prefix)):
            first = 0 if before is None or depth > shared else before[depth] + 1
            for level in range(first, prefix[depth] + 1):
                self._levels[depth] = level
                self._walk(depth, depth, -1, *self._arguments)  # no budget: one step
                yield
        depth = len(prefix)
        while depth >= 0:
            depth = self._walk(len(prefix), depth, BUDGET, *self._arguments)
            yield
