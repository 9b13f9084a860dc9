"""Top-down recoding of which the labels tell no more than they say.

Attributes are taken in an order that the labels of a group decide, not its records. A group is divided along one only
if each finer label that occurs becomes a group, and at least two do; else the attribute stays as it is in all groups
that are made of this one. So the records of such a group may as well have a single finer label, whichever: the same
groups would have been made, and no finer label is certain to occur.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.linked import NOTHING
from arxdesk_engine.kernels.groupwise.rules import holds
from arxdesk_engine.kernels.groupwise.table import CELLS, EPSILON, RULES, SECRETS, Rules, Secrets, UnitCells
from arxdesk_engine.kernels.groupwise.top_down import sort_by_label
from arxdesk_engine.kernels.jit import nb


@nb.njit(
    nb.int64(nb.int64, nb.int64[::1], nb.boolean[::1], nb.int64[::1], CELLS),
    cache=True,
    nogil=True,
)
def _next_attribute(sample: int, levels: Int64s, closed: Bools, priority: Int64s, cells: UnitCells) -> int:
    """The attribute that is not closed whose label costs most, of those the one with the lowest priority; -1: none."""
    dearest, found = EPSILON, -1
    for attribute in range(levels.size):
        if closed[attribute] or levels[attribute] == 0:
            continue
        cost = cells.costs[cells.offsets[attribute, levels[attribute]] + cells.values[sample, attribute]]
        is_tied = found >= 0 and abs(cost - dearest) <= EPSILON
        if (cost > dearest + EPSILON) or (is_tied and priority[attribute] < priority[found]):
            dearest, found = cost, attribute
    return found


@nb.njit(
    nb.boolean(
        nb.int64[::1],
        nb.int64[::1],
        nb.int64,
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
def _can_divide(
    units: Int64s,
    starts: Int64s,
    children: int,
    labels: int,
    least: int,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stands: Bools,
    rest: Int64s,
) -> bool:
    """Whether the children that can be groups may leave the others together as one group.

    Where the others are no group, the smallest child that could be one joins them. `labels` is how many finer labels
    the hierarchy has. Without any one of those that stay together there has to be a table in which the same records
    stay together: one in which each of the others has fewer than `least`, or, where nothing but sizes counts, one in
    which some fewer than `least` are joined by the smallest that could stand alone. Out: stands bool[children].
    """
    standing, left, records = 0, 0, 0
    smallest, joins, second = NOTHING, -1, NOTHING
    for child in range(children):
        members = units[starts[child] : starts[child + 1]]
        size = 0
        for unit in members:
            size += cells.records[unit]
        stands[child] = size >= least and holds(members, members.size, cells, secrets, rules)
        if stands[child]:
            standing += 1
            if size < smallest:
                second, smallest, joins = smallest, float(size), child
            elif size < second:
                second = float(size)
            continue
        rest[left : left + members.size] = members
        left += members.size
        records += size
    if left == 0:
        return standing > 1
    if standing > 0 and (records < least or not holds(rest, left, cells, secrets, rules)):
        members = units[starts[joins] : starts[joins + 1]]
        rest[left : left + members.size] = members
        left += members.size
        records += int(smallest)
        stands[joins] = False
        standing -= 1
        smallest = second
    if standing == 0 or not holds(rest, left, cells, secrets, rules):
        return False
    others = labels - standing - 1
    if records <= others * (least - 1):
        return True
    return rules.kinds.size == 0 and others >= 2 and records - (least - 1) < smallest


@nb.njit(
    nb.int64(
        nb.int64[::1],
        nb.int64[::1],
        nb.int64,
        nb.int64[::1],
        nb.int64[::1],
        CELLS,
        SECRETS,
        RULES,
        nb.uint8[::1],
        nb.int64[::1],
        nb.int64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def split_publicly(
    order: Int64s,
    starts: Int64s,
    least: int,
    finer: Int64s,
    priority: Int64s,
    cells: UnitCells,
    secrets: Secrets,
    rules: Rules,
    stop: UInt8s,
    of_units: Int64s,
    levels_of_groups: Int64s,
) -> int:
    """Split groups as far as that can be told to everybody.

    Arguments as for `top_down.split_all`, and: finer int64, flat as `cells.labels`, says how many labels of the level
    below the hierarchy has under the label of each value; to a single one a label is lowered freely. priority
    int64[attributes] decides between labels that cost the same. Out: of_units int64[units], levels_of_groups
    int64[units, attributes] for the groups from 0; returns how many there are.
    """
    units, attributes = order.size, cells.values.shape[1]
    counts = np.zeros(np.int64(cells.labels.max()) + 1, np.int64)
    sorted_units, children_starts = np.empty(units, np.int64), np.empty(units + 2, np.int64)
    firsts, ends = np.empty(units + 1, np.int64), np.empty(units + 1, np.int64)
    levels, closed = np.empty((units + 1, attributes), np.int64), np.zeros((units + 1, attributes), np.bool_)
    stands, rest = np.empty(units, np.bool_), np.empty(units, np.int64)
    depth, groups = starts.size - 1, 0
    for group in range(depth):
        firsts[group], ends[group] = starts[group], starts[group + 1]
        levels[group] = cells.tops
    own_levels, own_closed = np.empty(attributes, np.int64), np.empty(attributes, np.bool_)
    while depth > 0:
        depth -= 1
        first, end = firsts[depth], ends[depth]
        own_levels[:], own_closed[:] = levels[depth], closed[depth]
        sample, is_divided = order[first], False
        while stop[0] == 0 and not is_divided:
            chosen = _next_attribute(sample, own_levels, own_closed, priority, cells)
            if chosen < 0:
                break
            level = own_levels[chosen]
            labels = finer[cells.offsets[chosen, level] + cells.values[sample, chosen]]
            if labels == 1:
                own_levels[chosen] -= 1
                continue
            children = sort_by_label(order, first, end, chosen, level - 1, cells, counts, sorted_units, children_starts)
            if not _can_divide(
                sorted_units, children_starts, children, labels, least, cells, secrets, rules, stands, rest
            ):
                own_closed[chosen] = True
                continue
            is_divided = True
            place = first
            for child in range(children):
                if stands[child]:
                    begin = place
                    for each in range(children_starts[child], children_starts[child + 1]):
                        order[place] = sorted_units[each]
                        place += 1
                    firsts[depth], ends[depth] = begin, place
                    levels[depth], closed[depth] = own_levels, own_closed
                    levels[depth, chosen] -= 1
                    depth += 1
            if place < end:
                order[place:end] = rest[: end - place]
                firsts[depth], ends[depth] = place, end
                levels[depth], closed[depth] = own_levels, own_closed
                closed[depth, chosen] = True
                depth += 1
        if not is_divided:
            of_units[order[first:end]] = groups
            levels_of_groups[groups] = own_levels
            groups += 1
    return groups
