"""`flash`: greedy paths through the lattice, checked by binary search (Kohlmayer et al., PASSAT 2012)."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Iterator

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.enumeration import Closed, transformations
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.problem import ProblemKind, SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import Tagging

SORTED_AT_ONCE = 4096
"""How many transformations of one level of the lattice are held and sorted; a wider level is taken piece by piece."""

Key = tuple[float, float, float, Levels]


def flash(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """The Flash algorithm, with tags that are sound for the kind of problem.

    Where the problem is monotonic all that lies above an anonymous transformation is tagged, and the search ends
    with the minimal anonymous transformations. Otherwise only the specializations of what cannot be anonymous and
    the generalizations of insufficient quality are tagged, and paths are built until everything else is checked
    ("The cost of quality", 2015, sections 2.6 and 2.7): the best is the optimum for problems of every kind.
    Deterministic; `seed` is not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)

    def tagged(low: Levels, high: Levels) -> bool:
        return tagging.excludes(low, high) or (low == high and tagging.checker.is_known(low))

    closed = tagging.settles if problem.kind is ProblemKind.MONOTONIC else tagged
    return tagging.solve("flash", lambda: check_paths(tagging, closed))


def check_paths(tagging: Tagging, closed: Closed) -> None:
    """Build and check paths until every transformation is tagged, as answered by `closed` for an interval."""
    lattice = tagging.problem.lattice
    order = TraversalOrder(tagging.problem)
    tickets = itertools.count()
    for height in range(sum(lattice.bottom), sum(lattice.top) + 1):
        level = transformations(lattice.bottom, lattice.top, closed, height)
        while piece := order.sorted(itertools.islice(level, SORTED_AT_ONCE)):
            for start in piece:
                queue = [(order(start), next(tickets), start)]
                while queue:
                    head = heapq.heappop(queue)[-1]
                    if not closed(head, head):
                        for above in _check_path(tagging, closed, _find_path(tagging, closed, order, head)):
                            heapq.heappush(queue, (order(above), next(tickets), above))


def _find_path(tagging: Tagging, closed: Closed, order: TraversalOrder, start: Levels) -> list[Levels]:
    """From a transformation always to the first generalization that is not tagged, as far as there is one."""
    path = [start]
    while True:
        above = order.sorted(tagging.problem.lattice.successors(path[-1]))
        following = next((levels for levels in above if not closed(levels, levels)), None)
        if following is None:
            return path
        path.append(following)


def _check_path(tagging: Tagging, closed: Closed, path: list[Levels]) -> list[Levels]:
    """Find by binary search where the path begins to pass; the generalizations, not tagged yet, of what failed."""
    found: list[Levels] = []
    low, high = 0, len(path) - 1
    while low <= high:
        middle = (low + high) // 2
        if tagging.look(path[middle]).specializations_fail:
            found += (above for above in tagging.problem.lattice.successors(path[middle]) if not closed(above, above))
            low = middle + 1
        else:
            high = middle - 1
    return found


class TraversalOrder:
    """The order in which Flash goes through transformations, whatever the order of the columns (section 2).

    First what is generalized less in all, then relative to the hierarchies' heights, then what keeps more values.
    """

    def __init__(self, problem: SearchProblem) -> None:
        self._tops = [hierarchy.maximum_level or 1 for hierarchy in problem.grouping.hierarchies]
        self._lost_values = [
            [1.0 - len(labels) / len(hierarchy.labels[0]) for labels in hierarchy.labels]
            for hierarchy in problem.grouping.hierarchies
        ]

    def __call__(self, levels: Levels) -> Key:
        """The criteria c1, c2 and c3; equal ones are told apart by the levels. Sums that are exact in any order."""
        relative = math.fsum(level / top for level, top in zip(levels, self._tops, strict=True))
        lost = math.fsum(values[level] for values, level in zip(self._lost_values, levels, strict=True))
        return sum(levels), relative, lost, levels

    def sorted(self, levels: Iterator[Levels]) -> list[Levels]:
        """Sort in this order."""
        return sorted(levels, key=self)
