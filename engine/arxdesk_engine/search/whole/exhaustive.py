"""`exhaustive`: depth first over the whole lattice, or over the rest left by another algorithm."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.enumeration import Closed, number_before, transformations
from arxdesk_engine.lattice.lattice import Levels, with_level
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import SearchEndedError, Tagging

CHECKED_AT_ONCE = 16
"""How many transformations are chosen before they are checked, on all cores: what the first of them excludes is checked
all the same."""
BOUND_SECONDS = 1 / 30
"""How often the bound for what is still to come is formed: not for every check, which can cost less."""


def exhaustive(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Check every transformation: no pruning, so that nothing is asked of the models (the generic depth-first search
    of "The cost of quality", 2015, section 2.6).

    Right for problems of every kind. Deterministic; `seed` is not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)
    return tagging.solve("exhaustive", lambda: examine(tagging, _nothing_is_closed))


def examine(tagging: Tagging, closed: Closed) -> None:
    """Check everything outside closed intervals, depth first, a transformation before its generalizations."""
    lattice = tagging.problem.lattice
    order = attribute_order(tagging.problem)
    remaining = transformations(lattice.bottom, lattice.top, closed, order=order)
    first, bounded = lattice.bottom, time.perf_counter()
    try:
        while following := list(itertools.islice(remaining, CHECKED_AT_ONCE)):
            first = following[0]
            tagging.raise_excluded(number_before(lattice, first, order))
            if time.perf_counter() - bounded > BOUND_SECONDS:
                tagging.raise_bound(_bound_from(tagging.problem, order, first))
                bounded = time.perf_counter()
            tagging.look_at_all(following)
    except SearchEndedError:
        tagging.raise_bound(_bound_from(tagging.problem, order, first))
        raise


def _nothing_is_closed(_low: Levels, _high: Levels) -> bool:
    return False


def attribute_order(problem: SearchProblem) -> list[int]:
    """Attributes with few values first: an order that does not depend on that of the columns."""
    hierarchies = problem.grouping.hierarchies
    return sorted(range(len(hierarchies)), key=lambda index: [len(labels) for labels in hierarchies[index].labels])


def _bound_from(problem: SearchProblem, order: Sequence[int], levels: Levels) -> float:
    """A bound for a transformation and all that come after it in the depth-first order."""
    lattice = problem.lattice
    bound = problem.lower_bound(levels)
    first = lattice.bottom
    for index in order:
        if levels[index] < lattice.top[index]:
            bound = min(bound, problem.lower_bound(with_level(first, index, levels[index] + 1)))
        first = with_level(first, index, levels[index])
    return bound
