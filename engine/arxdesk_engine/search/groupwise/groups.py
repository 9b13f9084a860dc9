"""Groups of units as they read: the levels, size and loss of each, and how they are cut into blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.groupwise.table import UnitCells
from arxdesk_engine.search.groupwise.units import Units

NO_GROUP = -1


@dataclass(frozen=True, slots=True)
class Block:
    """Some whole groups: their `units` int64[n], the group of each from 0 (`numbers` int64[n]), how many there are."""

    units: NDArray[np.int64]
    numbers: NDArray[np.int64]
    groups: int


@dataclass(frozen=True, slots=True)
class UnitGroups:
    """Which group each unit is in, and how the groups read.

    `of_units` int64[units], NO_GROUP where the records are removed; `levels` int64[groups, attributes], from the lowest
    ones allowed; `sizes` int64[groups] in records; `samples` int64[groups] a unit of each; `costs` float64[groups] the
    loss of one record.
    """

    of_units: NDArray[np.int64]
    levels: NDArray[np.int64]
    sizes: NDArray[np.int64]
    samples: NDArray[np.int64]
    costs: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.sizes)

    @classmethod
    def read(cls, cells: UnitCells, of_units: NDArray[np.int64], number: int) -> UnitGroups:
        """The groups numbered from 0 to `number` - 1, none of them empty."""
        from arxdesk_engine.kernels.groupwise.top_down import read_groups  # noqa: PLC0415 - Numba is loaded when needed

        levels = np.zeros((number, cells.values.shape[1]), np.int64)
        sizes, samples = np.zeros(number, np.int64), np.zeros(number, np.int64)
        read_groups(of_units, number, cells, levels, sizes, samples)
        return cls(of_units, levels, sizes, samples, _costs(cells, levels, samples))

    @classmethod
    def at_levels(cls, cells: UnitCells, of_units: NDArray[np.int64], levels: NDArray[np.int64]) -> UnitGroups:
        """The groups of these levels int64[groups, attributes], at which the units of each read alike."""
        kept = of_units != NO_GROUP
        sizes = np.bincount(of_units[kept], cells.records[kept], len(levels)).astype(np.int64)
        samples = np.zeros(len(levels), np.int64)
        samples[of_units[kept]] = np.flatnonzero(kept)
        return cls(of_units, levels, sizes, samples, _costs(cells, levels, samples))

    @classmethod
    def of_blocks(cls, units: Units, parts: Sequence[Block], found: Sequence[NDArray[np.int64]]) -> UnitGroups:
        """The groups of all blocks, each with its own numbers int64[n], of which some may be unused."""
        of_units = np.full(len(units.tuples), NO_GROUP, np.int64)
        total = 0
        for block, numbers in zip(parts, found, strict=True):
            present, compact = np.unique(numbers, return_inverse=True)
            of_units[block.units] = compact + total
            total += len(present)
        return cls.read(units.cells, of_units, total)

    @property
    def removed(self) -> NDArray[np.bool_]:
        """The units in no group, bool[units]."""
        found: NDArray[np.bool_] = self.of_units == NO_GROUP
        return found

    def loss(self, units: Units) -> float:
        """The mean loss of a record, a removed one losing all."""
        records = units.cells.records
        total = float(self.sizes @ self.costs) + float(records[self.removed].sum())
        return total / max(1, int(records.sum()))

    def costs_of_units(self) -> NDArray[np.float64]:
        """The loss of one record of each unit, float64[units]; 1 where it is removed."""
        return np.append(self.costs, 1.0)[self.of_units]


def _costs(cells: UnitCells, levels: NDArray[np.int64], samples: NDArray[np.int64]) -> NDArray[np.float64]:
    """The loss of a record of each group, float64[groups]."""
    places = cells.offsets[np.arange(levels.shape[1]), levels] + cells.values[samples]
    costs: NDArray[np.float64] = cells.costs[places].sum(axis=1)
    return costs


def rank_by_labels(units: Units, groups: UnitGroups, chance: np.random.Generator) -> NDArray[np.int64]:
    """The groups in an order in which neighbours are alike, by attributes in an order drawn anew: int64[groups]."""
    cells = units.cells
    values = cells.values[groups.samples]
    order = chance.permutation(values.shape[1])
    coarse = np.maximum(cells.tops - 1, 0)
    labels = cells.labels[cells.offsets[np.arange(len(coarse)), coarse] + values]
    keys = [*(values[:, each] for each in order[::-1]), *(labels[:, each] for each in order[::-1])]
    return np.lexsort(keys)


def blocks(groups: UnitGroups, ranked: NDArray[np.int64], size: int) -> list[Block]:
    """Cut groups in an order int64[groups] into blocks of about `size` units."""
    lengths = np.bincount(groups.of_units[~groups.removed], minlength=len(groups))
    block_of_group = np.empty(len(groups), np.int64)
    block_of_group[ranked] = (np.cumsum(lengths[ranked]) - 1) // size
    kept = np.flatnonzero(~groups.removed)
    by_block = kept[np.argsort(block_of_group[groups.of_units[kept]], kind="stable")]
    cuts = np.flatnonzero(np.diff(block_of_group[groups.of_units[by_block]])) + 1
    found = []
    for chosen in np.split(by_block, cuts):
        present, numbers = np.unique(groups.of_units[chosen], return_inverse=True)
        found.append(Block(chosen, numbers.astype(np.int64), len(present)))
    return found
