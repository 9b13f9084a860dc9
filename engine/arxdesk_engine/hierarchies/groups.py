"""The groups of a hierarchy level by level, their members and records, for views."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Groups:
    """The groups of every level in the order of their first rows.

    For each level l: `codes[l]` (int64[rows]) is the group of each row, `labels[l]` are the labels of the groups,
    `first[l]` (int64[groups]) is the first row of each, and `rows[l]` (int64[groups]) how many rows each has.
    """

    hierarchy: Hierarchy
    codes: tuple[Numbers, ...]
    labels: tuple[tuple[str, ...], ...]
    first: tuple[Numbers, ...]
    rows: tuple[Numbers, ...]

    @classmethod
    def of(cls, hierarchy: Hierarchy) -> Groups:
        """Number the groups of a hierarchy that was checked."""
        codes, labels, first, sizes = [], [], [], []
        for texts in zip(*hierarchy.rows, strict=True):
            names = tuple(dict.fromkeys(texts))
            place = {name: code for code, name in enumerate(names)}
            of_rows = np.fromiter(map(place.__getitem__, texts), np.int64, len(texts))
            starts = np.empty(len(names), np.int64)
            starts[of_rows[::-1]] = np.arange(len(texts) - 1, -1, -1)
            codes.append(of_rows)
            labels.append(names)
            first.append(starts)
            sizes.append(np.bincount(of_rows, minlength=len(names)))
        return cls(hierarchy, tuple(codes), tuple(labels), tuple(first), tuple(sizes))

    @property
    def levels(self) -> int:
        """The number of levels, including the values."""
        return len(self.codes)

    def count(self, level: int) -> int:
        """The number of groups of a level."""
        return len(self.labels[level])

    def parents(self, level: int) -> Numbers:
        """The group at the next level that each group of a level belongs to, int64[groups]."""
        return self.codes[level + 1][self.first[level]]

    def members(self, level: int) -> tuple[Numbers, Numbers]:
        """The groups of the previous level in each group of a level: those of group g are
        `order[start[g]:start[g + 1]]`, in their own order."""
        parents = self.parents(level - 1)
        start = np.zeros(self.count(level) + 1, np.int64)
        np.cumsum(np.bincount(parents, minlength=self.count(level)), out=start[1:])
        return np.argsort(parents, kind="stable"), start

    def records(self, of_rows: Numbers, level: int) -> Numbers:
        """The records of each group of a level, int64[groups]; `of_rows` are those of each row."""
        return np.bincount(self.codes[level], weights=of_rows, minlength=self.count(level)).astype(np.int64)


def records_of_rows(hierarchy: Hierarchy, column: Column) -> Numbers:
    """The records with the value of each row, int64[rows]."""
    number = dict(zip(column.values, column.counts().tolist(), strict=True))
    return np.fromiter((number.get(row[0], 0) for row in hierarchy.rows), np.int64, len(hierarchy.rows))
