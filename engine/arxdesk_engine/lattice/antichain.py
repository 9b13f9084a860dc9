"""Sets of transformations that are closed downwards or upwards, known by their maximal or minimal elements alone."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.lattice.lattice import Levels

_FIRST_CAPACITY = 64
_Number = TypeVar("_Number", bound=np.generic)


class PrefixTree(NamedTuple):
    """The flat arrays that the kernels of `kernels.prefix_tree` take, in their order; described there."""

    nodes: NDArray[np.int32]
    rows: NDArray[np.int16]
    owners: NDArray[np.int32]
    state: NDArray[np.int64]


class _Antichain:
    """The base of both kinds of sets: an antichain in a prefix tree whose arrays double when they are full.

    Measured with 9 and 24 attributes at the border of the set, against comparing row by row in a kernel: rows are
    faster below some 30 elements (by 0.04 us), the tree 1.5 times as fast at 50 (0.2 us), 2.7 times at 200 (0.5 us),
    5 times at 1,000 (1.6 us) and 9 times at 5,000 (4.4 us): `python -m tests.benchmarks.storage_variants`. So nothing
    but the tree is needed. A call of `covers` from Python costs 2 to 3 us more.
    """

    def __init__(self, attributes: int, *, is_ranked: bool = True) -> None:
        """Start with the empty set. Without `is_ranked` no subtree is left out by its ranks: only to compare."""
        # Numba is loaded where it is first needed, and not once per query.
        from arxdesk_engine.kernels import prefix_tree as kernels  # noqa: PLC0415

        self._kernels = kernels
        self._is_ranked = is_ranked
        self._attributes = attributes
        self._tree = PrefixTree(
            np.zeros((_FIRST_CAPACITY + attributes, kernels.NODE_WIDTH), np.int32),
            np.zeros((_FIRST_CAPACITY, attributes), np.int16),
            np.zeros(_FIRST_CAPACITY, np.int32),
            np.zeros(kernels.STATE_WIDTH, np.int64),
        )

    def __len__(self) -> int:
        return int(self._tree.state[self._kernels.SIZE])

    @property
    def rows(self) -> NDArray[np.int16]:
        """The elements of the antichain in the first `len` rows, int16[>= len, attributes], in no particular order.

        Adding moves rows and may replace the array: ask again afterwards.
        """
        return self._tree.rows

    @property
    def tree(self) -> PrefixTree:
        """The arrays for kernels that query or add themselves. Adding may replace them: ask again afterwards."""
        return self._tree

    def covers(self, levels: Levels | NDArray[np.int16]) -> bool:
        """Whether the transformation lies in the set."""
        return self._find(self._row(levels)) != 0

    def add(self, levels: Levels | NDArray[np.int16]) -> bool:
        """Put a transformation into the set, with everything that this implies; False where it was in it already."""
        row = self._row(levels)
        while (outcome := self._add(row)) == self._kernels.FULL:
            self.grow()
        return outcome == self._kernels.ADDED

    def grow(self) -> None:
        """Make room: double the arrays that the next element might not fit into. For kernels that add themselves."""
        nodes, rows, owners, state = self._tree
        if state[self._kernels.SIZE] == len(rows):
            rows, owners = _doubled(rows), _doubled(owners)
        if state[self._kernels.USED] - state[self._kernels.FREED] + self._attributes >= len(nodes):
            nodes = _doubled(nodes)
        self._tree = PrefixTree(nodes, rows, owners, state)

    def reserve(self, elements: int) -> None:
        """Make room for so many more elements, whatever they are. For kernels that add themselves."""
        kernels = self._kernels
        while (
            len(self._tree.rows) - self._tree.state[kernels.SIZE] < elements
            or len(self._tree.nodes) - 1 - self._tree.state[kernels.USED] + self._tree.state[kernels.FREED]
            < elements * self._attributes
        ):
            nodes, rows, owners, state = self._tree
            self._tree = PrefixTree(_doubled(nodes), _doubled(rows), _doubled(owners), state)

    def _row(self, levels: Levels | NDArray[np.int16]) -> NDArray[np.int16]:
        row = np.ascontiguousarray(levels, np.int16)
        if row.shape != (self._attributes,):
            raise ValueError(f"{self._attributes} levels expected, not {row.shape}")
        return row

    def _find(self, row: NDArray[np.int16]) -> int:
        raise NotImplementedError

    def _add(self, row: NDArray[np.int16]) -> int:
        raise NotImplementedError


class MaximalElements(_Antichain):
    """Knows a set closed under specialization by its maximal elements alone."""

    def _find(self, row: NDArray[np.int16]) -> int:
        return int(self._kernels.find_generalization(self._tree.nodes, self._tree.rows, row, self._is_ranked))

    def _add(self, row: NDArray[np.int16]) -> int:
        return int(self._kernels.add_maximal(*self._tree, row, self._is_ranked))


class MinimalElements(_Antichain):
    """Knows a set closed under generalization by its minimal elements alone."""

    def _find(self, row: NDArray[np.int16]) -> int:
        return int(self._kernels.find_specialization(self._tree.nodes, self._tree.rows, row, self._is_ranked))

    def _add(self, row: NDArray[np.int16]) -> int:
        return int(self._kernels.add_minimal(*self._tree, row, self._is_ranked))


def _doubled(array: NDArray[_Number]) -> NDArray[_Number]:
    larger = np.zeros((2 * len(array), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
