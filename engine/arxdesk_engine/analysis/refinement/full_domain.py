"""The self-test of an optimal transformation: a finer one that removes nobody else would have been better.

One level lower in one attribute, the removed records would be removed as well, and the others would lose less. As that
transformation was not the best, some class that was kept falls into parts of which one has 1 to k - 1 records. Where
the labels of a single class can be divided at all (those of the others stand for one finer label each), it is known to
be that class: of two finer labels both are there, and of more some vectors of counts are excluded. Sound where the best
is proven, and where the quality model gives every label a strictly greater loss than the finer ones under it.

Not covered: several classes that may be the one, transformations that are lower in several attributes or higher in
others, and what removed records could have been (Cohen, USENIX Security 2022).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.refinement.counting import divisions, divisions_without_small, logarithms
from arxdesk_engine.analysis.refinement.released import ReleasedGroups, finer_labels
from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.kernels.aggregates import MAXIMUM
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search.problem import SearchProblem


def refinement_of_optimum(problem: SearchProblem, levels: Levels) -> Refinement:
    """Test a table with the transformation that is proven to be the best under k-anonymity."""
    classes = problem.grouping.classes(levels)
    removed = problem.judge(classes).violating[classes.of_tuples]
    recoding = Recoding((levels,), np.zeros(len(removed), np.int32), removed)
    groups = ReleasedGroups.of(problem.grouping, recoding)
    return minimality(problem, groups, np.ones(1, np.bool_))


def reads_stars(grouping: Grouping, levels: Levels) -> bool:
    """Whether a class may read "*" in every attribute at some levels: an iteration leaves that, however large it is."""
    pairs = zip(grouping.hierarchies, levels, strict=True)
    return all(SUPPRESSED in hierarchy.labels[level] for hierarchy, level in pairs)


def minimality(problem: SearchProblem, groups: ReleasedGroups, proven: NDArray[np.bool_]) -> Refinement:
    """What is concluded of each group from the choice of its transformation, where that is `proven` to be the best.

    `proven` bool[transformations]. Each transformation was the best for its groups and some records that it removed.
    """
    grouping, least = problem.grouping, problem.minimal_class_size
    shape = len(groups), len(grouping.hierarchies)
    lower, labels = groups.levels.copy(), np.ones(shape, np.int64)
    for attribute in np.flatnonzero(rises(problem)).tolist():
        hierarchy, lowest = grouping.hierarchies[attribute], problem.lattice.bottom[attribute]
        below = np.maximum(groups.levels[:, attribute] - 1, lowest)
        finer = finer_labels(groups, attribute, hierarchy, np.minimum(below, groups.levels[:, attribute]))
        alone = np.bincount(groups.chosen, finer > 1, len(proven)) == 1
        told = (finer > 1) & (alone & proven)[groups.chosen] & ~_may_be_star(groups, grouping, attribute)
        lower[told, attribute], labels[told, attribute] = below[told], finer[told]
    sizes = np.broadcast_to(groups.sizes[:, None], shape)
    told, ways, free = labels > 1, np.zeros(shape), np.zeros(shape)
    ways[told] = logarithms(
        lambda records, parts: divisions(records, parts) - divisions_without_small(records, parts, least),
        sizes[told],
        labels[told],
    )
    free[told] = logarithms(divisions, sizes[told], labels[told])
    return Refinement(
        groups, lower, labels, (labels == 2).astype(np.int64), np.where(told, sizes - 1, sizes), ways, free
    )


def rises(problem: SearchProblem) -> NDArray[np.bool_]:
    """Attributes in which a coarser label costs strictly more, bool[attributes]."""
    quality, attributes = problem.quality, len(problem.grouping.hierarchies)
    if not isinstance(quality, Loss) or quality.aggregate_kind == MAXIMUM or not quality.factors[0] > 0:
        return np.zeros(attributes, np.bool_)
    found: NDArray[np.bool_] = quality.weights > 0.0
    found[list(problem.grouping.aggregated)] = False
    return found


def _may_be_star(groups: ReleasedGroups, grouping: Grouping, attribute: int) -> NDArray[np.bool_]:
    """Groups whose finer transformation in an attribute may have had a class of "*" alone, bool[groups]."""
    one_of = np.full(groups.chosen.max(initial=-1) + 1, -1, np.int64)
    one_of[groups.chosen] = np.arange(len(groups))
    used = np.flatnonzero(one_of >= 0)
    vectors = groups.levels[one_of[used]]
    vectors[:, attribute] = np.maximum(vectors[:, attribute] - 1, 0)
    found = np.zeros(len(one_of), np.bool_)
    found[used] = [reads_stars(grouping, tuple(each)) for each in vectors.tolist()]
    return found[groups.chosen]
