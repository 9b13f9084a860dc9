"""`incognito`: from subsets of the attributes to all of them (LeFevre et al., SIGMOD 2005)."""

from __future__ import annotations

import itertools

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.enumeration import transformations
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.problem import ProblemKind, SearchProblem
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import Tagging
from arxdesk_engine.search.whole.exhaustive import CHECKED_AT_ONCE, attribute_order, examine


def incognito(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the minimal transformations that pass, subset by subset of the attributes, and the best of them.

    That is the optimum where the problem is monotonic. Otherwise what passes (it may be anonymous, as in two-phase
    search) is checked as well, without what is of insufficient quality. Deterministic; `seed` is not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)

    def search() -> None:
        if problem.kind is not ProblemKind.NON_MONOTONIC:
            _grow_subsets(tagging)
        if problem.kind is not ProblemKind.MONOTONIC:
            examine(tagging, tagging.excludes)

    return tagging.solve("incognito", search)


def _grow_subsets(tagging: Tagging) -> None:
    """Tag the whole lattice, level by level in the lattice of every subset, smaller subsets first.

    An attribute outside the subset is generalized to the top, not left out: within this lattice that excludes as
    much, and more is sound nowhere, since the top may keep detail. So a transformation belongs to the subset of its
    attributes below the top, and what the a-priori join of the surviving subsets leaves is what is not tagged.
    """
    bottom, top = tagging.problem.lattice.bottom, tagging.problem.lattice.top
    order = attribute_order(tagging.problem)
    none = (0,) * len(top)
    all_of_them = tuple(int(least < most) for least, most in zip(bottom, top, strict=True))

    def lowest(subset: Levels) -> Levels:
        return tuple(low if is_in else high for low, high, is_in in zip(bottom, top, subset, strict=True))

    def highest(subset: Levels) -> Levels:
        return tuple(high - is_in for high, is_in in zip(top, subset, strict=True))

    def closed(smallest: Levels, largest: Levels) -> bool:
        return tagging.decides(lowest(largest), highest(smallest))

    for size in range(sum(all_of_them) + 1):
        for subset in transformations(none, all_of_them, closed, size, order):
            _tag_between(tagging, lowest(subset), highest(subset))


def _tag_between(tagging: Tagging, low: Levels, high: Levels) -> None:
    for height in range(sum(low), sum(high) + 1):
        level = transformations(low, high, tagging.decides, height)
        while piece := list(itertools.islice(level, CHECKED_AT_ONCE)):
            tagging.look_at_all(piece)
