"""A table whose records go through different transformations: which, or that they are suppressed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.lattice.lattice import Levels


@dataclass(frozen=True, slots=True)
class Recoding:
    """The treatment of each distinct quasi-identifier tuple of a table.

    `chosen` int32[tuples] is the number of the transformation that a tuple goes through; `suppressed` bool[tuples]
    are the tuples whose records are suppressed. Their transformation is the first one: some quality models let the
    loss of a suppressed record depend on its level.
    """

    transformations: tuple[Levels, ...]
    chosen: NDArray[np.int32]
    suppressed: NDArray[np.bool_]

    def levels_of(self, attribute: int) -> NDArray[np.int64]:
        """The level of one attribute in each distinct tuple, int64[tuples]."""
        levels: NDArray[np.int64] = np.array([levels[attribute] for levels in self.transformations], np.int64)
        return levels[self.chosen]
