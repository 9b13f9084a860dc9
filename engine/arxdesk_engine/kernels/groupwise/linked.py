"""Groups as linked lists of units: joining, leaving, and the loss of a record of one group or of two together."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.groupwise.table import CELLS, GROUPS, LinkedGroups, UnitCells
from arxdesk_engine.kernels.jit import nb

NOTHING = np.inf
"""More than any loss."""


@nb.njit(nb.float64(nb.int64, nb.int64, CELLS, GROUPS, nb.float64), cache=True, nogil=True)
def joined_cost(group: int, unit: int, cells: UnitCells, groups: LinkedGroups, most: float) -> float:
    """The loss of one record of a group that a unit joins; some number above `most` where it is more."""
    cost: float = 0.0
    for attribute in range(groups.levels.shape[1]):
        mine, other = cells.values[unit, attribute], groups.samples[group, attribute]
        level = groups.levels[group, attribute]
        base = cells.offsets[attribute, level]
        while cells.labels[base + mine] != cells.labels[base + other]:
            level += 1
            base = cells.offsets[attribute, level]
        cost += cells.costs[base + mine]
        if cost > most:
            return cost
    return cost


@nb.njit(nb.void(nb.int64, nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def widen(group: int, unit: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Raise the levels of a group so far that a unit reads as it does; a group without records takes the unit's."""
    cost = 0.0
    for attribute in range(groups.levels.shape[1]):
        mine = cells.values[unit, attribute]
        if groups.sizes[group] == 0:
            groups.levels[group, attribute] = 0
            groups.samples[group, attribute] = mine
        other = groups.samples[group, attribute]
        level = groups.levels[group, attribute]
        base = cells.offsets[attribute, level]
        while cells.labels[base + mine] != cells.labels[base + other]:
            level += 1
            base = cells.offsets[attribute, level]
        groups.levels[group, attribute] = level
        cost += cells.costs[base + mine]
    groups.costs[group] = cost


@nb.njit(nb.void(nb.int64, nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def link(unit: int, group: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Put a unit into the list of a group, whose levels are seen to elsewhere."""
    head = groups.heads[group]
    groups.nexts[unit], groups.previous[unit] = head, -1
    if head >= 0:
        groups.previous[head] = unit
    groups.heads[group] = unit
    groups.of_units[unit] = group
    groups.sizes[group] += cells.records[unit]


@nb.njit(nb.void(nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def unlink(unit: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Take a unit out of the list of its group."""
    group, before, after = groups.of_units[unit], groups.previous[unit], groups.nexts[unit]
    if before >= 0:
        groups.nexts[before] = after
    else:
        groups.heads[group] = after
    if after >= 0:
        groups.previous[after] = before
    groups.sizes[group] -= cells.records[unit]
    groups.of_units[unit] = -1


@nb.njit(nb.void(nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def narrow(group: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Lower the levels of a group as far as its units read alike."""
    size = groups.sizes[group]
    groups.sizes[group] = 0
    unit = groups.heads[group]
    while unit >= 0:
        widen(group, unit, cells, groups)
        groups.sizes[group] = size
        unit = groups.nexts[unit]


@nb.njit(GROUPS(nb.int64[::1], nb.int64, CELLS), cache=True, nogil=True)
def linked_groups(of_units: Int64s, places: int, cells: UnitCells) -> LinkedGroups:
    """The groups of a partition, of_units int64[units] from 0 on, with free places up to `places` groups.

    `of_units` becomes a part of them and changes with them.
    """
    units, attributes = cells.values.shape
    groups = LinkedGroups(
        np.full(places, -1, np.int64),
        np.full(units, -1, np.int64),
        np.full(units, -1, np.int64),
        of_units,
        np.zeros(places, np.int64),
        np.zeros(places, np.float64),
        np.zeros((places, attributes), np.int64),
        np.zeros((places, attributes), np.int32),
    )
    for unit in range(units):
        widen(of_units[unit], unit, cells, groups)
        link(unit, of_units[unit], cells, groups)
    return groups


@nb.njit(nb.int64(nb.int64, nb.int64, GROUPS, nb.int64[::1]), cache=True, nogil=True)
def list_without(group: int, left_out: int, groups: LinkedGroups, units: Int64s) -> int:
    """List the units of a group but one (-1: all of them); returns how many there are."""
    number = 0
    unit = groups.heads[group]
    while unit >= 0:
        if unit != left_out:
            units[number] = unit
            number += 1
        unit = groups.nexts[unit]
    return number


@nb.njit(nb.float64(nb.int64[::1], nb.int64, CELLS), cache=True, nogil=True)
def common_cost(units: Int64s, number: int, cells: UnitCells) -> float:
    """The loss of one record of the group of these units."""
    cost = 0.0
    for attribute in range(cells.values.shape[1]):
        other = cells.values[units[0], attribute]
        level = 0
        base = cells.offsets[attribute, 0]
        for each in range(1, number):
            mine = cells.values[units[each], attribute]
            while cells.labels[base + mine] != cells.labels[base + other]:
                level += 1
                base = cells.offsets[attribute, level]
        cost += cells.costs[base + other]
    return cost


@nb.njit(nb.float64(nb.int64, nb.int64, CELLS, GROUPS, nb.float64), cache=True, nogil=True)
def merged_cost(group: int, other: int, cells: UnitCells, groups: LinkedGroups, most: float) -> float:
    """The loss of one record of two groups together; some number from `most` on where it is more."""
    cost: float = 0.0
    for attribute in range(groups.levels.shape[1]):
        level = max(groups.levels[group, attribute], groups.levels[other, attribute])
        mine, theirs = groups.samples[group, attribute], groups.samples[other, attribute]
        base = cells.offsets[attribute, level]
        while cells.labels[base + mine] != cells.labels[base + theirs]:
            level += 1
            base = cells.offsets[attribute, level]
        cost += cells.costs[base + mine]
        if cost >= most:
            return cost
    return cost
