"""Groups, or pairs of groups, that are divided anew into two."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.linked import (
    NOTHING,
    common_cost,
    joined_cost,
    link,
    list_without,
    merged_cost,
    narrow,
    unlink,
    widen,
)
from arxdesk_engine.kernels.groupwise.rules import holds
from arxdesk_engine.kernels.groupwise.table import (
    CELLS,
    EPSILON,
    GROUPS,
    RULES,
    SECRETS,
    LinkedGroups,
    Rules,
    Secrets,
    UnitCells,
)
from arxdesk_engine.kernels.jit import nb

LARGEST_DIVIDED = 64
"""Groups of more units are not divided by trying each unit as the seed of a new group."""


@nb.njit(
    nb.float64(
        nb.int64[::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        CELLS,
        SECRETS,
        RULES,
        GROUPS,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _divided_cost(
    units: Int64s,
    number: int,
    seed: int,
    free: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    goes: Bools,
    scratch: Int64s,
) -> float:
    """The loss of all records when the nearest units to a seed are one group and the others another.

    `free` is the number of a group without records, used for the new one and left without. Out: goes bool[units] says
    which go with the seed. Infinite where one of both is no group.
    """
    goes[:number] = False
    goes[seed] = True
    widen(free, units[seed], cells, groups)
    size = cells.records[units[seed]]
    groups.sizes[free] = size
    gathered = 1
    scratch[0] = units[seed]
    while size < least or not holds(scratch, gathered, cells, secrets, rules):
        nearest, least_more = -1, NOTHING
        for each in range(number):
            if not goes[each]:
                cost = joined_cost(free, units[each], cells, groups, NOTHING)
                more = (cost - groups.costs[free]) / cells.records[units[each]]
                if more < least_more:
                    nearest, least_more = each, more
        if nearest < 0:
            groups.sizes[free] = 0
            return NOTHING
        goes[nearest] = True
        widen(free, units[nearest], cells, groups)
        size += cells.records[units[nearest]]
        groups.sizes[free] = size
        scratch[gathered] = units[nearest]
        gathered += 1
    cost = groups.costs[free]
    for each in range(number):
        if not goes[each] and joined_cost(free, units[each], cells, groups, cost + EPSILON) <= cost + EPSILON:
            goes[each] = True
            size += cells.records[units[each]]
    groups.sizes[free] = 0
    gathered, others = 0, number
    rest = 0
    for each in range(number):
        if goes[each]:
            scratch[gathered] = units[each]
            gathered += 1
        else:
            others -= 1
            scratch[others] = units[each]
            rest += cells.records[units[each]]
    if rest < least or not holds(scratch[others:], number - others, cells, secrets, rules):
        return NOTHING
    if not holds(scratch, gathered, cells, secrets, rules):
        return NOTHING
    together: float = size * cost + rest * common_cost(scratch[others:], number - others, cells)
    return together


@nb.njit(nb.int64(nb.int64, nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def _cheapest_to_merge(group: int, number: int, cells: UnitCells, groups: LinkedGroups) -> int:
    """The group, of `number`, whose union with a group loses least more than both alone; -1 where there is none."""
    found, least_more = -1, NOTHING
    for other in range(number):
        if other == group or groups.sizes[other] == 0:
            continue
        total = groups.sizes[group] + groups.sizes[other]
        before = groups.sizes[group] * groups.costs[group] + groups.sizes[other] * groups.costs[other]
        both = merged_cost(group, other, cells, groups, (least_more + before) / total)
        if both * total - before < least_more:
            found, least_more = other, both * total - before
    return found


@nb.njit(
    nb.boolean(
        nb.int64[::1],
        nb.int64,
        nb.float64,
        nb.int64,
        nb.int64,
        CELLS,
        SECRETS,
        RULES,
        GROUPS,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _best_division(
    units: Int64s,
    number: int,
    before: float,
    free: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    best_goes: Bools,
    scratch: Int64s,
) -> bool:
    """Try each unit as the seed of one of two groups; whether some division loses less than `before`.

    Out: best_goes bool[units] says which units go with the seed of the best one.
    """
    goes = np.empty(number, np.bool_)
    best, improves = before - EPSILON, False
    for seed in range(number):
        cost = _divided_cost(units, number, seed, free, least, cells, secrets, rules, groups, goes, scratch)
        if cost < best:
            best, improves = cost, True
            best_goes[:number] = goes
    return improves


@nb.njit(
    nb.int64(
        nb.int64, nb.int64, nb.boolean, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.int64[::1], nb.uint8[::1]
    ),
    cache=True,
    nogil=True,
)
def divide_groups(
    number: int,
    least: int,
    pairs: bool,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    units: Int64s,
    scratch: Int64s,
    stop: UInt8s,
) -> int:
    """Divide groups that are large enough, or each with its nearest one (`pairs`), anew into two.

    Returns how many groups there are then: divided ones take free places, and new ones at the end.
    """
    best_goes = np.empty(units.size, np.bool_)
    last = number
    for group in range(number):
        if stop[0] != 0 or last + 1 >= groups.sizes.size:
            break
        if groups.sizes[group] == 0 or groups.costs[group] <= EPSILON:
            continue
        partner = _cheapest_to_merge(group, last, cells, groups) if pairs else -1
        if partner < 0 and (pairs or groups.sizes[group] < 2 * least):
            continue
        count = list_without(group, -1, groups, units)
        old = groups.sizes[group] * groups.costs[group]
        if partner >= 0:
            count += list_without(partner, -1, groups, units[count:])
            old += groups.sizes[partner] * groups.costs[partner]
        if count > LARGEST_DIVIDED:
            continue
        if not _best_division(units, count, old, last, least, cells, secrets, rules, groups, best_goes, scratch):
            continue
        target = partner
        if partner < 0:
            target = last
            groups.heads[target] = -1
            last += 1
        for each in range(count):
            unlink(units[each], cells, groups)
        for each in range(count):
            link(units[each], group if best_goes[each] else target, cells, groups)
        narrow(group, cells, groups)
        narrow(target, cells, groups)
    return last
