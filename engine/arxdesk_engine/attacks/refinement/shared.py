"""What is concluded from recoding group by group: what stands alone is nowhere else, and labels are no coarser than
their records ask for.

1. A combination of values moves from group to group as a whole: what is released as in the input is in no other group.
2. Where a part of a group stood alone in an attribute, all records with its label went with it. Groups that read alike
   in all attributes but one, in which the label of one is below that of the other, were divided there: the coarser one
   has no record with the finer label. Improvements move combinations, so that this holds without them alone.
3. A group reads the lowest labels that its records share, so that in every attribute two finer ones at least are there.
   With w the shares of the finer labels of an attribute, 1 - sum w^n of the ways to fill a group of n records are such,
   in all attributes at once the product. Where groups are divided publicly (`defence`) this does not hold.

All of them hold under every privacy model. What is left out is why groups are not divided further.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.concluded import Concluded
from arxdesk_engine.attacks.refinement.finer import FinerLabels, taken
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy

AT_ONCE = 4000
"""Groups that are looked at together: some have thousands of finer labels."""


def shared_labels(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Concluded:
    """What is concluded of groups with levels of their own."""
    is_kept = (boxes.levels[:, 0] != hierarchies[0].height) & boxes.is_sure
    found, kept = Concluded.nothing(boxes.levels), boxes.part(is_kept)
    for places in np.split(np.flatnonzero(is_kept), range(AT_ONCE, int(is_kept.sum()), AT_ONCE)):
        chosen = np.zeros(len(boxes), np.bool_)
        chosen[places] = True
        if len(places):
            found = found.placed(chosen, _of_groups(boxes.part(chosen), kept, hierarchies, choices))
    return found


def _of_groups(groups: Boxes, kept: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Concluded:
    """What is known of some of the groups that were kept."""
    lowest = np.array(choices.lowest, np.int64)
    finer = FinerLabels.of(groups, hierarchies, np.minimum(groups.levels, np.maximum(groups.levels - 1, lowest)))
    is_whole = (groups.levels == 0).all(axis=1)
    elsewhere = taken(groups, kept.part((kept.levels == 0).all(axis=1)), finer, hierarchies)
    owners, sides = finer.owners(), groups.sides(hierarchies).astype(np.float64)
    volume, group = sides.prod(axis=1), owners // sides.shape[1]
    is_gone = elsewhere.by_label >= volume[group] / sides.ravel()[owners] * finer.values
    if not choices.is_improved:
        is_gone |= _stood_alone(groups, kept, finer, hierarchies)
    is_gone &= finer.counts.ravel()[owners] > 1
    gone = finer.sums(is_gone.astype(np.float64)).astype(np.int64)
    left = np.where(is_gone, 0, finer.values).astype(np.float64)
    total = finer.sums(left)
    several = (finer.counts - gone > 1) & (choices.defence != "public-splits")
    with np.errstate(divide="ignore", invalid="ignore"):
        alike = finer.sums((left / total.ravel()[owners]) ** groups.sizes[group])
    log_share = np.where(several, np.log1p(-np.where(several, alike, 0.0)), 0.0).sum(axis=1) / np.log(2.0)
    share_left = (total / sides).prod(axis=1)
    by_labels = -groups.sizes * np.log2(share_left) - log_share
    excluded = np.where(is_whole, 0.0, elsewhere.values / volume)
    by_values = -groups.sizes * np.log2(np.maximum(1.0 - excluded, np.finfo(float).tiny))
    return Concluded(
        finer.levels,
        finer.counts,
        gone,
        np.where(several & (finer.counts - gone == 2), 2, 0),
        np.maximum(by_labels, by_values),
        np.maximum(excluded, 1.0 - share_left),
    )


def _stood_alone(
    groups: Boxes, kept: Boxes, finer: FinerLabels, hierarchies: Sequence[KnownHierarchy]
) -> NDArray[np.bool_]:
    """The finer labels that another group has, which reads alike in all other attributes: bool[labels]."""
    found, number = np.zeros(len(finer.values), np.bool_), len(groups)
    all_levels = np.concatenate([groups.levels, kept.levels])
    all_values = np.concatenate([groups.values, kept.values])
    codes = [hierarchy.codes[all_levels[:, a], all_values[:, a]] for a, hierarchy in enumerate(hierarchies)]
    read = np.concatenate([all_levels, np.stack(codes, axis=1)], axis=1)
    for attribute, hierarchy in enumerate(hierarchies):
        others = np.delete(read, [attribute, attribute + len(hierarchies)], axis=1)
        alike = np.unique(others, axis=0, return_inverse=True)[1].ravel()
        levels, values = all_levels[:, attribute], all_values[:, attribute]
        for level in range(1, hierarchy.height):
            coarse = np.flatnonzero(levels[:number] == level)
            fine = number + np.flatnonzero(levels[number:] < level)
            width = int(hierarchy.codes[level].max()) + 1
            place = alike * width + hierarchy.codes[level, values]
            order = coarse[np.argsort(place[coarse], kind="stable")]
            at = np.searchsorted(place[order], place[fine])
            meets = np.flatnonzero(at < len(order))
            meets = meets[place[order[at[meets]]] == place[fine[meets]]]
            group = order[at[meets]]  # groups that read alike are one: no other one has this label
            is_below = finer.levels[group, attribute] == level - 1
            group, code = group[is_below], hierarchy.codes[level - 1, values[fine[meets[is_below]]]]
            found[finer.starts[group, attribute] + finer.rank_of[finer.ranks[group, attribute] + code]] = True
    return found
