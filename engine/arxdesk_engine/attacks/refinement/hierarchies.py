"""The hierarchies of a job as anybody has them, whatever values the table has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


class Below(NamedTuple):
    """The labels of a lower level below each label of a level: `starts` int64[labels + 1] into `codes` and `values`,
    int64[labels of the lower level], these being how many values each has; `rank` int64[labels of the lower level] is
    the place of each among those with the same label above."""

    starts: Numbers
    values: Numbers
    rank: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class KnownHierarchy:
    """A hierarchy in codes: int64[levels + 1, values] each.

    `codes` are the labels of each value at every level, `values` how many values have the same one. One more level, at
    the end, has a label for all: it stands for what was removed. `texts` are the labels of the others with their codes.
    """

    codes: Numbers
    values: Numbers
    texts: tuple[Mapping[str, int], ...]
    _below: dict[tuple[int, int], Below] = field(default_factory=dict, repr=False)
    """What `below` has found."""

    @classmethod
    def of(cls, levels: Sequence[Mapping[str, str]]) -> KnownHierarchy:
        """From the label of each value at each level, the lowest one being the values."""
        values = list(levels[0])
        texts: list[dict[str, int]] = []
        codes = np.zeros((len(levels) + 1, len(values)), np.int64)
        for level, labels in enumerate(levels):
            code_of: dict[str, int] = {}
            codes[level] = [code_of.setdefault(labels[value], len(code_of)) for value in values]
            texts.append(code_of)
        counts = np.stack([np.bincount(each)[each] for each in codes])
        return cls(codes, counts.astype(np.int64), tuple(texts))

    @property
    def height(self) -> int:
        """The levels, without the one of what was removed: its number."""
        return len(self.texts)

    @property
    def size(self) -> int:
        """The number of values."""
        return int(self.codes.shape[1])

    def value_of(self, level: int) -> Numbers:
        """A value with each label of a level, int64[labels]."""
        return np.unique(self.codes[level], return_index=True)[1].astype(np.int64)

    def below(self, level: int, lower: int) -> Below:
        """The labels of a lower level (or the same one), in the order of those that they are below."""
        if (level, lower) not in self._below:
            self._below[level, lower] = self._labels_below(level, lower)
        return self._below[level, lower]

    def _labels_below(self, level: int, lower: int) -> Below:
        above = np.zeros(int(self.codes[lower].max()) + 1, np.int64)
        above[self.codes[lower]] = self.codes[level]
        order = np.argsort(above, kind="stable")
        starts = np.searchsorted(above[order], np.arange(int(above.max()) + 2)).astype(np.int64)
        rank = np.empty(len(above), np.int64)
        rank[order] = np.arange(len(above)) - starts[above[order]]
        return Below(starts, np.bincount(self.codes[lower])[order].astype(np.int64), rank)
