"""What an attribute loses by itself at each of its levels, as records with a rare value have to be suppressed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.evaluation import evaluate
from arxdesk_engine.search.problem import SearchProblem

LEAST_TRANSFORMATIONS = 100_000
"""Smaller lattices are searched in about the time that looking at each level of each attribute takes."""


def bound_table(problem: SearchProblem, quality: AttributeWiseModel, must_end: Callable[[], bool]) -> Scores:
    """Weighted losses float64[attributes, levels] that no transformation of the lattice undercuts, rising by level.

    What is suppressed where one attribute is at some level, and all others are at their highest, is suppressed by every
    transformation with that level (search design, fact 8). So few classes are looked at faster than any others. Where a
    level loses more than a higher one, it has the loss of the higher one here. When it `must_end`, the losses are those
    without suppression, which hold as well.
    """
    table = quality.bound_table.copy()
    if problem.lattice.size < LEAST_TRANSFORMATIONS:
        return table
    whole = problem.partitioner.whole
    for attribute, highest in enumerate(problem.lattice.top):
        for level in range(problem.lattice.bottom[attribute], highest):
            if must_end():
                return quality.bound_table.copy()
            levels = np.array(problem.lattice.top, np.int16)
            levels[attribute] = level
            found = evaluate(problem, whole, levels, keep_rows=False, scores_all=False)
            if found.check.specializations_fail:
                table[attribute, level] = np.inf
            elif found.table is not None:
                table[attribute, level] = max(table[attribute, level], found.table[attribute, level])
        levels_up = table[attribute, : highest + 1]
        levels_up[:] = np.minimum.accumulate(levels_up[::-1])[::-1]
    return table
