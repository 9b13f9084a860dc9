"""The self-test of recoding by iterations: what an earlier iteration did not keep was too small for it.

The finding of Chhillar et al. 2025 (arXiv 2509.03350), as counts. A record that iteration i kept was left by every
earlier iteration j, so at the levels of j its class among the records that were left had fewer than k of them, and all
of these stayed. The label of a group stands for c labels of an attribute at those levels, and for m cells of all
attributes together; each cell holds at most k - 1 records of the group. An attribute's label stands for m / c cells,
so it has at most (m / c)(k - 1) records, and at least what the other labels cannot hold. Each finding is sound: an
input in which it did not hold would have had a class that j keeps. To this comes what the choice of each iteration's
transformation tells (`full_domain`).

Not covered: that other groups take up room in the same cells, that several iterations restrict the same group together,
and that transformations other than those one level lower were worse, too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.refinement.counting import divisions, divisions_up_to, logarithms
from arxdesk_engine.analysis.refinement.full_domain import minimality, reads_stars
from arxdesk_engine.analysis.refinement.released import ReleasedGroups, finer_labels
from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Status


def refinement_by_iterations(problem: SearchProblem, found: LocalRecoding, *, is_optimal: bool) -> Refinement:
    """Test a table that was recoded by iterations under k-anonymity, k being the least size of a class.

    `is_optimal`: the transformation that was gone on from is proven to be the best.
    """
    grouping = problem.grouping
    groups = ReleasedGroups.of(grouping, found.recoding)
    left = _left_by_earlier(groups, grouping, found, problem.minimal_class_size)
    proven = [is_optimal, *(each.status is Status.OPTIMAL for each in found.iterations)]
    return left.joined(minimality(problem, groups, np.array(proven, np.bool_)))


def _left_by_earlier(groups: ReleasedGroups, grouping: Grouping, found: LocalRecoding, least: int) -> Refinement:
    """What is concluded from what earlier iterations left: for each group and attribute the one that says most."""
    shape = len(groups), len(grouping.hierarchies)
    lower, labels = groups.levels.copy(), np.ones(shape, np.int64)
    room = np.repeat(groups.sizes[:, None], shape[1], axis=1)
    fullness = np.full(shape, -np.inf)
    for number, levels in enumerate(found.recoding.transformations):
        if (number == 0 and found.is_fresh) or reads_stars(grouping, levels):
            continue  # of a fresh beginning no record went through the first
        later = groups.chosen > number
        finer = _finer(groups, grouping, levels)
        cells = finer.astype(np.float64).prod(axis=1)
        share = cells[:, None] / finer * (least - 1)
        full = (groups.sizes[:, None] - (finer - 1) * share) / np.maximum(cells[:, None] * (least - 1), 1)
        tighter = later[:, None] & (finer > 1) & (full > fullness)
        fullness[tighter], labels[tighter] = full[tighter], finer[tighter]
        lower[tighter] = np.broadcast_to(np.array(levels, np.int64), shape)[tighter]
        room[tighter] = np.minimum(share, groups.sizes[:, None])[tighter].astype(np.int64)
    return _counted(groups, lower, labels, room)


def _finer(groups: ReleasedGroups, grouping: Grouping, levels: Levels) -> NDArray[np.int64]:
    """The labels at the levels of a transformation under those of each group, int64[groups, attributes]."""
    columns = [
        finer_labels(groups, attribute, hierarchy, np.full(len(groups), level))
        for attribute, (hierarchy, level) in enumerate(zip(grouping.hierarchies, levels, strict=True))
    ]
    return np.stack(columns, axis=1)


def _counted(
    groups: ReleasedGroups, lower: NDArray[np.int64], labels: NDArray[np.int64], room: NDArray[np.int64]
) -> Refinement:
    sizes = np.broadcast_to(groups.sizes[:, None], labels.shape)
    ways, free = np.zeros(labels.shape), np.zeros(labels.shape)
    open_ = labels > 1
    ways[open_] = logarithms(divisions_up_to, sizes[open_], labels[open_], room[open_])
    free[open_] = logarithms(divisions, sizes[open_], labels[open_])
    least = np.where(open_, np.maximum(0, sizes - (labels - 1) * room), 0)
    return Refinement(groups, lower, labels, least, np.where(open_, room, sizes), ways, free)
