"""Groups found by a penalty method: first by size alone, then by rules whose breaking costs more and more.

Splits from the top end early where a rule looks at how sensitive values are spread: each part has to be spread like the
table by itself. Here groups are first made for size alone, their units move at rising prices of what they lack of the
rules (`kernels.groupwise.penalized`), and those that still lack something merge.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.arrays import UInt8s
from arxdesk_engine.search.groupwise.groups import Block, UnitGroups, blocks
from arxdesk_engine.search.groupwise.units import Units
from arxdesk_engine.search.workers import Workers

PRICES = np.geomspace(0.5, 10.0, 12)
"""What a record of shortfall costs in each pass, in records that lose everything."""
FIRST_SIZE = 4
"""Least records of the first groups, in those that every group needs."""
TRIED = 1500
"""Units of the block on which it is tried whether groups are found that lose less."""
BLOCK = 5000
"""Units that find their groups among each other: the work grows with their square."""
MOST_COUNTS = 20_000_000
"""Counts of sensitive values of groups that are kept at once in a block."""


def is_promising(units: Units, groups: UnitGroups, stop: UInt8s) -> bool:
    """Whether a first block of units loses less in groups that are found by penalties."""
    if not len(groups):
        return False
    trial = blocks(groups, np.arange(len(groups)), TRIED)[0]
    return _loss(units, trial, _first(units, trial, stop)) < _loss(units, trial, trial.numbers)


def regroup(
    units: Units, groups: UnitGroups, ranked: NDArray[np.int64], workers: Workers, stop: UInt8s, *, anew: bool
) -> UnitGroups:
    """Groups that lose less than `groups`, found within blocks of whole ones that are neighbours in `ranked`.

    They begin with groups of a size, or with those that there are: `anew`. Groups together fulfil the rules where each
    does, so that the units of a block can always end in groups that do. A block keeps its groups where none are found
    that lose less before `stop`, uint8[1], is set.
    """

    def better(block: Block) -> NDArray[np.int64]:
        found = _first(units, block, stop) if anew else _again(units, block, stop)
        return found if _loss(units, block, found) < _loss(units, block, block.numbers) else block.numbers

    parts = blocks(groups, ranked, BLOCK)
    return UnitGroups.of_blocks(units, parts, workers.map(better, parts))


def _first(units: Units, block: Block, stop: UInt8s) -> NDArray[np.int64]:
    """The group of each unit of a block, int64[n], from groups that are made for their size; as it was without any."""
    from arxdesk_engine.kernels.groupwise.top_down import split_all  # noqa: PLC0415 - Numba is loaded when needed

    cells, secrets = units.part(block.units)
    found = np.empty(len(block.units), np.int64)
    labels = cells.labels[cells.offsets[np.arange(len(cells.tops)), cells.tops] + cells.values]
    _labels, alike = np.unique(labels, axis=0, return_inverse=True)  # at the highest levels
    order = np.argsort(alike.ravel(), kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(alike.ravel()))])
    sizes_only = units.rules._replace(kinds=units.rules.kinds[:0])
    number = split_all(order, starts, FIRST_SIZE * units.least, cells, secrets, sizes_only, stop, found)
    return _at_prices(units, block, found, number, stop)


def _again(units: Units, block: Block, stop: UInt8s) -> NDArray[np.int64]:
    """The same from the groups of the block."""
    return _at_prices(units, block, block.numbers.copy(), block.groups, stop)


def _at_prices(units: Units, block: Block, numbers: NDArray[np.int64], groups: int, stop: UInt8s) -> NDArray[np.int64]:
    from arxdesk_engine.kernels.groupwise.penalized import regroup_at_prices  # noqa: PLC0415 - Numba is loaded late

    cells, secrets = units.part(block.units)
    if groups * len(units.rules.kinds) * secrets.domain > MOST_COUNTS:
        return block.numbers
    holds = regroup_at_prices(numbers, groups, units.least, PRICES, cells, secrets, units.rules, stop)
    return numbers if holds else block.numbers


def _loss(units: Units, block: Block, numbers: NDArray[np.int64]) -> float:
    """The loss of all records of a block in these groups."""
    cells, _secrets = units.part(block.units)
    present, compact = np.unique(numbers, return_inverse=True)
    groups = UnitGroups.read(cells, compact, len(present))
    return float(groups.sizes @ groups.costs)
