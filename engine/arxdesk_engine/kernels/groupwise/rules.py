"""Judging one group by the definitions that judge the classes of a transformation."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s
from arxdesk_engine.kernels.distance import equal_distance, hierarchical_distance, ordered_distance
from arxdesk_engine.kernels.diversity import count_excess, entropy_is_below, share_is_outside
from arxdesk_engine.kernels.groupwise.kinds import DISTINCT, ENTROPY, EQUAL, ORDERED, RECURSIVE, SHARES
from arxdesk_engine.kernels.groupwise.table import CELLS, RULES, SECRETS, Rules, Secrets, UnitCells
from arxdesk_engine.kernels.jit import nb


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64, nb.int64, SECRETS, nb.int32[::1], nb.int32[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def _count_values(
    units: Int64s, number: int, rule: int, secrets: Secrets, place: Int32s, values: Int32s, counts: Int64s
) -> int:
    """The different values of the units, as a rule numbers them, and their records; returns how many values.

    `place` int32[values] is -1 everywhere, before and after.
    """
    found = 0
    for each in range(number):
        for entry in range(secrets.starts[units[each]], secrets.starts[units[each] + 1]):
            value = secrets.values[rule, entry]
            if place[value] < 0:
                place[value] = found
                values[found] = value
                counts[found] = 0
                found += 1
            counts[place[value]] += secrets.counts[entry]
    for each in range(found):
        place[values[each]] = -1
    return found


@nb.njit(
    nb.boolean(nb.int64, RULES, nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True
)
def _is_far(rule: int, rules: Rules, starts: Int64s, values: Int32s, counts: Int64s, sizes: Int64s) -> bool:
    """Whether a histogram is farther from that of the table than a rule allows."""
    distance = np.zeros(1, np.float64)
    whole = rules.whole[rules.whole_starts[rule] : rules.whole_starts[rule + 1]]
    if rules.kinds[rule] == EQUAL:
        equal_distance(starts, values, counts, sizes, whole, distance)
    elif rules.kinds[rule] == ORDERED:
        ordered_distance(starts, values, counts, sizes, whole, distance)
    else:
        first, height, width = rules.shapes[rule, 0], rules.shapes[rule, 1], rules.shapes[rule, 2]
        parents = rules.parents[first : first + height * width].reshape(height, width)
        nodes = whole.reshape(height + 1, width)
        hierarchical_distance(starts, values, counts, sizes, parents, nodes, distance)
    return bool(distance[0] > rules.limits[rule] * sizes[0])


@nb.njit(
    nb.boolean(nb.int64, RULES, nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64[::1]), cache=True, nogil=True
)
def _fails(rule: int, rules: Rules, starts: Int64s, values: Int32s, counts: Int64s, sizes: Int64s) -> bool:
    """Whether a histogram violates a rule."""
    kind, limit, rank = rules.kinds[rule], rules.limits[rule], rules.ranks[rule]
    if kind > SHARES:
        return bool(_is_far(rule, rules, starts, values, counts, sizes))
    if kind in (DISTINCT, ENTROPY) and starts[1] < rank:
        return True
    fails = np.zeros(1, np.bool_)
    real = rules.real[rules.real_starts[rule] : rules.real_starts[rule + 1]]
    if kind == ENTROPY:
        entropy_is_below(starts, counts, sizes, real, limit, 0.0, fails)
    elif kind == RECURSIVE:
        excess = np.zeros(1, np.int64)
        count_excess(starts, counts, limit, rank, excess)
        fails[0] = excess[0] > 0
    elif kind == SHARES:
        half = real.size // 2
        share_is_outside(starts, values, counts, sizes, real[:half], real[half:], rank == 1, fails)
    return bool(fails[0])


@nb.njit(nb.boolean(nb.int64[::1], nb.int64, CELLS, SECRETS, RULES), cache=True, nogil=True)
def holds(units: Int64s, number: int, cells: UnitCells, secrets: Secrets, rules: Rules) -> bool:
    """Whether the group of the first `number` of these units fulfils all rules."""
    if rules.kinds.size == 0 or number == 0:
        return True
    sizes = np.zeros(1, np.int64)
    entries = 0
    for each in range(number):
        sizes[0] += cells.records[units[each]]
        entries += secrets.starts[units[each] + 1] - secrets.starts[units[each]]
    place = np.full(secrets.domain, -1, np.int32)
    values, counts = np.empty(entries, np.int32), np.empty(entries, np.int64)
    starts = np.zeros(2, np.int64)
    for rule in range(rules.kinds.size):
        starts[1] = _count_values(units, number, rule, secrets, place, values, counts)
        if _fails(rule, rules, starts, values, counts, sizes):
            return False
    return True
