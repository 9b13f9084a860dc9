"""The apriori-based algorithm: combinations of one item, of two, and so on, generalized where they are rare.

Terrovitis, Mamoulis, Kalnis, "Privacy-preserving anonymization of set-valued data", VLDB 2008, section 4.3 (AA). A rare
combination is generalized to the frequent one among its generalizations that loses least, as in the direct
anonymization of section 4.2. Rare combinations are counted anew for the cut that has come of it until there are none,
where the paper keeps a tree of counts. Two things are added to the paper: the items of a node of a rare combination may
be left out where that loses less, and in the end groups are split again as far as they can be.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.combinations import next_unchanged
from arxdesk_engine.search.sets.counting import LEFT_OUT
from arxdesk_engine.search.sets.cut import SetProblem

Int32s = NDArray[np.int32]
_MOST_CANDIDATES = 4_096
"""Generalizations of one combination that are looked at: in tall trees, the smaller ones of them."""


def _go_on() -> None:
    """Nobody stops."""


@dataclass(slots=True)
class Apriori:
    """The algorithm for one problem. `step` is called now and then, and may raise what stops it.

    Up to `removable` items of all sets may be left out, an item in all sets at once.
    """

    problem: SetProblem
    removable: int = 0
    step: Callable[[], None] = _go_on
    shown: Int32s = field(init=False)
    """The node of each leaf, int32[leaves]."""
    left_out: NDArray[np.bool_] = field(init=False)
    """The leaves that are left out, bool[leaves]."""
    _costs: NDArray[np.float64] = field(init=False)

    def __post_init__(self) -> None:
        self.shown = np.arange(self.problem.tree.leaves, dtype=np.int32)
        self.left_out = np.zeros(len(self.shown), np.bool_)
        self._costs = self.problem.costs()

    def run(self) -> bool:
        """Find a cut that shows no rare combination; False where not even the root does."""
        problem = self.problem
        for size in range(1, problem.m + 1):
            while True:
                self.step()
                nodes, number = problem.numbered(self.shown)
                number[self.left_out] = LEFT_OUT
                rare = problem.sets.shown_as(number).rare(len(nodes), problem.k, size)
                if rare.total == 0:
                    break
                if nodes.tolist() == [problem.tree.root]:
                    return False
                self._resolve(nodes, rare.combinations)
        return True

    def _resolve(self, nodes: Int32s, combinations: Int32s) -> None:
        """Resolve rare combinations, of places in `nodes`, one after the other.

        Those of which something has been generalized or left out by then wait for the next count.
        """
        tree = self.problem.tree
        lows = tree.low[nodes]
        at = next_unchanged(combinations, 0, np.zeros(len(nodes), np.bool_))
        while at < len(combinations):
            self.step()
            combination = [int(nodes[place]) for place in combinations[at].tolist() if place >= 0]
            generalized, lost = self._least_generalized(combination)
            node, lost_without = self._least_left_out(combination)
            if lost_without < lost:
                low, high = tree.low[node], tree.high[node]
                self.removable -= self._occurrences(node)
                self.left_out[low:high] = True
            else:
                for each in generalized:
                    self.shown[tree.low[each] : tree.high[each]] = each
            changed = (self.shown[lows] != nodes) | (np.add.reduceat(~self.left_out, lows) == 0)
            at = next_unchanged(combinations, at + 1, changed)

    def _least_generalized(self, combination: list[int]) -> tuple[tuple[int, ...], float]:
        """The generalization that loses least among those that are frequent, and how much more than now."""
        tree, paths = self.problem.tree, [self.problem.tree.above(node) for node in combination]
        found: list[tuple[float, int, tuple[int, ...]]] = []
        for chosen in itertools.islice(itertools.product(*paths), _MOST_CANDIDATES):
            outer = tuple(self._outermost(chosen))
            found.append((sum(self._lost(node, float(self._costs[node])) for node in outer), len(found), outer))
        for lost, _number, outer in sorted(found):
            if set(outer) != set(combination) and self.problem.support.of(outer) >= self.problem.k:
                return outer, lost
        return (tree.root,), self._lost(tree.root, float(self._costs[tree.root]))

    def _least_left_out(self, combination: list[int]) -> tuple[int, float]:
        """The node of a combination whose items are left out at the least loss, and how much; infinite: none may be."""
        numbers = {node: self._occurrences(node) for node in combination}
        losses = {node: self._lost(node, float(n)) for node, n in numbers.items() if 0 < n <= self.removable}
        if not losses:
            return combination[0], np.inf
        node = min(losses, key=losses.__getitem__)
        return node, losses[node]

    def _occurrences(self, node: int) -> int:
        """How often the items of a node occur that are not left out."""
        part = slice(self.problem.tree.low[node], self.problem.tree.high[node])
        return int(self.problem.occurrences[part][~self.left_out[part]].sum())

    def _lost(self, node: int, cost: float) -> float:
        """How much more than now is lost if the items of a node lose `cost` together."""
        part = slice(self.problem.tree.low[node], self.problem.tree.high[node])
        return cost - float(self.problem.occurrences[part] @ self.problem.tree.penalty[self.shown[part]])

    def _outermost(self, nodes: tuple[int, ...]) -> Iterator[int]:
        """The different ones of some nodes that no other one contains."""
        low, high = self.problem.tree.low, self.problem.tree.high
        different = sorted(set(nodes))
        for node in different:
            others = (each for each in different if each != node)
            if not any(low[each] <= low[node] and high[node] <= high[each] for each in others):
                yield node


def split_further(problem: SetProblem, shown: Int32s, step: Callable[[], None] = _go_on) -> Int32s:
    """Show the parts of a group in its place wherever that holds, the group that loses most first.

    What cannot be split cannot be split later either, when others have been: a cut that holds still holds when it is
    made coarser. So no group of the cut that comes of it can be split into its parts.
    """
    children, costs = problem.tree.children(), problem.costs()
    shown = shown.copy()
    waiting = [(-float(costs[node]), node) for node in np.unique(shown).tolist() if children[node]]
    heapq.heapify(waiting)
    while waiting:
        step()
        _cost, node = heapq.heappop(waiting)
        if not problem.holds_beside(node, children[node], shown):
            continue
        for part in children[node]:
            shown[problem.tree.low[part] : problem.tree.high[part]] = part
            if children[part]:
                heapq.heappush(waiting, (-float(costs[part]), part))
    return shown
