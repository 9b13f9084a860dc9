"""The finer labels below those of released groups, and the other groups that have taken their values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy

Numbers = NDArray[np.int64]
MOST = 2**62
"""Combinations of values that are counted in 64 bits."""


@dataclass(frozen=True, slots=True, eq=False)
class FinerLabels:
    """Labels of lower levels below those of groups, one after the other.

    `levels` and `counts` int64[groups, attributes]: at which level, and how many. The labels of group g in attribute a
    begin at `starts` int64[groups, attributes]; `values` int64[labels] is how many values each has. `ranks` and
    `rank_of` say the place of a code among them, as kernels take it (`kernels.attacks.boxes.Parts`).
    """

    levels: Numbers
    counts: Numbers
    starts: Numbers
    values: Numbers
    ranks: Numbers
    rank_of: Numbers

    @classmethod
    def of(cls, boxes: Boxes, hierarchies: Sequence[KnownHierarchy], levels: Numbers) -> FinerLabels:
        """Those of levels int64[groups, attributes], none above that of its group."""
        counts, ranks = np.ones_like(levels), np.zeros_like(levels)
        rank_of, place, found = [np.zeros(0, np.int64)], 0, []
        for attribute, hierarchy in enumerate(hierarchies):
            pairs = np.unique(np.stack([boxes.levels[:, attribute], levels[:, attribute]], axis=1), axis=0)
            for level, lower in pairs.tolist():
                chosen = np.flatnonzero((boxes.levels[:, attribute] == level) & (levels[:, attribute] == lower))
                below = hierarchy.below(level, lower)
                code = hierarchy.codes[level, boxes.values[chosen, attribute]]
                counts[chosen, attribute] = below.starts[code + 1] - below.starts[code]
                ranks[chosen, attribute] = place
                rank_of.append(below.rank)
                place += len(below.rank)
                found.append((attribute, chosen, below.starts[code], below.values))
        starts = np.concatenate([[0], np.cumsum(counts.ravel())])[:-1].reshape(counts.shape).astype(np.int64)
        values = np.zeros(int(counts.sum()), np.int64)
        for attribute, chosen, first, its in found:
            number = counts[chosen, attribute]
            inside = np.arange(number.sum()) - np.repeat(np.cumsum(number) - number, number)
            values[np.repeat(starts[chosen, attribute], number) + inside] = its[np.repeat(first, number) + inside]
        return cls(levels, counts, starts, values, ranks, np.concatenate(rank_of))

    def owners(self) -> Numbers:
        """The group and attribute of each label, flat: group * attributes + attribute."""
        return np.repeat(np.arange(self.counts.size), self.counts.ravel())

    def sums(self, of_labels: NDArray[np.float64] | Numbers) -> NDArray[np.float64]:
        """Sums over the labels of each group and attribute, float64[groups, attributes]."""
        found = np.bincount(self.owners(), of_labels, self.counts.size).astype(np.float64)
        return found.reshape(self.counts.shape)


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """What other groups have taken of some: how many of them (int64[groups]), the combinations of values that they have
    in common (int64[groups]), and how many they are for each finer label (int64[labels])."""

    groups: Numbers
    values: Numbers
    by_label: Numbers


def taken(boxes: Boxes, others: Boxes, finer: FinerLabels, hierarchies: Sequence[KnownHierarchy]) -> Taken:
    """Count what other groups, none of which meets another one of them, have taken."""
    from arxdesk_engine.kernels.attacks.boxes import (  # noqa: PLC0415 - Numba is loaded when needed
        Corners,
        Parts,
        Sides,
        count_meetings,
    )

    number = len(boxes)
    found = Taken(np.zeros(number, np.int64), np.zeros(number, np.int64), np.zeros(len(finer.values), np.int64))
    if not number or not len(others) or math.prod(hierarchy.size for hierarchy in hierarchies) > MOST:
        return found
    starts = np.zeros((len(hierarchies), max(len(hierarchy.codes) for hierarchy in hierarchies)), np.int64)
    place = 0
    for attribute, hierarchy in enumerate(hierarchies):
        starts[attribute, : len(hierarchy.codes)] = place + np.arange(len(hierarchy.codes)) * hierarchy.size
        place += hierarchy.codes.size
    count_meetings(
        Corners(np.ascontiguousarray(boxes.levels), np.ascontiguousarray(boxes.values)),
        Corners(np.ascontiguousarray(others.levels), np.ascontiguousarray(others.values)),
        Sides(
            np.concatenate([hierarchy.codes.ravel() for hierarchy in hierarchies]),
            np.concatenate([hierarchy.values.ravel() for hierarchy in hierarchies]),
            starts,
            np.argsort([-hierarchy.size for hierarchy in hierarchies], kind="stable").astype(np.int64),
        ),
        Parts(finer.levels, finer.ranks, finer.rank_of, finer.starts),
        found.groups,
        found.values,
        found.by_label,
    )
    return found
