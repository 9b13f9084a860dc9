"""Table 1 of the pruning paper, measured here: `python -m tests.benchmarks.storage_variants`.

A traversal like Flash's is recorded once: bottom up, breadth first, from every transformation that is not excluded a
path upwards, on it a binary search for the lowest anonymous transformation. Anonymity and loss are made up, monotonic,
and cost nothing, so that what is measured is the storage alone. The recorded queries and inserts of both properties,
insufficient protection (which specializations inherit) and insufficient quality (which generalizations inherit), are
then replayed through each variant within one kernel call, and once through the Python classes for the counts.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numba as nb
import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels import element_list, prefix_tree
from arxdesk_engine.lattice.antichain import MaximalElements, MinimalElements
from arxdesk_engine.lattice.lattice import Lattice, Levels, height
from arxdesk_engine.lattice.storage import VARIANTS, AntichainList, Inheritance, RankedTree, SimpleList, Storage

ADULT_TOP = (4, 3, 2, 2, 2, 1, 1, 1, 2)
"""12,960 transformations."""
LARGE_TOP = (4, *[3] * 6, 2, 3, 2, *[3] * 12, 1, 1)
"""24 attributes, 4.9e13 transformations: those of CREDITCARD."""

PAPER_TABLE_1 = {
    "Adult": (0.247, 0.230, 0.061, 0.055),
    "SS13ACS, 10 attributes": (21.730, 15.032, 1.861, 1.797),
}
"""Seconds for options 1 to 4."""
PAPER_TABLE_2 = "Adult: quality 1,062 inserts, 74.69 % hits, antichain 73.54 %; protection 887, 15.37 %, 93.01 %"


@dataclass
class Recording:
    """What was asked of and put into one property's storage, in order."""

    inheritance: Inheritance
    levels: list[Levels] = field(default_factory=list)
    is_insert: list[bool] = field(default_factory=list)

    def note(self, levels: Levels, *, is_insert: bool) -> None:
        self.levels.append(levels)
        self.is_insert.append(is_insert)

    def arrays(self) -> tuple[NDArray[np.int16], NDArray[np.bool_]]:
        return np.array(self.levels, np.int16), np.array(self.is_insert)


class Workload:
    """A lattice with made-up monotonic properties: the number of cells of the generalized domain, and a loss."""

    def __init__(self, top: Levels, seed: int) -> None:
        generator = np.random.default_rng(seed)
        self.lattice = Lattice((0,) * len(top), top)
        self._generator = generator
        self._cells = [np.append(np.sort(generator.uniform(0.3, 3.0, level))[::-1], 0.0) for level in top]
        self._loss = [np.append(0.0, np.sort(generator.uniform(0.1, 1.0, level))) for level in top]
        self._allowed = 0.35 * sum(cells[0] for cells in self._cells)
        self._best = np.inf
        self._checked: set[Levels] = set()
        self.unsafe, self.poor = Recording(Inheritance.SPECIALIZATIONS), Recording(Inheritance.GENERALIZATIONS)
        self._unsafe, self._poor = MaximalElements(len(top)), MinimalElements(len(top))

    def _bottom_up(self) -> Iterator[Levels]:
        return iter(sorted(self.lattice, key=height))

    def _anywhere(self, starts: int) -> Iterator[Levels]:
        """Where breadth first does not come to an end: starting points in the lower half, by rising rank."""
        top = np.array(self.lattice.top)
        drawn = (self._generator.random((starts, len(top))) ** 2 * (top + 1)).astype(int)
        return iter(sorted((tuple(row) for row in drawn.tolist()), key=height))

    def record(self, starts: int | None) -> list[Recording]:
        """Traverse the lattice from all its transformations or from `starts` of them."""
        for levels in self._bottom_up() if starts is None else self._anywhere(starts):
            if not self._is_known(levels):
                self._search(self._path(levels))
        return [self.poor, self.unsafe]

    def _is_known(self, levels: Levels) -> bool:
        if levels in self._checked:
            return True
        self.unsafe.note(levels, is_insert=False)
        if self._unsafe.covers(levels):
            return True
        self.poor.note(levels, is_insert=False)
        return self._poor.covers(levels)

    def _path(self, levels: Levels) -> list[Levels]:
        path = [levels]
        while True:
            above = list(self.lattice.successors(path[-1]))
            self._generator.shuffle(above)
            following = next(itertools.dropwhile(self._is_known, map(tuple, above)), None)
            if following is None:
                return path
            path.append(following)

    def _search(self, path: list[Levels]) -> None:
        low, high = 0, len(path) - 1
        while low <= high:
            middle = (low + high) // 2
            if self._is_anonymous(path[middle]):
                high = middle - 1
            else:
                low = middle + 1

    def _is_anonymous(self, levels: Levels) -> bool:
        self._checked.add(levels)
        bound = sum(float(loss[level]) for loss, level in zip(self._loss, levels, strict=True))
        cells = sum(float(cells[level]) for cells, level in zip(self._cells, levels, strict=True))
        anonymous = cells <= self._allowed
        if anonymous:
            self._best = min(self._best, 1.1 * bound)
        elif not self._unsafe.covers(levels):
            self.unsafe.note(levels, is_insert=True)
            self._unsafe.add(levels)
        if bound >= self._best and not self._poor.covers(levels):
            self.poor.note(levels, is_insert=True)
            self._poor.add(levels)
        return anonymous


_LEVELS = nb.int16[:, ::1]
_FLAGS = nb.boolean[::1]


@nb.njit(nb.int64(_LEVELS, nb.int64[::1], _LEVELS, _FLAGS, nb.int64, nb.boolean, nb.boolean), cache=True, nogil=True)
def replay_list(rows, figures, levels, is_insert, start, is_downwards, is_antichain):
    """figures: int64[2], size and hits. Returns where it stopped because the list was full."""
    for place in range(start, len(levels)):
        one = levels[place]
        if not is_insert[place]:
            if is_downwards:
                figures[1] += element_list.is_below_any(rows, figures[0], one)
            else:
                figures[1] += element_list.is_above_any(rows, figures[0], one)
            continue
        if not is_antichain:
            size = element_list.append(rows, figures[0], one)
        elif is_downwards:
            size = element_list.append_maximal(rows, figures[0], one)
        else:
            size = element_list.append_minimal(rows, figures[0], one)
        if size < 0:
            return place
        figures[0] = size
    return len(levels)


@nb.njit(
    nb.int64(
        nb.int32[:, ::1],
        _LEVELS,
        nb.int32[::1],
        nb.int64[::1],
        nb.int64[::1],
        _LEVELS,
        _FLAGS,
        nb.int64,
        nb.boolean,
        nb.boolean,
    ),
    cache=True,
    nogil=True,
)
def replay_tree(nodes, rows, owners, state, figures, levels, is_insert, start, is_downwards, is_ranked):
    """As `replay_list`; the size is in the tree's state."""
    for place in range(start, len(levels)):
        one = levels[place]
        if is_insert[place]:
            if is_downwards:
                outcome = prefix_tree.add_maximal(nodes, rows, owners, state, one, is_ranked)
            else:
                outcome = prefix_tree.add_minimal(nodes, rows, owners, state, one, is_ranked)
            if outcome == prefix_tree.FULL:
                return place
        elif is_downwards:
            figures[1] += prefix_tree.find_generalization(nodes, rows, one, is_ranked) != 0
        else:
            figures[1] += prefix_tree.find_specialization(nodes, rows, one, is_ranked) != 0
    return len(levels)


def replay(kind: type[Storage], recording: Recording, levels: NDArray[np.int16], is_insert: NDArray[np.bool_]) -> int:
    """One run through kernels alone, growing included; returns the hits."""
    is_downwards = recording.inheritance is Inheritance.SPECIALIZATIONS
    figures = np.zeros(2, np.int64)
    place = 0
    if kind in (SimpleList, AntichainList):
        rows = np.empty((64, levels.shape[1]), np.int16)
        while True:
            place = replay_list(rows, figures, levels, is_insert, place, is_downwards, kind is AntichainList)
            if place == len(levels):
                return int(figures[1])
            rows = np.concatenate((rows, np.empty_like(rows)))
    elements = (MaximalElements if is_downwards else MinimalElements)(levels.shape[1])
    while True:
        place = replay_tree(*elements.tree, figures, levels, is_insert, place, is_downwards, kind is RankedTree)
        if place == len(levels):
            return int(figures[1])
        elements.grow()


def counted(kind: Callable[[int, Inheritance], Storage], recording: Recording) -> Storage:
    """One run through the class, which counts."""
    storage = kind(len(recording.levels[0]), recording.inheritance)
    for levels, is_insert in zip(*recording.arrays(), strict=True):
        if is_insert:
            storage.add(levels)
        else:
            storage.covers(levels)
    return storage


def median_seconds(recording: Recording, runs: int) -> list[float]:
    """Of each variant, in turn, so that all meet the same disturbances; the first round only warms up.

    Time of the processor, since others may be at work on the machine.
    """
    levels, is_insert = recording.arrays()
    seconds: list[list[float]] = [[] for _kind in VARIANTS]
    for _run in range(runs + 1):
        for kind, measured in zip(VARIANTS.values(), seconds, strict=True):
            start = time.thread_time()
            replay(kind, recording, levels, is_insert)
            measured.append(time.thread_time() - start)
    return [statistics.median(measured[1:]) for measured in seconds]


def measure(name: str, recordings: Iterable[Recording], runs: int) -> None:
    """Print the figures of one lattice."""
    totals = dict.fromkeys(VARIANTS, 0.0)
    for recording in recordings:
        levels, is_insert = recording.arrays()
        print(f"\n{name}, inherited by {recording.inheritance}")
        print(f"  {'':31}{'time':>10}  {'per operation':>13}{'inserts':>9}{'queries':>9}{'hits':>9}{'largest':>9}")
        hits = set()
        for (variant, kind), seconds in zip(VARIANTS.items(), median_seconds(recording, runs), strict=True):
            totals[variant] += seconds
            storage = counted(kind, recording)
            hits |= {storage.hits, replay(kind, recording, levels, is_insert)}
            print(
                f"  {variant:31}{seconds * 1e3:7.2f} ms  {seconds / len(levels) * 1e9:10.0f} ns"
                f"{storage.inserts:9,}{storage.queries:9,}{storage.hits / storage.queries:9.2%}{storage.largest:9,}"
                f"  ({storage.largest / storage.inserts:.2%} of the inserts)"
            )
        if len(hits) != 1:
            raise AssertionError(f"the variants disagree: {hits}")
    print(f"\n{name}, both properties")
    against = [*PAPER_TABLE_1]
    print(f"  {'':31}{'here':>10}{'':10}" + "".join(f"{'paper, ' + dataset:>32}" for dataset in against))
    first = next(iter(totals.values()))
    for option, (variant, seconds) in enumerate(totals.items()):
        line = f"  {variant:31}{seconds * 1e3:7.2f} ms{seconds / first:10.1%}"
        for dataset in against:
            paper = PAPER_TABLE_1[dataset]
            line += f"{paper[option]:20.3f} s{paper[option] / paper[0]:10.1%}"
        print(line)


def border(top: Levels, size: int, generator: np.random.Generator) -> tuple[MaximalElements, NDArray[np.int16]]:
    """Up to `size` incomparable elements along a weighted middle plane, and 1,000 transformations to ask for there."""
    heights = np.array(top) + 1
    weights = generator.uniform(0.5, 2.0, len(top)) / heights
    middle, step = weights @ np.array(top) / 2, weights.max()
    elements = MaximalElements(len(top))
    probes: list[NDArray[np.int16]] = []
    for _draw in range(1_000_000):
        levels = generator.integers(0, heights).astype(np.int16)
        rank = weights @ levels - middle
        if len(elements) < size and abs(rank) < 0.3 * step:
            elements.add(levels)
        elif len(probes) < 1000 and -step < rank < 0.5 * step:
            probes.append(levels)
        if len(elements) == size and len(probes) == 1000:
            break
    return elements, np.array(probes)


def compare_sizes(name: str, top: Levels, sizes: Iterable[int], runs: int) -> None:
    """Print what one query of the tree and of rows compared one by one takes, by the number of elements."""
    print(f"\n{name}, one query of maximal elements")
    generator = np.random.default_rng(1)
    for size in sizes:
        elements, probes = border(top, size, generator)
        asked = np.zeros(len(probes), np.bool_)
        rows, figures = elements.rows, np.array([len(elements), 0])
        of_tree, of_rows = [], []
        for _run in range(4 * runs):
            start = time.thread_time()
            replay_tree(*elements.tree, figures, probes, asked, 0, True, True)
            middle = time.thread_time()
            replay_list(rows, figures, probes, asked, 0, True, True)
            of_tree.append(middle - start)
            of_rows.append(time.thread_time() - middle)
        tree, matrix = (statistics.median(seconds) / len(probes) * 1e9 for seconds in (of_tree, of_rows))
        print(
            f"  {len(elements):7,} elements: tree {tree:8,.0f} ns, rows {matrix:8,.0f} ns, {matrix / tree:5.1f} times"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Replay a traversal through the storage variants of the paper.")
    parser.add_argument("--runs", type=int, default=5, help="timed runs, of which the median is shown")
    parser.add_argument("--starts", type=int, default=1500, help="starting points in the large lattice")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("The lattices have the size of the named data sets; anonymity and loss in them are made up.")
    for name, top, starts in (("ADULT-9", ADULT_TOP, None), ("CREDITCARD-24", LARGE_TOP, arguments.starts)):
        workload = Workload(top, arguments.seed)
        recordings = workload.record(starts)
        compare_sizes(name, top, (10, 30, 50, 200, 1000, 5000) if starts else (10, 30, 50, 200, 800), arguments.runs)
        measure(f"{name} ({workload.lattice.size:,} transformations)", recordings, arguments.runs)
    print(f"\nThe paper's Table 2 for comparison: {PAPER_TABLE_2}")


if __name__ == "__main__":
    main()
