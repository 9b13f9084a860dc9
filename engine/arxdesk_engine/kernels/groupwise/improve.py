"""Improving groups: units move, groups dissolve, pairs of groups are divided anew, large groups are divided.

A local search on the partition that the top-down splits leave. Moves keep every condition of every group and never
raise the loss, so that it can be left at any moment.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Float64s, Int64s, UInt8s
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

_LARGEST_DIVIDED = 64
"""Groups of more units are not divided by trying each unit as the seed of a new group."""
_REGION = 5
"""Groups that are gathered anew together."""
_STARTS = 6
"""Seeds that are tried for that."""
_NOTHING = np.inf
_CHOICE: Any = nb.types.Tuple((nb.int64, nb.float64))  # type: ignore[no-untyped-call]


@nb.njit(nb.float64(nb.int64, nb.int64, CELLS, GROUPS, nb.float64), cache=True, nogil=True)
def _joined_cost(group: int, unit: int, cells: UnitCells, groups: LinkedGroups, most: float) -> float:
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
def _widen(group: int, unit: int, cells: UnitCells, groups: LinkedGroups) -> None:
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
def _link(unit: int, group: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Put a unit into the list of a group, whose levels are seen to elsewhere."""
    head = groups.heads[group]
    groups.nexts[unit], groups.previous[unit] = head, -1
    if head >= 0:
        groups.previous[head] = unit
    groups.heads[group] = unit
    groups.of_units[unit] = group
    groups.sizes[group] += cells.records[unit]


@nb.njit(nb.void(nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def _unlink(unit: int, cells: UnitCells, groups: LinkedGroups) -> None:
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
def _narrow(group: int, cells: UnitCells, groups: LinkedGroups) -> None:
    """Lower the levels of a group as far as its units read alike."""
    size = groups.sizes[group]
    groups.sizes[group] = 0
    unit = groups.heads[group]
    while unit >= 0:
        _widen(group, unit, cells, groups)
        groups.sizes[group] = size
        unit = groups.nexts[unit]


@nb.njit(nb.int64(nb.int64, nb.int64, GROUPS, nb.int64[::1]), cache=True, nogil=True)
def _list_without(group: int, left_out: int, groups: LinkedGroups, units: Int64s) -> int:
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
def _common_cost(units: Int64s, number: int, cells: UnitCells) -> float:
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
        joined = _joined_cost(group, unit, cells, groups, (best + before) / (size + records))
        more = (size + records) * joined - before
        if more < best - EPSILON:
            if rules.kinds.size > 0:
                count = _list_without(group, -1, groups, scratch)
                scratch[count] = unit
                if not holds(scratch, count + 1, cells, secrets, rules):
                    continue
            best, found = more, group
    return found, best


@nb.njit(
    nb.int64(nb.int64, nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.uint8[::1]), cache=True, nogil=True
)
def _move_units(
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
        count = _list_without(own, unit, groups, scratch)
        gain = size * groups.costs[own] - left * _common_cost(scratch, count, cells)
        if gain <= EPSILON or not holds(scratch, count, cells, secrets, rules):
            continue
        target, _more = _best_to_join(unit, own, number, gain, cells, secrets, rules, groups, scratch)
        if target >= 0:
            _unlink(unit, cells, groups)
            _narrow(own, cells, groups)
            _widen(target, unit, cells, groups)
            _link(unit, target, cells, groups)
            moved += 1
    return moved


@nb.njit(
    nb.int64(nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.int64[::1], nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def _dissolve_groups(
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
        count = _list_without(group, -1, groups, units)
        spent, placed = 0.0, 0
        for each in range(count):
            target, more = _best_to_join(
                units[each], group, number, gain - spent, cells, secrets, rules, groups, scratch
            )
            if target < 0:
                break
            levels[each] = groups.levels[target]
            targets[each] = target
            _unlink(units[each], cells, groups)
            _widen(target, units[each], cells, groups)
            _link(units[each], target, cells, groups)
            spent += more
            placed += 1
        if placed == count:
            dissolved += 1
            continue
        for each in range(placed - 1, -1, -1):
            target = targets[each]
            _unlink(units[each], cells, groups)
            groups.levels[target] = levels[each]
            cost = 0.0
            for attribute in range(attributes):
                place = cells.offsets[attribute, groups.levels[target, attribute]] + groups.samples[target, attribute]
                cost += cells.costs[place]
            groups.costs[target] = cost
            _link(units[each], group, cells, groups)
    return dissolved


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
    _widen(free, units[seed], cells, groups)
    size = cells.records[units[seed]]
    groups.sizes[free] = size
    gathered = 1
    scratch[0] = units[seed]
    while size < least or not holds(scratch, gathered, cells, secrets, rules):
        nearest, least_more = -1, _NOTHING
        for each in range(number):
            if not goes[each]:
                cost = _joined_cost(free, units[each], cells, groups, _NOTHING)
                more = (cost - groups.costs[free]) / cells.records[units[each]]
                if more < least_more:
                    nearest, least_more = each, more
        if nearest < 0:
            groups.sizes[free] = 0
            return _NOTHING
        goes[nearest] = True
        _widen(free, units[nearest], cells, groups)
        size += cells.records[units[nearest]]
        groups.sizes[free] = size
        scratch[gathered] = units[nearest]
        gathered += 1
    cost = groups.costs[free]
    for each in range(number):
        if not goes[each] and _joined_cost(free, units[each], cells, groups, cost + EPSILON) <= cost + EPSILON:
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
        return _NOTHING
    if not holds(scratch, gathered, cells, secrets, rules):
        return _NOTHING
    together: float = size * cost + rest * _common_cost(scratch[others:], number - others, cells)
    return together


@nb.njit(nb.float64(nb.int64, nb.int64, CELLS, GROUPS, nb.float64), cache=True, nogil=True)
def _merged_cost(group: int, other: int, cells: UnitCells, groups: LinkedGroups, most: float) -> float:
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


@nb.njit(nb.int64(nb.int64, nb.int64, CELLS, GROUPS), cache=True, nogil=True)
def _cheapest_to_merge(group: int, number: int, cells: UnitCells, groups: LinkedGroups) -> int:
    """The group, of `number`, whose union with a group loses least more than both alone; -1 where there is none."""
    found, least_more = -1, _NOTHING
    for other in range(number):
        if other == group or groups.sizes[other] == 0:
            continue
        total = groups.sizes[group] + groups.sizes[other]
        before = groups.sizes[group] * groups.costs[group] + groups.sizes[other] * groups.costs[other]
        both = _merged_cost(group, other, cells, groups, (least_more + before) / total)
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
def _divide_groups(
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
        count = _list_without(group, -1, groups, units)
        old = groups.sizes[group] * groups.costs[group]
        if partner >= 0:
            count += _list_without(partner, -1, groups, units[count:])
            old += groups.sizes[partner] * groups.costs[partner]
        if count > _LARGEST_DIVIDED:
            continue
        if not _best_division(units, count, old, last, least, cells, secrets, rules, groups, best_goes, scratch):
            continue
        target = partner
        if partner < 0:
            target = last
            groups.heads[target] = -1
            last += 1
        for each in range(count):
            _unlink(units[each], cells, groups)
        for each in range(count):
            _link(units[each], group if best_goes[each] else target, cells, groups)
        _narrow(group, cells, groups)
        _narrow(target, cells, groups)
    return last


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
    _widen(group, units[seed], cells, groups)
    nearest, gathered, size = seed, 0, 0
    while nearest >= 0:
        parts[nearest] = part
        _widen(group, units[nearest], cells, groups)
        size += cells.records[units[nearest]]
        groups.sizes[group] = size
        scratch[gathered] = units[nearest]
        gathered += 1
        if size >= least and holds(scratch, gathered, cells, secrets, rules):
            return int(size)
        nearest, least_more = -1, _NOTHING
        for each in range(number):
            if parts[each] < 0:
                joined = _joined_cost(group, units[each], cells, groups, groups.costs[group] + least_more)
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
    best, target = _NOTHING, -1
    unit = units[joining]
    for part in range(made):
        size, before = groups.sizes[free + part], groups.costs[free + part]
        joined = _joined_cost(free + part, unit, cells, groups, _NOTHING)
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
    _widen(free + target, unit, cells, groups)
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
                cost = _joined_cost(group, units[each], cells, groups, _NOTHING)
                if cost > farthest:
                    seed, farthest = each, cost
        made += 1
        left -= size
    total = 0.0
    for each in range(number):
        if parts[each] < 0 and not _join_cheapest(
            units, number, each, free, made, cells, secrets, rules, groups, parts, scratch
        ):
            total = _NOTHING
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
        most = nearness[most_chosen - 1] if found == most_chosen else _NOTHING
        both = _merged_cost(group, other, cells, groups, most)
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
        _unlink(units[each], cells, groups)
    made = 0
    for each in range(number):
        part = parts[each]
        made = max(made, part + 1)
        target = places[part] if part < used else last + part - used
        if groups.sizes[target] == 0:
            groups.heads[target] = -1
        _link(units[each], target, cells, groups)
    for part in range(made):
        _narrow(places[part] if part < used else last + part - used, cells, groups)
    total: int = last + max(0, made - used)
    return total


@nb.njit(
    nb.int64(nb.int64, nb.int64, CELLS, SECRETS, RULES, GROUPS, nb.int64[::1], nb.int64[::1], nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def _regather(
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
            length = _list_without(places[used], -1, groups, scratch)
            if count + length > _LARGEST_DIVIDED:
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


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64, nb.int64, nb.int64, nb.boolean, CELLS, SECRETS, RULES, nb.uint8[::1]),
    cache=True,
    nogil=True,
)
def improve(
    of_units: Int64s,
    number: int,
    least: int,
    passes: int,
    gathers: bool,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stop: UInt8s,
) -> int:
    """Improve a partition, of_units int64[units] with groups from 0 to `number` - 1, in up to so many passes.

    With `gathers` groups are gathered anew as well, which takes longer and finds more.
    Every group has at least `least` records and fulfils the rules, before and after; the loss does not rise. Changes
    `of_units`; returns how many passes changed something. `stop` uint8[1]: 1 asks to leave it at what there is.
    """
    units, attributes = cells.values.shape
    places = number + units + 2
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
        group = of_units[unit]
        _widen(group, unit, cells, groups)
        _link(unit, group, cells, groups)
    listed, scratch = np.empty(units + 1, np.int64), np.empty(units + 1, np.int64)
    changed = 0
    for _each in range(passes):
        before = 0.0
        for group in range(number):
            before += groups.sizes[group] * groups.costs[group]
        _move_units(number, least, cells, secrets, rules, groups, scratch, stop)
        _dissolve_groups(number, cells, secrets, rules, groups, listed, scratch, stop)
        number = _divide_groups(number, least, False, cells, secrets, rules, groups, listed, scratch, stop)
        number = _divide_groups(number, least, True, cells, secrets, rules, groups, listed, scratch, stop)
        if gathers:
            number = _regather(number, least, cells, secrets, rules, groups, listed, scratch, stop)
        after = 0.0
        for group in range(number):
            after += groups.sizes[group] * groups.costs[group]
        if before - after <= EPSILON:
            break
        changed += 1
        if stop[0] != 0:
            break
    return changed
