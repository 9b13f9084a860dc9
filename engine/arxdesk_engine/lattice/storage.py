"""The four ways of storing a predictive property that Table 1 of the pruning paper compares, with what it counts.

The searches use the fourth, as `MaximalElements` and `MinimalElements`; the other three exist to be measured.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.lattice.antichain import MaximalElements, MinimalElements
from arxdesk_engine.lattice.lattice import Levels

_FIRST_CAPACITY = 64


class Inheritance(StrEnum):
    """To which transformations a predictive property passes on."""

    SPECIALIZATIONS = "specializations"
    """From a transformation to everything below it, as insufficient protection does."""
    GENERALIZATIONS = "generalizations"
    """To everything above it, as insufficient quality does."""


class Storage:
    """The transformations known to have a property, and the figures of the paper's Tables 1 and 2."""

    def __init__(self) -> None:
        self.inserts = 0
        """The number of added transformations that were not known to have the property."""
        self.queries = 0
        """The number of queries."""
        self.hits = 0
        """The number of queries for a transformation with the property."""
        self.largest = 0
        """The greatest number of stored elements."""

    def __len__(self) -> int:
        """The number of stored elements."""
        raise NotImplementedError

    def covers(self, levels: Levels | NDArray[np.int16]) -> bool:
        """Whether the transformation has the property."""
        self.queries += 1
        found = self._covers(np.ascontiguousarray(levels, np.int16))
        self.hits += found
        return found

    def add(self, levels: Levels | NDArray[np.int16]) -> None:
        """Note that the transformation has the property, and all that inherit it."""
        self.inserts += self._add(np.ascontiguousarray(levels, np.int16))
        self.largest = max(self.largest, len(self))

    def _covers(self, row: NDArray[np.int16]) -> bool:
        raise NotImplementedError

    def _add(self, row: NDArray[np.int16]) -> bool:
        """Returns whether the storage took the transformation in."""
        raise NotImplementedError


class _List(Storage):
    """Rows one after the other, int16[>= len, attributes], compared one by one; the array doubles when it is full."""

    def __init__(self, attributes: int, inheritance: Inheritance) -> None:
        super().__init__()
        from arxdesk_engine.kernels import element_list  # noqa: PLC0415 - Numba is loaded where it is first needed

        downwards = inheritance is Inheritance.SPECIALIZATIONS
        self._covers_any = element_list.is_below_any if downwards else element_list.is_above_any
        self._append = element_list.append
        self._append_extreme = element_list.append_maximal if downwards else element_list.append_minimal
        self._rows = np.empty((_FIRST_CAPACITY, attributes), np.int16)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def _covers(self, row: NDArray[np.int16]) -> bool:
        return bool(self._covers_any(self._rows, self._size, row))

    def _make_room(self) -> None:
        if self._size == len(self._rows):
            self._rows = np.concatenate((self._rows, np.empty_like(self._rows)))


class SimpleList(_List):
    """Option 1: a list of every transformation that was added."""

    def _add(self, row: NDArray[np.int16]) -> bool:
        self._make_room()
        self._size = int(self._append(self._rows, self._size, row))
        return True


class AntichainList(_List):
    """Option 2: a list of pairwise incomparable transformations."""

    def _add(self, row: NDArray[np.int16]) -> bool:
        if self._covers(row):
            return False
        self._make_room()
        self._size = int(self._append_extreme(self._rows, self._size, row))
        return True


class _Tree(Storage):
    def __init__(self, attributes: int, inheritance: Inheritance, *, is_ranked: bool) -> None:
        super().__init__()
        kind = MaximalElements if inheritance is Inheritance.SPECIALIZATIONS else MinimalElements
        self._elements = kind(attributes, is_ranked=is_ranked)

    def __len__(self) -> int:
        return len(self._elements)

    def _covers(self, row: NDArray[np.int16]) -> bool:
        return self._elements.covers(row)

    def _add(self, row: NDArray[np.int16]) -> bool:
        return self._elements.add(row)


class AntichainTree(_Tree):
    """Option 3: a prefix tree of pairwise incomparable transformations."""

    def __init__(self, attributes: int, inheritance: Inheritance) -> None:
        super().__init__(attributes, inheritance, is_ranked=False)


class RankedTree(_Tree):
    """Option 4, "optimized tree": the same, and subtrees whose ranks cannot match are left out."""

    def __init__(self, attributes: int, inheritance: Inheritance) -> None:
        super().__init__(attributes, inheritance, is_ranked=True)


VARIANTS: dict[str, type[SimpleList | AntichainList | AntichainTree | RankedTree]] = {
    "Simple list": SimpleList,
    "List with antichain": AntichainList,
    "Prefix tree with antichain": AntichainTree,
    "Optimized tree with antichain": RankedTree,
}
"""By the names of Table 1, in its order."""
