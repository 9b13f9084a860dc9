"""Cuts of a tree of items: every item is shown as itself or as one group, and what that loses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.search.sets.counting import LEFT_OUT, Support, WeightedSets
from arxdesk_engine.search.sets.tree import ItemTree

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SetProblem:
    """Sets of items to be shown so that every combination of at most m that occurs does so k times at least.

    `occurrences` int64[leaves] is how often each item occurs in all sets; where an item is left out, it stands for
    nothing in `support` and `sets`.
    """

    tree: ItemTree
    sets: WeightedSets
    support: Support
    occurrences: Int64s
    k: int
    m: int

    @classmethod
    def of(cls, tree: ItemTree, sets: WeightedSets, k: int, m: int) -> SetProblem:
        """The problem of showing all items."""
        return cls(tree, sets, Support(tree, sets), sets.occurrences(tree.leaves), k, m)

    def costs(self) -> NDArray[np.float64]:
        """What showing the items of a node as this node loses, over all sets: float64[nodes]."""
        before = np.concatenate([np.zeros(1, np.int64), np.cumsum(self.occurrences)])
        costs: NDArray[np.float64] = (before[self.tree.high] - before[self.tree.low]) * self.tree.penalty
        return costs

    def loss(self, shown: Int32s) -> float:
        """The loss of a cut, `shown` int32[leaves] the node of each leaf: sum over all sets of the penalties."""
        return float((self.occurrences * self.tree.penalty[shown]).sum())

    def numbered(self, shown: Int32s) -> tuple[Int32s, Int32s]:
        """The nodes of a cut from left to right, and for each leaf the place of its node among them."""
        is_new = np.append(True, shown[1:] != shown[:-1]) if len(shown) else np.zeros(0, np.bool_)
        return shown[is_new], (np.cumsum(is_new) - 1).astype(np.int32)

    def holds(self, shown: Int32s) -> bool:
        """Whether a cut shows no combination that is rare."""
        nodes, number = self.numbered(shown)
        return not self.sets.shown_as(number).has_rare(len(nodes), self.k, self.m)

    def holds_beside(self, node: int, parts: list[int], shown: Int32s) -> bool:
        """Whether no combination with one of `parts`, which make up `node`, is rare beside the others that are shown.

        `shown` int32[leaves] is the node of each other leaf, LEFT_OUT: not looked at.
        """
        if any(0 < self.weight(part) < self.k for part in parts):
            return False
        low, high = int(self.tree.low[node]), int(self.tree.high[node])
        number = np.full(len(shown), LEFT_OUT, np.int32)
        for place, part in enumerate(parts):
            number[self.tree.low[part] : self.tree.high[part]] = place
        others = np.ones(len(shown), np.bool_)
        others[low:high] = False
        others &= shown != LEFT_OUT
        outside = shown[others]
        is_new = np.append(True, outside[1:] != outside[:-1]) if len(outside) else np.zeros(0, np.bool_)
        number[others] = len(parts) + np.cumsum(is_new) - 1
        sets = self.sets.in_front(self.support.rows(node), low, high, number)
        return not sets.has_rare(len(parts) + int(is_new.sum()), self.k, self.m, len(parts))

    def weight(self, node: int) -> int:
        """The sets with an item of a node."""
        return int(self.sets.weights[self.support.rows(node)].sum())
