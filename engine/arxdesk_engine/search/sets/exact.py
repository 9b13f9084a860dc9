"""The cut that loses least, by a bounded search over all cuts: branch and bound from left to right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.search.sets.counting import LEFT_OUT
from arxdesk_engine.search.sets.cut import SetProblem

Int32s = NDArray[np.int32]
MOST_WORK = 200_000_000
"""Combinations that a search may count, estimated from the sizes of the sets; about a second or two."""
_SLACK = 1e-9


@dataclass(slots=True)
class CutSearch:
    """A depth-first search over the cuts of a tree.

    Nodes wait from left to right; the leftmost is shown as its parts or as itself. It is shown as itself only where no
    combination with nodes to the left of it is rare: with more nodes beside them such a combination stays rare. What is
    decided loses its cost, and what waits at least what it loses by itself, each node with k sets or none.
    """

    problem: SetProblem
    best: Int32s
    """The best cut that is known, int32[leaves]."""
    work: float = MOST_WORK
    step: Callable[[], None] = lambda: None
    proven: bool = field(init=False, default=False)
    """Whether no cut loses less than the best."""

    def run(self) -> None:
        """Search until the best cut is proven or the work is done."""
        problem = self.problem
        costs, children = problem.costs(), problem.tree.children()
        least, work_of = self._least(costs, children), self._work()
        best, shown = problem.loss(self.best), np.full(problem.tree.leaves, LEFT_OUT, np.int32)
        tasks: list[tuple[float, tuple[int, ...], int, int]] = [(0.0, (problem.tree.root,), -1, 0)]
        while tasks:
            self.step()
            lost, waiting, node, left = tasks.pop()
            shown[left:] = LEFT_OUT
            if lost + sum(float(least[each]) for each in waiting) >= best * (1.0 - _SLACK):
                continue
            if node >= 0:  # show it, beside what is decided
                self.work -= work_of[node]
                if self.work < 0:
                    return
                if not problem.holds_beside(node, [node], shown):
                    continue
                shown[left : problem.tree.high[node]] = node
            if not waiting:
                best, self.best = lost, shown.copy()
                continue
            first, rest = waiting[0], waiting[1:]
            start = int(problem.tree.low[first])
            tasks.append((lost + float(costs[first]), rest, first, start))
            if children[first]:
                tasks.append((lost, (*children[first], *rest), -1, start))
        self.proven = True

    def _least(self, costs: NDArray[np.float64], children: list[list[int]]) -> NDArray[np.float64]:
        """What the items of each node lose at least: the best cut of it where only single nodes must be frequent."""
        problem = self.problem
        weights = [problem.weight(node) for node in range(len(costs))]
        least = np.array([cost if n == 0 or n >= problem.k else np.inf for cost, n in zip(costs, weights, strict=True)])
        for node in sorted(range(len(costs)), key=lambda each: int(problem.tree.high[each] - problem.tree.low[each])):
            if children[node]:
                least[node] = min(least[node], float(least[children[node]].sum()))
        return least

    def _work(self) -> list[float]:
        """The combinations that are counted where a node is shown, at most."""
        sizes = np.diff(self.problem.sets.offsets).astype(np.float64)
        each = np.ones_like(sizes)
        for item in range(1, self.problem.m):
            each *= np.maximum(sizes - item + 1, 1.0) / item
        rows = self.problem.support.rows
        return [float(each[rows(node)].sum()) + len(self.best) for node in range(len(self.problem.tree.parent))]
