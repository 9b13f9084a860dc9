"""Greedy k-member clustering (Byun, Kamra, Bertino and Li 2007): each cluster grows by the record that costs least.

An implementation of its own, to compare with; it knows nothing of the engine. The work grows with the square of the
table.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.released import Input, Numbers

_NEVER = 1e9


class _Distances:
    """What a label over two leaves loses, for every two leaves of every attribute."""

    def __init__(self, table: Input) -> None:
        self.leaves = np.ascontiguousarray(table.leaves.T)
        self._pairs: list[NDArray[np.float64]] = []
        for tree in table.trees:
            every = np.arange(tree.leaves)
            low, high = tree.lowest(np.repeat(every, tree.leaves), np.tile(every, tree.leaves))
            self._pairs.append((high - low).reshape(tree.leaves, -1) / max(1, tree.leaves - 1))

    def from_row(self, row: int, others: Numbers) -> NDArray[np.float64]:
        """By attribute, float64[attributes, others].

        Whatever cluster a record is in, a label over the cluster and another record costs at least this, or what the
        cluster costs already: the greater one.
        """
        return np.stack(
            [pairs[leaves[row], leaves[others]] for pairs, leaves in zip(self._pairs, self.leaves, strict=True)]
        )


def k_member(table: Input, k: int, seed: int = 0) -> tuple[Numbers, Numbers, Numbers]:
    """Rows, how many of their records, and the group of these, numbered from 0: records that are alike can part."""
    distances = _Distances(table)
    left = table.counts.copy()
    records = int(left.sum())
    parts: list[tuple[int, int, int]] = []
    seeds: list[tuple[int, NDArray[np.float64]]] = []
    candidates = np.arange(len(left))
    last = int(np.random.default_rng(seed).integers(len(left)))
    while records >= k:
        if (left[candidates] > 0).mean() < 0.75:
            candidates = candidates[left[candidates] > 0]
        free = left[candidates] > 0
        far = np.where(free, distances.from_row(last, candidates).sum(axis=0), -1.0)
        last = int(candidates[far.argmax()])
        widths, members = _grow(distances.from_row(last, candidates), left, candidates, k)
        parts += [(row, taken, len(seeds)) for row, taken in members]
        seeds.append((last, widths))
        last = members[-1][0]
        records -= k
    parts += _leftovers(distances, left, seeds)
    rows, counts, groups = np.array(parts, np.int64).T
    return rows, counts, groups


def _grow(
    each: NDArray[np.float64], left: Numbers, candidates: Numbers, k: int
) -> tuple[NDArray[np.float64], list[tuple[int, int]]]:
    """Take k records, the first of them at distance 0; what the cluster loses by attribute, and its members."""
    widths = np.zeros((len(each), 1))
    members: list[tuple[int, int]] = []
    taken = 0
    gone = np.where(left[candidates] > 0, 0.0, _NEVER)
    while taken < k:
        place = int((np.maximum(each, widths).sum(axis=0) + gone).argmin())
        row = int(candidates[place])
        number = min(int(left[row]), k - taken)
        left[row] -= number
        gone[place] = 0.0 if left[row] else _NEVER
        widths = np.maximum(widths, each[:, place, None])
        members.append((row, number))
        taken += number
    return widths[:, 0], members


def _leftovers(
    distances: _Distances, left: Numbers, seeds: list[tuple[int, NDArray[np.float64]]]
) -> list[tuple[int, int, int]]:
    """The records that are too few for a cluster, each in the one that it costs least."""
    firsts, widths = np.array([first for first, _ in seeds]), np.stack([widths for _, widths in seeds], axis=1)
    parts = []
    for row in np.flatnonzero(left).tolist():
        wider = np.maximum(distances.from_row(row, firsts), widths)
        group = int((wider - widths).sum(axis=0).argmin())
        widths[:, group] = wider[:, group]
        parts.append((row, int(left[row]), group))
    return parts
