"""What a released table says: each cell is a range of the leaves of its hierarchy, read apart from the engine.

Leaves stand in the order of their hierarchy, so that the leaves of every label follow each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.marginal_tables import LabelShares, table_errors
from arxdesk_engine.anonymizer import Anonymizer, load_hierarchies
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]


@dataclass(frozen=True)
class Tree:
    """A hierarchy over ordered leaves: `first` and `last` int64[levels, leaves] are the ends of each leaf's label.

    `places` are the positions of the values.
    """

    first: Numbers
    last: Numbers
    places: dict[str, int]

    @classmethod
    def of(cls, hierarchy: Hierarchy) -> Tree:
        """Raises ValueError where a label has two parents or the highest level several labels."""
        rows = sorted(hierarchy.rows, key=lambda row: row[::-1])
        first = np.empty((hierarchy.levels, len(rows)), np.int64)
        last = np.empty_like(first)
        for level in range(hierarchy.levels):
            labels = [row[level] for row in rows]
            starts = [place for place, label in enumerate(labels) if place == 0 or labels[place - 1] != label]
            if len(starts) != len(set(labels)):
                raise ValueError(f"{hierarchy.source}: level {level} is not made of whole labels of the level below")
            lengths = np.diff([*starts, len(labels)])
            first[level] = np.repeat(starts, lengths)
            last[level] = first[level] + np.repeat(lengths, lengths) - 1
        if first[-1].any():
            raise ValueError(f"{hierarchy.source}: there is no label for all values")
        return cls(first, last, {row[0]: place for place, row in enumerate(rows)})

    @property
    def leaves(self) -> int:
        """The number of leaves."""
        return self.first.shape[1]

    def lowest(self, low: Numbers, high: Numbers) -> tuple[Numbers, Numbers]:
        """The leaves of the lowest label over both of two leaves."""
        level = (self.first[:, low] == self.first[:, high]).argmax(axis=0)
        return self.first[level, low], self.last[level, low]


@dataclass(frozen=True)
class Input:
    """A table as its distinct rows: `leaves` int64[rows, attributes], `counts` int64[rows] records of each.

    `secrets` int64[rows] are the codes of its sensitive attribute, 0 where it has none; `tuples` int64[rows] the
    numbers of the rows' quasi-identifiers in the engine's grouping.
    """

    trees: tuple[Tree, ...]
    leaves: Numbers
    counts: Numbers
    secrets: Numbers
    tuples: Numbers

    @classmethod
    def of(cls, ready: Anonymizer) -> Input:
        """The table of a problem."""
        grouping = ready.problem.grouping
        read = load_hierarchies(ready.job, ready.dataset)
        trees = tuple(Tree.of(read[name]) for name in ready.quasi_identifiers)
        keys = grouping.tuples.keys[grouping.rows.tuples]
        leaves = np.empty((len(keys), len(trees)), np.int64)
        for attribute, (tree, name) in enumerate(zip(trees, ready.quasi_identifiers, strict=True)):
            places = np.array([tree.places[value] for value in ready.dataset[name].values], np.int64)
            leaves[:, attribute] = places[grouping.packing.unpack(keys, attribute)]
        secrets = next((codes.astype(np.int64) for codes in grouping.rows.sensitive.values()), np.zeros(len(keys), int))
        return cls(trees, leaves, grouping.rows.counts.astype(np.int64), secrets, grouping.rows.tuples.astype(np.int64))

    @property
    def domains(self) -> Numbers:
        """The leaves of each attribute."""
        return np.array([tree.leaves for tree in self.trees])

    def at_levels(self, levels: Sequence[Numbers], removed: NDArray[np.bool_]) -> Released:
        """The rows read at levels of their own, int64[rows] for each attribute; removed ones say nothing."""
        low, high = np.empty_like(self.leaves), np.empty_like(self.leaves)
        for attribute, (tree, level) in enumerate(zip(self.trees, levels, strict=True)):
            own = self.leaves[:, attribute]
            low[:, attribute] = np.where(removed, 0, tree.first[level, own])
            high[:, attribute] = np.where(removed, tree.leaves - 1, tree.last[level, own])
        return Released(self, np.arange(len(self.leaves)), self.counts, low, high, removed)

    def in_groups(self, rows: Numbers, counts: Numbers, groups: Numbers) -> Released:
        """So many records of some rows in numbered groups (from 0), each read at the lowest labels over its members."""
        low, high = self._ends(rows, groups)
        for attribute, tree in enumerate(self.trees):
            low[:, attribute], high[:, attribute] = tree.lowest(low[:, attribute], high[:, attribute])
        return Released(self, rows, counts, low[groups], high[groups], np.zeros(len(rows), np.bool_))

    def _ends(self, rows: Numbers, groups: Numbers) -> tuple[Numbers, Numbers]:
        low = np.broadcast_to(self.domains, (int(groups.max()) + 1, len(self.trees))).copy()
        high = np.full_like(low, -1)
        np.minimum.at(low, groups, self.leaves[rows])
        np.maximum.at(high, groups, self.leaves[rows])
        return low, high


@dataclass(frozen=True)
class Released:
    """A released table: `counts` records of rows of the input, each cell the leaves from `low` to `high`."""

    source: Input
    rows: Numbers
    counts: Numbers
    low: Numbers
    high: Numbers
    removed: NDArray[np.bool_]

    @property
    def loss(self) -> float:
        """The mean over cells of (leaves of the label - 1) / (leaves of the domain - 1); a removed record loses 1."""
        losses = ((self.high - self.low) / np.maximum(1, self.source.domains - 1)).mean(axis=1)
        losses[self.removed] = 1.0
        return float(losses @ self.counts / self.counts.sum())

    @property
    def removed_records(self) -> int:
        """How many records are removed."""
        return int(self.counts[self.removed].sum())

    def errors(self, *, uniform: bool) -> tuple[float, float]:
        """Mean total variation distance to the input of all one-way and of all two-way tables.

        A cell counts for its leaves alike (`uniform`), or by their shares of the released table, in which each cell
        counts for its leaves alike. To take shares of that again makes errors larger: rare leaves end with nothing.
        """
        readings = [self._reading(attribute, uniform=uniform) for attribute in range(len(self.source.trees))]
        found = table_errors(self.source.leaves[self.rows], self.counts, readings, self.counts)
        assert found.two_way is not None
        return found.one_way, found.two_way

    def _reading(self, attribute: int, *, uniform: bool) -> LabelShares:
        """The labels of an attribute, and how they divide among its leaves."""
        tree = self.source.trees[attribute]
        leaves = tree.leaves
        ends, labels = np.unique(self.low[:, attribute] * leaves + self.high[:, attribute], return_inverse=True)
        low, high = ends // leaves, ends % leaves
        leaf_shares = np.full(leaves, 1 / leaves)
        if not uniform:
            each = np.bincount(labels, self.counts, len(ends)) / (high - low + 1)
            change = np.bincount(low, each, leaves + 1) - np.bincount(high + 1, each, leaves + 1)
            leaf_shares = np.maximum(0.0, np.cumsum(change)[:-1]) / self.counts.sum()
        wanted = tree.first * leaves + tree.last
        label_at = np.minimum(np.searchsorted(ends, wanted), len(ends) - 1)
        is_label = ends[label_at] == wanted
        is_label[1:] &= wanted[1:] != wanted[:-1]  # a label of the same leaves counts once
        shares = leaf_shares / _between(leaf_shares, low, high)[label_at]
        return LabelShares(labels, np.where(is_label, label_at, -1), shares)


def _between(shares: Shares, low: Numbers, high: Numbers) -> Shares:
    sums = np.concatenate([[0.0], np.cumsum(shares)])
    found: Shares = np.maximum(sums[high + 1] - sums[low], 1e-300)
    return found
