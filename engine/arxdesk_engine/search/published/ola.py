"""`ola`: Optimal Lattice Anonymization, ever smaller sub-lattices in a binary search (El Emam et al., JAMIA 2009)."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.enumeration import transformations
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.problem import ProblemKind, SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import Tagging
from arxdesk_engine.search.whole.exhaustive import examine


def ola(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the minimal transformations that pass by halving sub-lattices, and the best of them.

    That is the optimum where the problem is monotonic. Otherwise what passes (it may be anonymous, as in two-phase
    search) is checked as well, without what is of insufficient quality. Deterministic; `seed` is not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)

    def search() -> None:
        if problem.kind is not ProblemKind.NON_MONOTONIC:
            _halve(tagging, problem.lattice.bottom, problem.lattice.top)
        if problem.kind is not ProblemKind.MONOTONIC:
            examine(tagging, tagging.excludes)

    return tagging.solve("ola", search)


def _halve(tagging: Tagging, low: Levels, high: Levels) -> None:
    """Tag the whole sub-lattice from `low` to `high`.

    The transformations of its middle level decide in which half to go on: below those that pass, above those that
    fail. Of that level only those are visited that have something untagged in one of the two halves, so that no
    visited sub-lattices have to be remembered.
    """
    height = sum(high) - sum(low)
    for untagged in transformations(low, high, tagging.settles):
        if height < 2:
            tagging.look(untagged)
            continue
        middle = _towards_height(untagged, low, high, sum(low) + height // 2)
        if not tagging.decides(middle, middle):
            tagging.look(middle)
        if tagging.passing.covers(middle):
            _halve(tagging, low, middle)
        else:
            _halve(tagging, middle, high)


def _towards_height(levels: Levels, low: Levels, high: Levels, height: int) -> Levels:
    """The first generalization or specialization that has a sum of levels, between two."""
    missing = height - sum(levels)
    found = []
    for level, least, most in zip(levels, low, high, strict=True):
        change = max(least - level, min(most - level, missing))
        found.append(level + change)
        missing -= change
    return tuple(found)
