"""Groups that are gathered anew around seeds, with those that are nearest to them."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.divide import LARGEST_DIVIDED
from arxdesk_engine.kernels.groupwise.linked import (
    NOTHING,
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

_REGION = 5
"""Groups that are gathered anew together."""
_STARTS = 6
"""Seeds that are tried for that."""


@nb.njit(
    nb.int64(
        nb.int64[::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        CELLS,
        SECRETS,
        RULES,
        GROUPS,
        nb.int64[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _gather(
    units: Int64s,
    number: int,
    seed: int,
    part: int,
    group: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    parts: Int64s,
    scratch: Int64s,
) -> int:
    """Gather the nearest free units (parts -1) around a seed until they are a group; returns its records, 0: none."""
    groups.sizes[group] = 0
    widen(group, units[seed], cells, groups)
    nearest, gathered, size = seed, 0, 0
    while nearest >= 0:
        parts[nearest] = part
        widen(group, units[nearest], cells, groups)
        size += cells.records[units[nearest]]
        groups.sizes[group] = size
        scratch[gathered] = units[nearest]
        gathered += 1
        if size >= least and holds(scratch, gathered, cells, secrets, rules):
            return int(size)
        nearest, least_more = -1, NOTHING
        for each in range(number):
            if parts[each] < 0:
                joined = joined_cost(group, units[each], cells, groups, groups.costs[group] + least_more)
                if joined - groups.costs[group] < least_more:
                    nearest, least_more = each, joined - groups.costs[group]
    for each in range(number):
        if parts[each] == part:
            parts[each] = -1
    groups.sizes[group] = 0
    return 0


@nb.njit(
    nb.boolean(
        nb.int64[::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        CELLS,
        SECRETS,
        RULES,
        GROUPS,
        nb.int64[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _join_cheapest(
    units: Int64s,
    number: int,
    joining: int,
    free: int,
    made: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    parts: Int64s,
    scratch: Int64s,
) -> bool:
    """Let a unit join the gathered group, of `made` from the place `free` on, where that loses least; False: none."""
    best, target = NOTHING, -1
    unit = units[joining]
    for part in range(made):
        size, before = groups.sizes[free + part], groups.costs[free + part]
        joined = joined_cost(free + part, unit, cells, groups, NOTHING)
        more = (size + cells.records[unit]) * joined - size * before
        if more < best:
            count = 0
            for other in range(number):
                if parts[other] == part:
                    scratch[count] = units[other]
                    count += 1
            scratch[count] = unit
            if holds(scratch, count + 1, cells, secrets, rules):
                best, target = more, part
    if target < 0:
        return False
    parts[joining] = target
    widen(free + target, unit, cells, groups)
    groups.sizes[free + target] += cells.records[unit]
    return True


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
        nb.int64[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _gathered_cost(
    units: Int64s,
    number: int,
    seed: int,
    free: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    parts: Int64s,
    scratch: Int64s,
) -> float:
    """The loss of all records when groups are gathered around seeds, each the farthest from the group before.

    Greedy k-member clustering (Byun et al. 2007) of the first `number` units. The places from `free` on are used for
    the groups and left without records. Out: parts int64[units], the group of each from 0; infinite where units are
    left that no group can take.
    """
    parts[:number] = -1
    made, left = 0, 0
    for each in range(number):
        left += cells.records[units[each]]
    while left >= least and seed >= 0:
        size = _gather(units, number, seed, made, free + made, least, cells, secrets, rules, groups, parts, scratch)
        if size == 0:
            break
        farthest, group = -1.0, free + made
        seed = -1
        for each in range(number):
            if parts[each] < 0:
                cost = joined_cost(group, units[each], cells, groups, NOTHING)
                if cost > farthest:
                    seed, farthest = each, cost
        made += 1
        left -= size
    total = 0.0
    for each in range(number):
        if parts[each] < 0 and not _join_cheapest(
            units, number, each, free, made, cells, secrets, rules, groups, parts, scratch
        ):
            total = NOTHING
            break
    for part in range(made):
        total += groups.sizes[free + part] * groups.costs[free + part]
        groups.sizes[free + part] = 0
    return total


@nb.njit(nb.int64(nb.int64, nb.int64, CELLS, GROUPS, nb.int64[::1], nb.float64[::1]), cache=True, nogil=True)
def _nearest_groups(
    group: int, number: int, cells: UnitCells, groups: LinkedGroups, chosen: Int64s, nearness: Float64s
) -> int:
    """The groups, of `number`, that lose least together with a group, nearest first; returns how many are chosen."""
    found, most_chosen = 0, chosen.size
    for other in range(number):
        if other == group or groups.sizes[other] == 0:
            continue
        most = nearness[most_chosen - 1] if found == most_chosen else NOTHING
        both = merged_cost(group, other, cells, groups, most)
        if both >= most:
            continue
        place = min(found, most_chosen - 1)
        while place > 0 and nearness[place - 1] > both:
            nearness[place] = nearness[place - 1]
            chosen[place] = chosen[place - 1]
            place -= 1
        nearness[place], chosen[place] = both, other
        found = min(found + 1, most_chosen)
    return found


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64, nb.int64[::1], nb.int64[::1], nb.int64, nb.int64, CELLS, GROUPS),
    cache=True,
    nogil=True,
)
def _regroup(
    units: Int64s,
    number: int,
    parts: Int64s,
    places: Int64s,
    used: int,
    last: int,
    cells: UnitCells,
    groups: LinkedGroups,
) -> int:
    """Put units into groups by their parts: at the first `used` places, then at new ones from `last` on.

    Returns how many groups there are then.
    """
    for each in range(number):
        unlink(units[each], cells, groups)
    made = 0
    for each in range(number):
        part = parts[each]
        made = max(made, part + 1)
        target = places[part] if part < used else last + part - used
        if groups.sizes[target] == 0:
            groups.heads[target] = -1
        link(units[each], target, cells, groups)
    for part in range(made):
        narrow(places[part] if part < used else last + part - used, cells, groups)
    total: int = last + max(0, made - used)
    return total


@nb.njit(
    nb.int64(nb.int64, nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.int64[::1], nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def regather(
    number: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    groups: LinkedGroups,
    units: Int64s,
    scratch: Int64s,
    stop: UInt8s,
) -> int:
    """Gather the units of each group and its nearest ones anew, from several seeds; returns the number of groups."""
    last = number
    places = np.empty(_REGION, np.int64)
    nearness = np.empty(_REGION - 1, np.float64)
    parts, best_parts = np.empty(units.size, np.int64), np.empty(units.size, np.int64)
    for group in range(number):
        if stop[0] != 0:
            break
        if groups.sizes[group] == 0 or groups.costs[group] <= EPSILON:
            continue
        places[0] = group
        found = 1 + _nearest_groups(group, last, cells, groups, places[1:], nearness)
        count, used, old = 0, 0, 0.0
        while used < found:
            length = list_without(places[used], -1, groups, scratch)
            if count + length > LARGEST_DIVIDED:
                break
            units[count : count + length] = scratch[:length]
            count += length
            old += groups.sizes[places[used]] * groups.costs[places[used]]
            used += 1
        if used < 2 or last + count >= groups.sizes.size:
            continue
        best = old - EPSILON
        for start in range(_STARTS):
            seed = (start * count) // _STARTS
            cost = _gathered_cost(units, count, seed, last, least, cells, secrets, rules, groups, parts, scratch)
            if cost < best:
                best = cost
                best_parts[:count] = parts[:count]
        if best < old - EPSILON:
            last = _regroup(units, count, best_parts, places, used, last, cells, groups)
    return last
