"""`incognito`: from subsets of the attributes to all of them (LeFevre et al., SIGMOD 2005)."""

from __future__ import annotations

import itertools

from engine.control import Control
from engine.lattice.enumeration import transformations
from engine.lattice.lattice import Levels
from engine.search.exhaustive import CHECKED_AT_ONCE, attribute_order, examine
from engine.search.problem import Problem, ProblemKind
from engine.search.solution import Limits, Solution
from engine.search.tagging import Tagging


def incognito(problem: Problem, control: Control, limits: Limits, seed: int = 0) -> Solution:
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
    attributes below the top, and the a-priori join of the surviving subsets is what the tags say already.
    """
    bottom, top = tagging.problem.lattice.bottom, tagging.problem.lattice.top
    attributes = [index for index in attribute_order(tagging.problem) if bottom[index] < top[index]]
    for size in range(len(attributes) + 1):
        for subset in itertools.combinations(attributes, size):
            low = _restricted(bottom, top, subset, 0)
            high = _restricted(top, top, subset, 1)
            for height in range(sum(low), sum(high) + 1):
                if tagging.decides(low, high):
                    break
                level = transformations(low, high, tagging.decides, height)
                while piece := list(itertools.islice(level, CHECKED_AT_ONCE)):
                    tagging.look_at_all(piece)


def _restricted(levels: Levels, top: Levels, subset: tuple[int, ...], less: int) -> Levels:
    """The levels, lowered by `less`, in the subset; the top elsewhere."""
    return tuple(levels[index] - less if index in subset else level for index, level in enumerate(top))
