"""The partitions that looks start from: recently formed ones, within bounds of memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Partition

CACHE_BYTES = 128 * 1024 * 1024
CACHE_ENTRIES = 64
_ATTRIBUTES_PER_PASS = 4.0  # the rough cost of one more attribute relative to one more pass over the rows


def _cost(rows: NDArray[np.float64], changed: NDArray[np.intp]) -> NDArray[np.float64]:
    costs: NDArray[np.float64] = (rows + 1.0) * (_ATTRIBUTES_PER_PASS + changed)
    return costs


class Sources:
    """Finds, for any transformation, the known generalization from which its classes are formed fastest."""

    def __init__(self, whole: Partition) -> None:
        attributes = len(whole.levels)
        self._known: list[Partition | None] = [whole] + [None] * CACHE_ENTRIES
        self._levels = np.full((CACHE_ENTRIES + 1, attributes), -1, np.int64)
        self._levels[0] = whole.levels
        self._is_whole = np.zeros((CACHE_ENTRIES + 1, 1), np.bool_)  # a generalization of everything
        self._is_whole[0] = True
        self._rows = np.zeros(CACHE_ENTRIES + 1)
        self._rows[0] = len(whole.kept_members)
        self._used = np.zeros(CACHE_ENTRIES + 1, np.int64)
        self._used[0] = np.iinfo(np.int64).max  # never forgotten
        self._clock = 0
        self._bytes = 0

    def put(self, partition: Partition) -> None:
        """Remember a partition whose rows were kept; forget the least recently used ones where there is no room."""
        slot = int(np.argmin(self._used))
        self._forget(slot)
        self._known[slot] = partition
        self._levels[slot] = partition.levels
        self._rows[slot] = len(partition.kept_members)
        self._bytes += partition.nbytes
        self._touch(slot)
        while self._bytes > CACHE_BYTES:
            self._forget(int(np.argmin(np.where(self._used > 0, self._used, self._used[0]))))

    def best(self, levels: NDArray[np.int64]) -> Partition:
        """The known generalization of `levels` with the least rows and attributes to go through."""
        slot, _cost = self._cheapest(levels)
        self._touch(slot)
        return self._partition(slot)

    def better(self, than: Partition, levels: NDArray[np.int64]) -> Partition:
        """Another known generalization of `levels` where that is cheaper than the given one. Changes nothing."""
        slot, cost = self._cheapest(levels)
        changed = np.count_nonzero(than.levels[None] != levels, axis=1)
        return self._partition(slot) if cost < _cost(np.array([len(than.kept_members)]), changed)[0] else than

    def _cheapest(self, levels: NDArray[np.int64]) -> tuple[int, float]:
        fits = ((self._levels >= levels) | self._is_whole).all(axis=1)
        changed = np.count_nonzero(self._levels != levels, axis=1)
        costs = np.where(fits, _cost(self._rows, changed), np.inf)
        slot = int(np.argmin(costs))
        return slot, float(costs[slot])

    def _partition(self, slot: int) -> Partition:
        found = self._known[slot]
        if found is None:
            raise AssertionError("a forgotten partition fits no levels")
        return found

    def _touch(self, slot: int) -> None:
        if slot > 0:
            self._clock += 1
            self._used[slot] = self._clock

    def _forget(self, slot: int) -> None:
        known = self._known[slot]
        if known is not None:
            self._bytes -= known.nbytes
        self._known[slot] = None
        self._levels[slot] = -1
        self._used[slot] = 0
