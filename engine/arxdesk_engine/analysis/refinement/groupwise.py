"""The self-test of recoding group by group: a label is as low as its records allow, and no division was possible.

1. Labels are those of the lowest levels that the records of a group share, so that at least two finer labels are there
   in every attribute. Of a label that stands for two, both are certain. This holds after the improvement, too, and
   under every privacy model.
2. Where a part of a group stood alone in an attribute, all records with that finer label went with it. Two groups that
   read alike in all attributes but one, in which one label stands for the other, were divided there: the coarser group
   has no record with the finer label. The improvement moves distinct tuples as a whole, but only these: after it the
   same is only known of groups that read as in the input.
3. Without the improvement a group was not divided along any attribute. Under k-anonymity that means: no finer label has
   k records or more, or one has and all others together have fewer than k, yet some. Used in attributes in which finer
   labels cost less.

With the defence "public-splits" none of this is known (`kernels.groupwise.public_splits`): of every group and attribute
no finer label is certain, nor how often one occurs.

Each finding is a step of the algorithm, so that an input in which it did not hold would have given another output. Not
covered: the choice among several attributes, what improvement pass moved or left in place, and splits that were stopped
by a limit of time (the attacker does not know of it, and is wrong then).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.refinement.counting import divisions, divisions_up_to, logarithms
from arxdesk_engine.analysis.refinement.full_domain import rises
from arxdesk_engine.analysis.refinement.released import ReleasedGroups, finer_labels
from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.search.problem import SearchProblem


def refinement_by_groups(problem: SearchProblem, recoding: Recoding, *, is_improved: bool) -> Refinement:
    """Test a table that was recoded group by group; `is_improved`: groups were improved after they were divided."""
    grouping = problem.grouping
    groups, lower, labels = _read(problem, recoding)
    whole = (groups.levels == 0).all(axis=1) if is_improved else np.ones(len(groups), np.bool_)
    excluded = np.stack(
        [_gone_elsewhere(groups, grouping, attribute, whole) for attribute in range(len(grouping.hierarchies))], axis=1
    )
    possible = np.where(labels > 1, labels - excluded, 1)
    undivided = rises(problem) & (not is_improved and problem.only_class_size and not problem.table_criteria)
    return _counted(groups, lower, labels, possible, undivided, problem.minimal_class_size)


def refinement_of_public_splits(problem: SearchProblem, recoding: Recoding) -> Refinement:
    """What is left of a table whose groups were split publicly: all finer labels, in any number."""
    groups, lower, labels = _read(problem, recoding)
    sizes = np.broadcast_to(groups.sizes[:, None], labels.shape)
    told, free = labels > 1, np.zeros(labels.shape)
    free[told] = logarithms(divisions, sizes[told], labels[told])
    return Refinement(groups, lower, labels, np.zeros_like(labels), sizes, free, free)


def _read(problem: SearchProblem, recoding: Recoding) -> tuple[ReleasedGroups, NDArray[np.int64], NDArray[np.int64]]:
    """The groups, the next finer levels int64[groups, attributes], and how many labels are there."""
    grouping = problem.grouping
    groups = ReleasedGroups.of(grouping, recoding)
    lower = np.maximum(groups.levels - 1, np.array(problem.lattice.bottom, np.int64))
    labels = np.stack(
        [
            finer_labels(groups, attribute, hierarchy, lower[:, attribute])
            for attribute, hierarchy in enumerate(grouping.hierarchies)
        ],
        axis=1,
    )
    return groups, lower, labels


def _gone_elsewhere(
    groups: ReleasedGroups, grouping: Grouping, attribute: int, whole: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """How many finer labels of an attribute the records of each group cannot have: int64[groups].

    Those of the groups `whole` bool[groups] that read as it does in all other attributes.
    """
    hierarchy = grouping.hierarchies[attribute]
    levels = groups.levels[:, attribute]
    others = [each for each in range(len(grouping.hierarchies)) if each != attribute]
    read = [groups.levels[:, others]]
    read += [groups.labels(each, grouping.hierarchies[each], 0)[:, None] for each in others]
    _, alike = np.unique(np.concatenate(read, axis=1), axis=0, return_inverse=True)
    alike = alike.ravel()
    found = np.zeros(len(groups), np.int64)
    for level in range(1, hierarchy.levels):
        width = len(hierarchy.labels[level])
        place = alike * width + hierarchy.codes[level][groups.values[:, attribute]]
        finer = hierarchy.codes[level - 1][groups.values[:, attribute]]
        below = whole & (levels < level)
        pairs = np.unique(np.stack([place[below], finer[below]], axis=1), axis=0)
        here = levels == level
        found[here] = np.bincount(pairs[:, 0], minlength=int(place.max(initial=0)) + 1)[place[here]]
    return found


def _counted(
    groups: ReleasedGroups,
    lower: NDArray[np.int64],
    labels: NDArray[np.int64],
    possible: NDArray[np.int64],
    undivided: NDArray[np.bool_],
    least: int,
) -> Refinement:
    sizes = np.broadcast_to(groups.sizes[:, None], labels.shape)
    told, ways, free = labels > 1, np.zeros(labels.shape), np.zeros(labels.shape)
    free[told] = logarithms(divisions, sizes[told], labels[told])
    for is_undivided in (False, True):
        here = told & (undivided[None, :] == is_undivided)

        def count(records: int, parts: int, is_undivided: bool = is_undivided) -> int:
            return _undivided(records, parts, least) if is_undivided else divisions(records, parts) - parts

        ways[here] = logarithms(count, sizes[here], possible[here])
    low = (told & (possible == 2)).astype(np.int64)
    return Refinement(groups, lower, possible, low, np.where(told, sizes - 1, sizes), ways, free)


def _undivided(records: int, labels: int, least: int) -> int:
    """The vectors of counts, two of them above 0, of a group that could not be divided."""
    small = divisions_up_to(records, labels, least - 1) - (labels if records < least else 0)
    others = min(least - 1, records - least)
    return small + (labels * (divisions(others, labels) - 1) if others > 0 else 0)
