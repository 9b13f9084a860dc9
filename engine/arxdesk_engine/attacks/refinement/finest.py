"""What is concluded from the choice of a transformation: a finer one that removes nobody else would have been better.

One level lower in one attribute the removed records would be removed as well, and the others would lose less. As that
transformation is proven not to be better, some class that was kept falls into parts of which one has 1 to k - 1
records. Classes are filled independently, so that the share of the tables of which that is so is 1 - prod p, p being
the share of the ways to fill each class that leave no such part. Where one class alone can fall apart it is that one.

The conclusion is all that there is to conclude (exact) where no record may be removed and no transformation that is
lower in some attributes and higher in others could have been better: a finer one has no larger class than one between.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import AppliedLevels, Choices
from arxdesk_engine.attacks.refinement.concluded import Concluded
from arxdesk_engine.attacks.refinement.divisions import none_small, none_small_anywhere
from arxdesk_engine.attacks.refinement.finer import FinerLabels
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy
from arxdesk_engine.attacks.refinement.left import may_read_stars
from arxdesk_engine.attacks.refinement.rivals import has_rival

_NOTHING = -60.0 * math.log(2.0)
"""What is less likely than this says nothing."""
MOST_GROUPS, MOST_ATTRIBUTES = 20, 3
"""In more of them it is not counted what all attributes tell together."""
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class OfSteps:
    """What is concluded of each group by itself, and of all groups of a step together: by how many bits the ways to
    fill them are fewer, float64[steps], and whether that is all there is to conclude."""

    groups: Concluded
    bits: Floats
    is_exact: bool


def finest(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> OfSteps:
    """What the choice of each transformation tells of the groups that it kept."""
    found = Concluded.nothing(boxes.levels)
    bits, exact = np.zeros(len(choices.steps)), False
    if not boxes.is_sure.all() or not choices.is_by_size:
        return OfSteps(found, bits, False)
    for number, step in enumerate(choices.steps):
        kept = boxes.steps == number
        if not step.is_proven or not kept.any():
            continue
        here, bits[number], exact = _of_step(boxes.part(kept), hierarchies, choices, step)
        found = found.joined(Concluded.nothing(boxes.levels).placed(kept, here))
    return OfSteps(found, bits, exact and not has_rival(boxes, hierarchies, choices))


def _of_step(
    kept: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices, step: AppliedLevels
) -> tuple[Concluded, float, bool]:
    """Of each group of a step, and of all together: the bits, and whether that is all that finer ones tell."""
    found, most, finer = Concluded.nothing(kept.levels), 0.0, {}
    rises = [
        its or level == low for its, level, low in zip(choices.measure.rises, step.levels, choices.lowest, strict=True)
    ]
    is_exact = all(rises) and choices.way == "one transformation" and choices.removable == 0
    for attribute, level in enumerate(step.levels):
        lower = list(step.levels)
        lower[attribute] -= 1
        if level == choices.lowest[attribute] or not choices.measure.rises[attribute]:
            continue
        if choices.way == "iterations" and may_read_stars(hierarchies, lower):
            continue
        labels = FinerLabels.of(kept, hierarchies, np.tile(np.array(lower, np.int64), (len(kept), 1)))
        several = labels.counts[:, attribute] > 1
        if not several.any():
            continue
        finer[attribute] = labels
        share = _share_of_all(kept, labels, attribute, choices.least)
        is_exact &= share is not None
        bits = 0.0 if share is None else _bits(share)
        most = max(most, bits)
        if several.sum() == 1:
            found = found.joined(_alone(kept, labels, attribute, bits))
    if len(finer) > 1 and is_exact:
        joint = _joint(kept, finer, choices.least)
        is_exact, most = joint is not None, most if joint is None else joint
    return found, most, is_exact


def _alone(kept: Boxes, finer: FinerLabels, attribute: int, bits: float) -> Concluded:
    """What is known of the only group that can fall apart in an attribute."""
    found, labels = Concluded.nothing(kept.levels), finer.counts[:, attribute]
    it = labels > 1
    found.lower[it, attribute], found.labels[it, attribute] = finer.levels[it, attribute], labels[it]
    found.there[:, attribute] = np.where(labels == 2, 2, 0)
    found.bits[it] = bits
    return found


def _bits(log_share: float) -> float:
    """By how many bits the ways are fewer where a share of them is excluded, of which this is the logarithm."""
    return -math.log1p(-math.exp(log_share)) / math.log(2.0) if log_share < 0.0 else 0.0


def _shares(finer: FinerLabels, group: int, attribute: int) -> Floats:
    start, number = finer.starts[group, attribute], finer.counts[group, attribute]
    values = finer.values[start : start + number]
    return np.sort(values / values.sum())


def _share_of_all(kept: Boxes, finer: FinerLabels, attribute: int, least: int) -> float | None:
    """The logarithm of the share of the ways in which no group falls into a small part; -inf for next to none, None
    where it is unknown."""
    total, known = 0.0, {}
    several = np.flatnonzero(finer.counts[:, attribute] > 1)
    for group in several[np.argsort(kept.sizes[several], kind="stable")].tolist():
        shares = _shares(finer, group, attribute)
        key = int(kept.sizes[group]), shares.tobytes()
        if key not in known:
            known[key] = none_small(key[0], shares, least)
        share = known[key]
        if share is None:
            return None
        total += share
        if total < _NOTHING:
            return -math.inf
    return total


def _joint(kept: Boxes, finer: dict[int, FinerLabels], least: int) -> float | None:
    """By how many bits the ways are fewer in which some group falls into a small part in each attribute.

    By inclusion and exclusion of the attributes in which none does. None where that is too much to count.
    """
    if len(kept) > MOST_GROUPS or len(finer) > MOST_ATTRIBUTES:
        return None
    share = 1.0
    for number in range(1, len(finer) + 1):
        for chosen in itertools.combinations(finer, number):
            total = 0.0
            for group, size in enumerate(kept.sizes.tolist()):
                found = none_small_anywhere(size, tuple(_shares(finer[each], group, each) for each in chosen), least)
                if found is None:
                    return None
                total += found
            share += (-1) ** number * math.exp(total)
    return -math.log2(share) if share > 0.0 else None
