"""The groups of a released table as they read, and how many finer labels each of theirs stands for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.packing import group
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.recoding import Recoding


@dataclass(frozen=True, slots=True)
class ReleasedGroups:
    """Records that read alike and went through the same transformation.

    `sizes` int64[groups] are records that count, `chosen` int64[groups] the numbers of transformations, `levels`
    int64[groups, attributes] theirs, `values` int32[groups, attributes] the codes at level 0 of one record, by which
    labels at any level are looked up: nobody outside knows them.
    """

    sizes: NDArray[np.int64]
    chosen: NDArray[np.int64]
    levels: NDArray[np.int64]
    values: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def of(cls, grouping: Grouping, recoding: Recoding) -> ReleasedGroups:
        """The groups that a recoding leaves of the distinct tuples of a table."""
        kept = np.flatnonzero(~recoding.suppressed & (grouping.tuples.counts > 0))
        attributes = range(len(grouping.hierarchies))
        vectors = np.array(recoding.transformations, np.int64).reshape(-1, len(attributes))
        values = np.stack([grouping.packing.unpack(grouping.tuples.keys[kept], each) for each in attributes], axis=1)
        chosen = recoding.chosen[kept]
        labels = [
            np.stack(hierarchy.codes)[vectors[chosen, each], values[:, each]]
            for each, hierarchy in enumerate(grouping.hierarchies)
        ]
        keys = np.column_stack([grouping.packing.pack(labels), chosen.astype(np.uint64)])
        first, sizes, _members = group(np.ascontiguousarray(keys), grouping.tuples.counts[kept])
        numbers = chosen[first].astype(np.int64)
        return cls(sizes, numbers, vectors[numbers], values[first])

    def labels(self, attribute: int, hierarchy: BoundHierarchy, level: int) -> NDArray[np.int64]:
        """The codes of the labels of one attribute at some level, int64[groups]; above that of a group as it reads."""
        levels = np.maximum(self.levels[:, attribute], level)
        return np.stack(hierarchy.codes)[levels, self.values[:, attribute]].astype(np.int64)


def finer_labels(
    groups: ReleasedGroups, attribute: int, hierarchy: BoundHierarchy, lower: NDArray[np.int64]
) -> NDArray[np.int64]:
    """How many labels at the levels `lower` int64[groups] the label of each group stands for: int64[groups].

    1 where `lower` is not below the level of the group. Labels that no record has are counted as well, as outsiders do
    not know that there are none: never too few, and too many only above level 0, where each row of the hierarchy that
    no record has is taken for a label of its own. Counting too many makes a finding weaker, not wrong.
    """
    found = np.ones(len(groups), np.int64)
    levels = groups.levels[:, attribute]
    pairs = np.flatnonzero(np.bincount(levels * hierarchy.levels + lower)).tolist()
    for level, below in (divmod(pair, hierarchy.levels) for pair in pairs):
        if below >= level:
            continue
        here = (levels == level) & (lower == below)
        counts = _finer_by_label(hierarchy, level, below)
        found[here] = counts[hierarchy.codes[level][groups.values[here, attribute]]]
    return found


def _finer_by_label(hierarchy: BoundHierarchy, level: int, below: int) -> NDArray[np.int64]:
    """The labels at the level `below` under each label of a level, int64[labels]."""
    labels, width = len(hierarchy.labels[level]), len(hierarchy.labels[below])
    above, finer = np.divmod(np.unique(hierarchy.codes[level].astype(np.int64) * width + hierarchy.codes[below]), width)
    present = np.bincount(above, minlength=labels)
    rows = np.bincount(above, hierarchy.domain_rows[below][finer], labels).astype(np.int64)
    found: NDArray[np.int64] = present + np.maximum(hierarchy.domain_rows[level] - rows, 0)
    return found
