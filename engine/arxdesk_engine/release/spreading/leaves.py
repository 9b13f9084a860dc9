"""The leaves of a hierarchy under each text of a released column."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LabelLeaves:
    """Pairs of a text and a leaf that it covers, in the order of the texts: `texts` and `leaves` int64[pairs].

    There are so many texts and leaves (the rows of the hierarchy) as the numbers say.
    """

    texts: Numbers
    leaves: Numbers
    number_of_texts: int
    number_of_leaves: int

    @property
    def sizes(self) -> Numbers:
        """The number of leaves under each text, int64[texts]; 0 where none is known."""
        return np.bincount(self.texts, minlength=self.number_of_texts)

    def among(self, leaves: NDArray[np.bool_]) -> LabelLeaves:
        """The pairs of some leaves alone, bool[leaves]."""
        kept = leaves[self.leaves]
        return LabelLeaves(self.texts[kept], self.leaves[kept], self.number_of_texts, self.number_of_leaves)


def leaves_under(texts: Sequence[str], rows: Sequence[Sequence[str]], levels: Collection[int]) -> LabelLeaves:
    """The leaves under each of some distinct texts, which stand at any of the levels.

    Each of the `rows` of a hierarchy is a leaf with its labels. A text that is a label at several of the levels covers
    the leaves of all: who reads the table cannot tell them apart.
    """
    code_of = {text: code for code, text in enumerate(texts)}
    size = len(rows)
    found = []
    for level in sorted(levels):
        codes = np.fromiter((code_of.get(row[level], -1) for row in rows), np.int64, size)
        leaves = np.flatnonzero(codes >= 0)
        found.append(codes[leaves] * size + leaves)
    pairs = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    return LabelLeaves(pairs // max(size, 1), pairs % max(size, 1), len(texts), size)
