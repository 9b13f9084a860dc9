"""A lower bound on the loss of every recoding, unit by unit: the cheapest way to read like enough others."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.table import CELLS, EPSILON, UnitCells
from arxdesk_engine.kernels.jit import nb

_MOST_KINDS = 512
"""Neighbours of more different kinds are bounded by their distances alone."""
_MOST_STEPS = 4096
"""So many combinations of neighbours are tried for a unit before it is bounded by their distances alone."""


@nb.njit(nb.float64(nb.int64[::1], nb.int64, CELLS), cache=True, nogil=True)
def _cost_at(levels: Int64s, unit: int, cells: UnitCells) -> float:
    """The loss of one record of a unit at these levels."""
    cost = 0.0
    for attribute in range(levels.size):
        cost += cells.costs[cells.offsets[attribute, levels[attribute]] + cells.values[unit, attribute]]
    return cost


@nb.njit(nb.int64(nb.int64[::1], nb.int64[:, ::1], nb.int64[::1], nb.int64), cache=True, nogil=True)
def _records_within(levels: Int64s, kinds: Int64s, records: Int64s, number: int) -> int:
    """The records of the kinds of neighbours that read like the unit at these levels."""
    count = 0
    for each in range(number):
        fits = True
        for attribute in range(levels.size):
            if kinds[each, attribute] > levels[attribute]:
                fits = False
                break
        if fits:
            count += records[each]
    return count


@nb.njit(nb.boolean(nb.int64[::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True)
def _widen(levels: Int64s, kind: Int64s, wider: Int64s) -> bool:
    """The lowest levels above both; returns whether they are above the first. Out: wider int64[attributes]."""
    is_wider = False
    for attribute in range(levels.size):
        wider[attribute] = max(levels[attribute], kind[attribute])
        is_wider |= wider[attribute] > levels[attribute]
    return is_wider


@nb.njit(nb.float64(nb.int64[::1], nb.int64[::1], nb.float64[::1], nb.int64, nb.float64), cache=True, nogil=True)
def _distance_of_last(order: Int64s, records: Int64s, distances: Float64s, needed: int, most: float) -> float:
    """The distance of the last of so many nearest neighbours; `most` where it is more or there are not enough."""
    for each in order:
        needed -= records[each]
        if needed <= 0:
            return float(min(most, distances[each]))
    return most


@nb.njit(
    nb.float64(nb.int64, nb.int64, nb.float64, nb.int64[:, ::1], nb.int64[::1], nb.float64[::1], nb.int64, CELLS),
    cache=True,
    nogil=True,
)
def _cheapest(
    unit: int,
    least: int,
    most: float,
    kinds: Int64s,
    records: Int64s,
    distances: Float64s,
    number: int,
    cells: UnitCells,
) -> float:
    """The least loss below `most` of levels at which a unit reads like `least` records, its own included.

    kinds int64[number, attributes]: the lowest levels at which neighbours read like the unit, records int64[number] how
    many do, distances float64[number] what those levels cost. Depth first over the levels that several kinds need
    together. Where that takes too long the distance of the last neighbour needed.
    """
    attributes = kinds.shape[1]
    own = cells.records[unit]
    order = np.argsort(distances[:number])
    at_least = _distance_of_last(order, records, distances, least - own, most)
    levels = np.zeros((least + 1, attributes), np.int64)
    if own + _records_within(levels[0], kinds, records, number) >= least:
        return _cost_at(levels[0], unit, cells)
    nexts = np.zeros(least + 1, np.int64)
    best, depth, steps = most, 0, 0
    while depth >= 0:
        steps += 1
        if steps > _MOST_STEPS:
            return at_least
        place = nexts[depth]
        if place >= number or distances[order[place]] >= best - EPSILON:
            depth -= 1
            continue
        nexts[depth] = place + 1
        if not _widen(levels[depth], kinds[order[place]], levels[depth + 1]):
            continue
        cost = _cost_at(levels[depth + 1], unit, cells)
        if cost >= best - EPSILON:
            continue
        if own + _records_within(levels[depth + 1], kinds, records, number) >= least:
            best = cost
            if best <= at_least + EPSILON:
                return best
            continue
        if depth + 1 < least:
            depth += 1
            nexts[depth] = place + 1
    return best


@nb.njit(nb.float64(nb.int64, nb.int64, nb.float64, CELLS, nb.int64[::1]), cache=True, nogil=True)
def _meet(unit: int, other: int, most: float, cells: UnitCells, levels: Int64s) -> float:
    """What the lowest levels cost at which two units read alike; some number from `most` on where it is more.

    Out: levels int64[attributes].
    """
    cost: float = 0.0
    for attribute in range(levels.size):
        mine, theirs = cells.values[unit, attribute], cells.values[other, attribute]
        level = 0
        base = cells.offsets[attribute, 0]
        while cells.labels[base + mine] != cells.labels[base + theirs]:
            level += 1
            base = cells.offsets[attribute, level]
        levels[attribute] = level
        cost += cells.costs[base + mine]
        if cost >= most:
            return cost
    return cost


@nb.njit(nb.int64(nb.float64, nb.int64, nb.float64[::1], nb.int64), cache=True, nogil=True)
def _remember(cost: float, records: int, nearest: Float64s, found: int) -> int:
    """Keep the smallest distances, rising, one for each record; returns how many are kept."""
    for _record in range(records):
        place = min(found, nearest.size - 1)
        if found == nearest.size and nearest[place] <= cost:
            break
        while place > 0 and nearest[place - 1] > cost:
            nearest[place] = nearest[place - 1]
            place -= 1
        nearest[place] = cost
        found = min(found + 1, nearest.size)
    return found


@nb.njit(
    nb.int64(nb.int64[::1], nb.float64, nb.int64[:, ::1], nb.int64[::1], nb.float64[::1], nb.int64),
    cache=True,
    nogil=True,
)
def _kind_of(levels: Int64s, cost: float, kinds: Int64s, records: Int64s, distances: Float64s, number: int) -> int:
    """The place of a kind of neighbours, a new one after the `number` known ones; -1 where there is no place left."""
    for kind in range(number):
        if distances[kind] == cost and (kinds[kind] == levels).all():
            return kind
    if number == kinds.shape[0]:
        return -1
    kinds[number] = levels
    records[number] = 0
    distances[number] = cost
    return number


@nb.njit(
    nb.void(nb.int64[::1], nb.float64[::1], nb.int64, CELLS, nb.uint8[::1], nb.float64[::1]), cache=True, nogil=True
)
def bound_units(chosen: Int64s, known: Float64s, least: int, cells: UnitCells, stop: UInt8s, bounds: Float64s) -> None:
    """The least loss of one record of each chosen unit in any group of at least `least` records.

    A group has one label in every attribute, so its units read alike at some levels: the loss of a unit is at least
    that of the cheapest levels at which it reads like so many records. known float64[units]: a loss at which each unit
    does read so; nothing dearer is looked for. Out: bounds float64[chosen]; those that `stop` uint8[1] cuts off are 0.
    """
    units, attributes = cells.values.shape
    kinds = np.empty((_MOST_KINDS, attributes), np.int64)
    records, distances = np.empty(_MOST_KINDS, np.int64), np.empty(_MOST_KINDS, np.float64)
    lowest_levels, levels = np.zeros(attributes, np.int64), np.empty(attributes, np.int64)
    for each in range(chosen.size):
        if stop[0] != 0:
            bounds[each] = 0.0
            continue
        unit = chosen[each]
        lowest = _cost_at(lowest_levels, unit, cells)
        needed, most = least - cells.records[unit], known[unit]
        if needed <= 0:
            bounds[each] = lowest
            continue
        nearest = np.empty(needed, np.float64)
        number, found, is_full = 0, 0, False
        for other in range(units):
            if other == unit:
                continue
            cost = _meet(unit, other, most - EPSILON, cells, levels)
            if cost >= most - EPSILON:
                continue
            found = _remember(cost, min(cells.records[other], needed), nearest, found)
            kind = _kind_of(levels, cost, kinds, records, distances, number)
            if kind < 0:
                is_full = True
                continue
            number = max(number, kind + 1)
            records[kind] += cells.records[other]
        if found < needed:
            bounds[each] = most
        elif is_full:
            bounds[each] = max(lowest, nearest[needed - 1])
        else:
            bounds[each] = max(lowest, _cheapest(unit, least, most, kinds, records, distances, number, cells))
