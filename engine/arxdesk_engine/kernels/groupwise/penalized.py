"""Units that move while groups may still break the rules, at a price for it that rises, and groups that merge at last.

Penalty methods reach what moves between groups that all fulfil the rules do not: to spread sensitive values as a
distance demands, units of many groups have to change places.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.linked import (
    NOTHING,
    common_cost,
    joined_cost,
    link,
    linked_groups,
    list_without,
    merged_cost,
    narrow,
    unlink,
    widen,
)
from arxdesk_engine.kernels.groupwise.rules import holds
from arxdesk_engine.kernels.groupwise.shortfall import shortfall
from arxdesk_engine.kernels.groupwise.table import (
    CELLS,
    EPSILON,
    FORBIDDEN,
    GROUPS,
    RULES,
    SECRETS,
    LinkedGroups,
    Rules,
    Secrets,
    UnitCells,
)
from arxdesk_engine.kernels.jit import group_type, nb

_POWER = 2
"""Of two mergers that lose as much, one that makes up for twice the shortfall counts as so many times better."""


class Judged(NamedTuple):
    """What is known of the sensitive values of linked groups."""

    counts: Int64s
    """int64[groups, rules, values]: the records of each value, as each rule numbers them."""
    shortfalls: Float64s
    """float64[groups]: the sum of how far each is from the rules (`shortfall.shortfall`)."""


JUDGED = group_type(Judged, nb.int64[:, :, ::1], nb.float64[::1])


@nb.njit(nb.void(nb.int64, nb.int64, nb.int64, SECRETS, JUDGED), cache=True, nogil=True)
def _count_unit(unit: int, sign: int, group: int, secrets: Secrets, judged: Judged) -> None:
    """Add the sensitive values of a unit to a group's, or take them away."""
    for rule in range(judged.counts.shape[1]):
        for entry in range(secrets.starts[unit], secrets.starts[unit + 1]):
            judged.counts[group, rule, secrets.values[rule, entry]] += sign * secrets.counts[entry]


@nb.njit(nb.float64(nb.int64[:, ::1], nb.int64, RULES), cache=True, nogil=True)
def _shortfall(counts: Int64s, size: int, rules: Rules) -> float:
    """How far a group is from all rules; 0 without records."""
    total = 0.0
    if size > 0:
        for rule in range(counts.shape[0]):
            total += shortfall(rule, counts[rule], size, rules)
    return total


@nb.njit(
    nb.int64(nb.int64, nb.int64, nb.float64, nb.float64, CELLS, SECRETS, RULES, GROUPS, JUDGED),
    cache=True,
    nogil=True,
)
def _best_to_join(
    unit: int,
    number: int,
    price: float,
    most: float,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    judged: Judged,
) -> int:
    """The group, of `number` but its own, that a unit can join at the least additional loss and price below `most`."""
    best, found = most - EPSILON, -1
    records = cells.records[unit]
    for group in range(number):
        size = groups.sizes[group]
        if size == 0 or group == groups.of_units[unit]:
            continue
        before = size * groups.costs[group] + price * judged.shortfalls[group]
        joined = joined_cost(group, unit, cells, groups, (best + before) / (size + records))
        more = (size + records) * joined - before
        if more >= best:
            continue
        _count_unit(unit, 1, group, secrets, judged)
        more += price * _shortfall(judged.counts[group], size + records, rules)
        _count_unit(unit, -1, group, secrets, judged)
        if more < best:
            best, found = more, group
    return found


@nb.njit(
    nb.int64(nb.int64, nb.int64, nb.float64, CELLS, SECRETS, RULES, GROUPS, JUDGED, nb.int64[::1], nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def _move_units(
    number: int,
    least: int,
    price: float,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    judged: Judged,
    scratch: Int64s,
    stop: UInt8s,
) -> int:
    """Move units to groups where they cost less, shortfalls included at a price for each; returns how many moved."""
    moved = 0
    for unit in range(groups.of_units.size):
        if stop[0] != 0:
            break
        own = groups.of_units[unit]
        size = groups.sizes[own]
        left = size - cells.records[unit]
        if 0 < left < least:
            continue
        count = list_without(own, unit, groups, scratch)
        without = common_cost(scratch, count, cells) if count > 0 else 0.0
        _count_unit(unit, -1, own, secrets, judged)
        short = _shortfall(judged.counts[own], left, rules)
        gain = size * groups.costs[own] - left * without + price * (judged.shortfalls[own] - short)
        target = -1
        if gain > EPSILON:
            target = _best_to_join(unit, number, price, gain, cells, secrets, rules, groups, judged)
        if target < 0:
            _count_unit(unit, 1, own, secrets, judged)
            continue
        unlink(unit, cells, groups)
        narrow(own, cells, groups)
        widen(target, unit, cells, groups)
        link(unit, target, cells, groups)
        _count_unit(unit, 1, target, secrets, judged)
        judged.shortfalls[own] = short
        judged.shortfalls[target] = _shortfall(judged.counts[target], groups.sizes[target], rules)
        moved += 1
    return moved


@nb.njit(nb.int64(nb.int64, nb.int64, CELLS, RULES, GROUPS, JUDGED), cache=True, nogil=True)
def _partner(group: int, number: int, cells: UnitCells, rules: Rules, groups: LinkedGroups, judged: Judged) -> int:
    """The group, of `number`, to merge a group with: least loss for the shortfall that both make up for; -1: none.

    Where nothing makes up for any, that with the least loss. No two that do not read alike at an allowed level.
    """
    best, found = NOTHING, -1
    cheapest, nearest = NOTHING, -1
    both = np.empty_like(judged.counts[group])
    for other in range(number):
        if other == group or groups.sizes[other] == 0:
            continue
        size = groups.sizes[group] + groups.sizes[other]
        before = groups.sizes[group] * groups.costs[group] + groups.sizes[other] * groups.costs[other]
        short = judged.shortfalls[group] + judged.shortfalls[other]
        most = max(best * short**_POWER, cheapest if found < 0 else 0.0)
        more = size * merged_cost(group, other, cells, groups, (most + before) / size) - before
        if more >= FORBIDDEN:
            continue
        if more < cheapest:
            cheapest, nearest = more, other
        if more >= best * short**_POWER:
            continue
        both[:] = judged.counts[group] + judged.counts[other]
        made_up = short - _shortfall(both, size, rules)
        if made_up > EPSILON and more / made_up**_POWER < best:
            best, found = more / made_up**_POWER, other
    return found if found >= 0 else nearest


@nb.njit(
    nb.boolean(nb.int64, CELLS, SECRETS, RULES, GROUPS, JUDGED, nb.int64[::1], nb.uint8[::1]), cache=True, nogil=True
)
def _merge_groups(
    number: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    judged: Judged,
    scratch: Int64s,
    stop: UInt8s,
) -> bool:
    """Merge groups, those farthest from the rules first, until all fulfil them; False where that was not reached."""
    while stop[0] == 0:
        farthest = -1
        for group in range(number):
            most = judged.shortfalls[farthest] if farthest >= 0 else 0.0
            if groups.sizes[group] > 0 and judged.shortfalls[group] > most:
                farthest = group
        if farthest < 0:
            return True
        if judged.shortfalls[farthest] <= EPSILON:  # rounding: judge by definition
            count = list_without(farthest, -1, groups, scratch)
            if holds(scratch, count, cells, secrets, rules):
                judged.shortfalls[farthest] = 0.0
                continue
        partner = _partner(farthest, number, cells, rules, groups, judged)
        if partner < 0:
            return False
        count = list_without(partner, -1, groups, scratch)
        for each in range(count):
            unlink(scratch[each], cells, groups)
            widen(farthest, scratch[each], cells, groups)
            link(scratch[each], farthest, cells, groups)
        judged.counts[farthest] += judged.counts[partner]
        judged.shortfalls[farthest] = max(EPSILON, _shortfall(judged.counts[farthest], groups.sizes[farthest], rules))
    return False


@nb.njit(
    nb.boolean(nb.int64[::1], nb.int64, nb.int64, nb.float64[::1], CELLS, SECRETS, RULES, nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def regroup_at_prices(
    of_units: Int64s,
    number: int,
    least: int,
    prices: Float64s,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stop: UInt8s,
) -> bool:
    """Move the units of a partition, of_units int64[units] with groups from 0 to `number` - 1, and merge groups.

    Every group has at least `least` records, before and after; all fulfil the rules in the end. prices float64[passes]
    is what a record of shortfall costs in each pass, in records that lose everything. Changes `of_units`, where places
    of groups may be left empty; False where all groups together break the rules or `stop`, uint8[1], asked to leave.
    """
    groups = linked_groups(of_units, number, cells)
    judged = Judged(np.zeros((number, rules.kinds.size, secrets.domain), np.int64), np.zeros(number, np.float64))
    for unit in range(of_units.size):
        _count_unit(unit, 1, of_units[unit], secrets, judged)
    for group in range(number):
        judged.shortfalls[group] = _shortfall(judged.counts[group], groups.sizes[group], rules)
    scratch = np.empty(of_units.size + 1, np.int64)
    for price in prices:
        _move_units(number, least, price, cells, secrets, rules, groups, judged, scratch, stop)
    for group in range(number):
        judged.shortfalls[group] = max(EPSILON, judged.shortfalls[group])
    return bool(_merge_groups(number, cells, secrets, rules, groups, judged, scratch, stop))
