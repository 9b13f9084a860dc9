"""Units that move to groups where they cost less, and groups that dissolve into others."""

from __future__ import annotations

from typing import Any

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.linked import common_cost, joined_cost, link, list_without, narrow, unlink, widen
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

_CHOICE: Any = nb.types.Tuple((nb.int64, nb.float64))  # type: ignore[no-untyped-call]


@nb.njit(
    _CHOICE(nb.int64, nb.int64, nb.int64, nb.float64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1]),
    cache=True,
    nogil=True,
)
def _best_to_join(
    unit: int,
    but: int,
    number: int,
    most: float,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    scratch: Int64s,
) -> tuple[int, float]:
    """The group, of `number`, that a unit can join at the least additional loss below `most`; -1 where none is."""
    best, found = most, -1
    records = cells.records[unit]
    for group in range(number):
        size = groups.sizes[group]
        if size == 0 or group == but:
            continue
        before = size * groups.costs[group]
        joined = joined_cost(group, unit, cells, groups, (best + before) / (size + records))
        more = (size + records) * joined - before
        if more < best - EPSILON:
            if rules.kinds.size > 0:
                count = list_without(group, -1, groups, scratch)
                scratch[count] = unit
                if not holds(scratch, count + 1, cells, secrets, rules):
                    continue
            best, found = more, group
    return found, best


@nb.njit(
    nb.int64(nb.int64, nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.uint8[::1]), cache=True, nogil=True
)
def move_units(
    number: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    scratch: Int64s,
    stop: UInt8s,
) -> int:
    """Move units to groups where they cost less than they do in theirs; returns how many moved."""
    moved = 0
    for unit in range(groups.of_units.size):
        if stop[0] != 0:
            break
        own = groups.of_units[unit]
        size = groups.sizes[own]
        left = size - cells.records[unit]
        if left < least or groups.costs[own] <= EPSILON:
            continue
        count = list_without(own, unit, groups, scratch)
        gain = size * groups.costs[own] - left * common_cost(scratch, count, cells)
        if gain <= EPSILON or not holds(scratch, count, cells, secrets, rules):
            continue
        target, _more = _best_to_join(unit, own, number, gain, cells, secrets, rules, groups, scratch)
        if target >= 0:
            unlink(unit, cells, groups)
            narrow(own, cells, groups)
            widen(target, unit, cells, groups)
            link(unit, target, cells, groups)
            moved += 1
    return moved


@nb.njit(
    nb.int64(nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.int64[::1], nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def dissolve_groups(
    number: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    units: Int64s,
    scratch: Int64s,
    stop: UInt8s,
) -> int:
    """Dissolve groups whose units cost less in others, all of them together; returns how many were."""
    attributes = groups.levels.shape[1]
    levels = np.empty((units.size, attributes), np.int64)
    targets = np.empty(units.size, np.int64)
    dissolved = 0
    for group in range(number):
        if stop[0] != 0:
            break
        gain = groups.sizes[group] * groups.costs[group]
        if groups.sizes[group] == 0 or gain <= EPSILON:
            continue
        count = list_without(group, -1, groups, units)
        spent, placed = 0.0, 0
        for each in range(count):
            target, more = _best_to_join(
                units[each], group, number, gain - spent, cells, secrets, rules, groups, scratch
            )
            if target < 0:
                break
            levels[each] = groups.levels[target]
            targets[each] = target
            unlink(units[each], cells, groups)
            widen(target, units[each], cells, groups)
            link(units[each], target, cells, groups)
            spent += more
            placed += 1
        if placed == count:
            dissolved += 1
            continue
        for each in range(placed - 1, -1, -1):
            target = targets[each]
            unlink(units[each], cells, groups)
            groups.levels[target] = levels[each]
            cost = 0.0
            for attribute in range(attributes):
                place = cells.offsets[attribute, groups.levels[target, attribute]] + groups.samples[target, attribute]
                cost += cells.costs[place]
            groups.costs[target] = cost
            link(units[each], group, cells, groups)
    return dissolved
