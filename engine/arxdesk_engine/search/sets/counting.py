"""The sets of a column as leaves of a tree of items, and the combinations that occur in too few of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.combinations import intersection, rare_combinations, shown_sets, shown_sets_in_front
from arxdesk_engine.search.sets.tree import ItemTree

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

LEFT_OUT = -1
"""Shown as nothing: an item that is removed."""
_MOST_AT_ONCE = 100_000
_NONE_MARKED = np.zeros(0, np.bool_)


@dataclass(frozen=True, slots=True)
class Rare:
    """Combinations that occur in too few sets: items int32[found, m], filled up with -1, and how often, int64[found].

    `total` is the number of all that were found; there may be more than are listed.
    """

    combinations: Int32s
    supports: Int64s
    total: int


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSets:
    """Sets of items in compressed rows, each item once and rising; weights int64[sets] say how often each occurs."""

    offsets: Int64s
    items: Int32s
    weights: Int64s

    @classmethod
    def of(cls, offsets: Int64s, items: Int32s, weights: Int64s, leaf_of: Int32s) -> WeightedSets:
        """From sets of items and the leaf of each item; sets of no weight are left out."""
        sizes = np.diff(offsets)
        kept = weights > 0
        entries = np.repeat(kept, sizes)
        leaves, rows = leaf_of[items[entries]], np.repeat(np.arange(int(kept.sum())), sizes[kept])
        order = np.lexsort((leaves, rows))
        starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes[kept])])
        return cls(starts, np.ascontiguousarray(leaves[order], np.int32), np.ascontiguousarray(weights[kept]))

    @classmethod
    def of_people(cls, offsets: Int64s, items: Int32s, values: Int32s, people: Int32s, leaf_of: Int32s) -> WeightedSets:
        """What each person has in all of their records: `values` int32[records] are the sets of the records, and
        `people` int32[records] whose they are. People without an item are left out."""
        sizes = np.diff(offsets)[values]
        starts = np.repeat(offsets[values] - np.cumsum(sizes) + sizes, sizes)
        leaves = leaf_of[items[starts + np.arange(int(sizes.sum()))]]
        number = max(1, len(leaf_of))
        pairs = np.unique(np.repeat(people.astype(np.int64), sizes) * number + leaves)
        _who, counts = np.unique(pairs // number, return_counts=True)
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
        return cls(ends, (pairs % number).astype(np.int32), np.ones(len(counts), np.int64))

    def occurrences(self, number: int) -> Int64s:
        """How often each of a number of items occurs, int64[number]."""
        each = np.repeat(self.weights, np.diff(self.offsets))
        return np.bincount(self.items, each, number).astype(np.int64)

    def shown_as(self, shown: Int32s) -> WeightedSets:
        """The sets with each item as its number in `shown` int32[items], which rises apart from LEFT_OUT."""
        offsets, items = np.empty_like(self.offsets), np.empty_like(self.items)
        shown_sets(self.offsets, self.items, shown, offsets, items)
        return WeightedSets(offsets, items[: offsets[-1]], self.weights)

    def in_front(self, rows: Int32s, low: int, high: int, shown: Int32s) -> WeightedSets:
        """Some of the sets, shown, with what stands for the items from `low` to `high` in front of the others."""
        entries = int((self.offsets[rows + 1] - self.offsets[rows]).sum())
        offsets, items = np.empty(len(rows) + 1, np.int64), np.empty(entries, np.int32)
        shown_sets_in_front(self.offsets, self.items, rows, low, high, shown, offsets, items)
        return WeightedSets(offsets, items[: offsets[-1]], self.weights[rows])

    def rare(self, number: int, k: int, m: int, most: int = _MOST_AT_ONCE) -> Rare:
        """The combinations of at most m of a number of items that occur fewer than k times.

        Of those with a rare part some are left out (`kernels.combinations.rare_combinations`).
        """
        room, supports = np.empty((most, m), np.int32), np.empty(most, np.int64)
        args = (self.offsets, self.items, self.weights, number, number, k, m)
        total = int(rare_combinations(*args, False, room, supports, _NONE_MARKED))
        return Rare(room[:total], supports[:total], total)

    def has_rare(self, number: int, k: int, m: int, first: int | None = None) -> bool:
        """Whether there is one; `first`: among those with an item below that number."""
        room, supports = np.empty((1, m), np.int32), np.empty(1, np.int64)
        until = number if first is None else first
        args = (self.offsets, self.items, self.weights, number, until, k, m)
        return bool(rare_combinations(*args, True, room, supports, _NONE_MARKED))

    def having_rare(self, number: int, k: int, m: int) -> NDArray[np.bool_]:
        """Which sets have such a combination, bool[sets]."""
        room, supports = np.empty((0, m), np.int32), np.empty(0, np.int64)
        marked = np.zeros(len(self.weights), np.bool_)
        args = (self.offsets, self.items, self.weights, number, number, k, m)
        rare_combinations(*args, False, room, supports, marked)
        return marked


@dataclass(slots=True, eq=False)
class Support:
    """How often combinations of nodes of a tree occur, counted by the lists of the sets that have an item of a node."""

    tree: ItemTree
    sets: WeightedSets
    _by_leaf: Int32s = field(init=False)
    _starts: Int64s = field(init=False)
    _rows: dict[int, Int32s] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        order = np.argsort(self.sets.items, kind="stable")
        rows = np.repeat(np.arange(len(self.sets.weights), dtype=np.int32), np.diff(self.sets.offsets))
        self._by_leaf = rows[order]
        counts = np.bincount(self.sets.items, minlength=self.tree.leaves)
        self._starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])

    def rows(self, node: int) -> Int32s:
        """The sets with an item of a node, rising."""
        found = self._rows.get(node)
        if found is None:
            low, high = int(self.tree.low[node]), int(self.tree.high[node])
            found = self._by_leaf[self._starts[low] : self._starts[high]]
            if high - low > 1:
                is_there = np.zeros(len(self.sets.weights), np.bool_)
                is_there[found] = True
                found = np.flatnonzero(is_there).astype(np.int32)
            self._rows[node] = found
        return found

    def of(self, nodes: Sequence[int]) -> int:
        """How often all of some nodes occur together."""
        found, *others = sorted((self.rows(node) for node in nodes), key=len)
        for rows in others:
            both = np.empty(len(found), np.int32)
            found = both[: intersection(found, rows, both)]
        return int(self.sets.weights[found].sum())
