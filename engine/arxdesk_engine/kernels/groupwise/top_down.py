"""Top-down recoding: groups that begin at the highest levels and are split along one hierarchy after the other.

LeFevre, DeWitt and Ramakrishnan (2006), "Mondrian multidimensional k-anonymity", with the levels of hierarchies in
place of medians.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.rules import holds
from arxdesk_engine.kernels.groupwise.table import (
    CELLS,
    EPSILON,
    RULES,
    SECRETS,
    Rules,
    Secrets,
    UnitCells,
)
from arxdesk_engine.kernels.jit import group_type, nb


class Split(NamedTuple):
    """A split of a group along one attribute."""

    units: Int64s
    """int64[units]: its units by their labels one level lower."""
    starts: Int64s
    """int64[units + 2]: where each child begins in them, and the end; the last place is for how many there are."""
    stands: Bools
    """bool[units]: whether each child becomes a group of its own."""
    rest: Int64s
    """int64[units]: for the units of the other children."""


class Pending(NamedTuple):
    """A stack of groups that are not split yet."""

    firsts: Int64s
    """int64[groups]: where the units of each begin."""
    ends: Int64s
    """int64[groups]: where they end."""
    levels: Int64s
    """int64[groups, attributes]."""


SPLIT = group_type(Split, nb.int64[::1], nb.int64[::1], nb.boolean[::1], nb.int64[::1])
PENDING = group_type(Pending, nb.int64[::1], nb.int64[::1], nb.int64[:, ::1])


@nb.njit(SPLIT(nb.int64), cache=True, nogil=True)
def _empty_split(units: int) -> Split:
    return Split(
        np.empty(units, np.int64), np.empty(units + 2, np.int64), np.empty(units, np.bool_), np.empty(units, np.int64)
    )


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64, nb.int64, nb.int64, nb.int64, CELLS, nb.int64[::1], nb.int64[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def sort_by_label(
    order: Int64s,
    first: int,
    end: int,
    attribute: int,
    level: int,
    cells: UnitCells,
    counts: Int64s,
    sorted_units: Int64s,
    starts: Int64s,
) -> int:
    """Sort the units order[first:end] by their labels into `sorted_units`, in the order of the labels' first units.

    `counts` int64[labels] is zero and left so. Out: starts int64[children + 1], from 0; returns how many children.
    """
    base = cells.offsets[attribute, level]
    children = 0
    for each in range(first, end):
        label = cells.labels[base + cells.values[order[each], attribute]]
        if counts[label] == 0:
            starts[children] = label
            children += 1
        counts[label] += 1
    place = 0
    for child in range(children):
        label = starts[child]
        number = counts[label]
        starts[child] = place
        counts[label] = place
        place += number
    starts[children] = place
    for each in range(first, end):
        unit = order[each]
        label = cells.labels[base + cells.values[unit, attribute]]
        sorted_units[counts[label]] = unit
        counts[label] += 1
    for each in range(first, end):
        counts[cells.labels[base + cells.values[order[each], attribute]]] = 0
    return children


@nb.njit(
    nb.float64(
        nb.int64[::1],
        nb.int64[::1],
        nb.int64,
        nb.int64,
        nb.float64,
        nb.int64,
        nb.int64,
        CELLS,
        SECRETS,
        RULES,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _gain(
    units: Int64s,
    starts: Int64s,
    children: int,
    attribute: int,
    cost: float,
    level: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stands: Bools,
    rest: Int64s,
) -> float:
    """What is saved when the children that can stand alone do, and the others stay together with the old label.

    `cost` is that of the old label of the attribute, `level` the new level. Where those that stay are no group, the
    smallest child that could stand alone joins them, and so on. Out: stands bool[children]; 0 where nothing is saved.
    """
    base = cells.offsets[attribute, level]
    gain, left, records = 0.0, 0, 0
    for child in range(children):
        size = 0
        for each in range(starts[child], starts[child + 1]):
            size += cells.records[units[each]]
        number = starts[child + 1] - starts[child]
        stands[child] = size >= least and holds(units[starts[child] : starts[child + 1]], number, cells, secrets, rules)
        if stands[child]:
            gain += size * (cost - cells.costs[base + cells.values[units[starts[child]], attribute]])
        else:
            for each in range(starts[child], starts[child + 1]):
                rest[left] = units[each]
                left += 1
            records += size
    while left > 0 and (records < least or not holds(rest, left, cells, secrets, rules)):
        smallest, joins = 0, -1
        for child in range(children):
            if stands[child]:
                size = 0
                for each in range(starts[child], starts[child + 1]):
                    size += cells.records[units[each]]
                if joins < 0 or size < smallest:
                    smallest, joins = size, child
        if joins < 0:
            return 0.0
        stands[joins] = False
        gain -= smallest * (cost - cells.costs[base + cells.values[units[starts[joins]], attribute]])
        records += smallest
        for each in range(starts[joins], starts[joins + 1]):
            rest[left] = units[each]
            left += 1
    return gain


@nb.njit(nb.void(nb.int64[::1], nb.int64, nb.int64, CELLS, nb.int64[::1]), cache=True, nogil=True)
def _lower(order: Int64s, first: int, end: int, cells: UnitCells, levels: Int64s) -> None:
    """Lower the levels of the group order[first:end] as far as all of its units share a label."""
    sample = order[first]
    for attribute in range(levels.size):
        is_shared = True
        while levels[attribute] > 0 and is_shared:
            base = cells.offsets[attribute, levels[attribute] - 1]
            label = cells.labels[base + cells.values[sample, attribute]]
            for each in range(first + 1, end):
                if cells.labels[base + cells.values[order[each], attribute]] != label:
                    is_shared = False
                    break
            if is_shared:
                levels[attribute] -= 1


@nb.njit(
    nb.int64(
        nb.int64[::1], nb.int64, nb.int64, nb.int64, CELLS, SECRETS, RULES, nb.int64[::1], nb.int64[::1], SPLIT, SPLIT
    ),
    cache=True,
    nogil=True,
)
def _best_split(
    order: Int64s,
    first: int,
    end: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    levels: Int64s,
    counts: Int64s,
    split: Split,
    best: Split,
) -> int:
    """Find the attribute along which splitting the group order[first:end] saves most; -1 where nothing is saved.

    `counts` int64[labels] is zero, before and after; `split` is for trying. Out: best, and how many children it has in
    the last of its starts.
    """
    most, chosen = EPSILON, -1
    sample = order[first]
    for attribute in range(levels.size):
        level = levels[attribute]
        if level == 0:
            continue
        cost = cells.costs[cells.offsets[attribute, level] + cells.values[sample, attribute]]
        children = sort_by_label(order, first, end, attribute, level - 1, cells, counts, split.units, split.starts)
        gain = _gain(
            split.units,
            split.starts,
            children,
            attribute,
            cost,
            level - 1,
            least,
            cells,
            secrets,
            rules,
            split.stands,
            split.rest,
        )
        if gain > most:
            most, chosen = gain, attribute
            best.units[: end - first] = split.units[: end - first]
            best.starts[: children + 1] = split.starts[: children + 1]
            best.stands[:children] = split.stands[:children]
            best.starts[best.starts.size - 1] = children
    return chosen


@nb.njit(nb.int64(nb.int64[::1], nb.int64, nb.int64, SPLIT, nb.int64[::1], nb.int64, PENDING), cache=True, nogil=True)
def _push_parts(
    order: Int64s, first: int, chosen: int, split: Split, levels: Int64s, depth: int, pending: Pending
) -> int:
    """Put the parts of a split in the place of the group in `order` and onto the stack; returns the new depth."""
    children, place = split.starts[split.starts.size - 1], first
    for child in range(children):
        if not split.stands[child]:
            for each in range(split.starts[child], split.starts[child + 1]):
                order[place] = split.units[each]
                place += 1
    if place > first:
        pending.firsts[depth], pending.ends[depth] = first, place
        pending.levels[depth] = levels
        depth += 1
    for child in range(children):
        if split.stands[child]:
            pending.firsts[depth] = place
            for each in range(split.starts[child], split.starts[child + 1]):
                order[place] = split.units[each]
                place += 1
            pending.ends[depth] = place
            pending.levels[depth] = levels
            pending.levels[depth, chosen] -= 1
            depth += 1
    return depth


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64[::1], nb.int64, CELLS, SECRETS, RULES, nb.uint8[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def split_all(
    order: Int64s,
    starts: Int64s,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stop: UInt8s,
    of_units: Int64s,
) -> int:
    """Split groups until no split saves anything, each along the attribute that saves most.

    order int64[units] holds the units of each first group one after the other, from starts[g] to starts[g + 1]; every
    one has at least `least` records and fulfils the rules. Reorders `order`. `stop` uint8[1]: 1 asks to leave it at
    the groups there are. Out: of_units int64[units], the groups from 0; returns how many there are. Independent of
    everything but its arguments.
    """
    units, attributes = order.size, cells.values.shape[1]
    counts = np.zeros(np.int64(cells.labels.max()) + 1, np.int64)
    split, best = _empty_split(units), _empty_split(units)
    pending = Pending(
        np.empty(units + 1, np.int64), np.empty(units + 1, np.int64), np.empty((units + 1, attributes), np.int64)
    )
    depth, groups = starts.size - 1, 0
    for group in range(depth):
        pending.firsts[group], pending.ends[group] = starts[group], starts[group + 1]
        pending.levels[group] = cells.tops
    levels = np.empty(attributes, np.int64)
    while depth > 0:
        depth -= 1
        first, end = pending.firsts[depth], pending.ends[depth]
        levels[:] = pending.levels[depth]
        _lower(order, first, end, cells, levels)
        records = 0
        for each in range(first, end):
            records += cells.records[order[each]]
        chosen = -1
        if stop[0] == 0 and records >= 2 * least:
            chosen = _best_split(order, first, end, least, cells, secrets, rules, levels, counts, split, best)
        if chosen >= 0:
            depth = _push_parts(order, first, chosen, best, levels, depth, pending)
            continue
        for each in range(first, end):
            of_units[order[each]] = groups
        groups += 1
    return groups


@nb.njit(
    nb.void(nb.int64[::1], nb.int64, CELLS, nb.int64[:, ::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True
)
def read_groups(
    of_units: Int64s, groups: int, cells: UnitCells, levels: Int64s, sizes: Int64s, samples: Int64s
) -> None:
    """The lowest levels int64[groups, attributes] at which the units of each group read alike.

    Out as well: sizes int64[groups] in records, samples int64[groups] the first unit of each. Units of group -1 are in
    none.
    """
    samples[:groups] = -1
    sizes[:groups] = 0
    levels[:groups] = 0
    for unit in range(of_units.size):
        group = of_units[unit]
        if group < 0:
            continue
        sizes[group] += cells.records[unit]
        if samples[group] < 0:
            samples[group] = unit
            continue
        for attribute in range(levels.shape[1]):
            level = levels[group, attribute]
            mine, other = cells.values[unit, attribute], cells.values[samples[group], attribute]
            base = cells.offsets[attribute, level]
            while cells.labels[base + mine] != cells.labels[base + other]:
                level += 1
                base = cells.offsets[attribute, level]
            levels[group, attribute] = level
