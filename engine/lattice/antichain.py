"""The maximal elements of a set of transformations that is closed downwards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.lattice.lattice import Levels

_FIRST_CAPACITY = 64


class MaximalElements:
    """Knows a set closed under specialization by its maximal elements alone."""

    def __init__(self, attributes: int) -> None:
        self._rows = np.empty((_FIRST_CAPACITY, attributes), np.int16)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> NDArray[np.int16]:
        """The maximal elements in the first `len` rows, int16[>= len, attributes]."""
        return self._rows

    def covers(self, levels: Levels) -> bool:
        """Whether the transformation lies in the set: at or below one of the maximal elements."""
        rows = self._rows[: self._size]
        return bool((rows >= np.asarray(levels, np.int16)).all(axis=1).any())

    def add(self, levels: Levels) -> None:
        """Put a transformation and everything below it into the set."""
        if self.covers(levels):
            return
        row = np.asarray(levels, np.int16)
        kept = self._rows[: self._size][~(self._rows[: self._size] <= row).all(axis=1)]
        if len(kept) == len(self._rows):
            self._rows = np.resize(self._rows, (2 * len(kept), len(row)))
        self._rows[: len(kept)] = kept
        self._rows[len(kept)] = row
        self._size = len(kept) + 1
