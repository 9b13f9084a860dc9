"""How far a group is from fulfilling the rules: what a search pays for while it may still break them.

Judged by definition in `rules`; here a measure that is 0 where a rule holds, and falls when it comes nearer to that.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.diversity import count_excess
from arxdesk_engine.kernels.groupwise.kinds import ENTROPY, EQUAL, ORDERED, RECURSIVE, SHARES
from arxdesk_engine.kernels.groupwise.table import RULES, Rules
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.float64(nb.int64[::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def _surplus(counts: Int64s, size: int, whole: Int64s) -> float:
    """Records of the values that are more frequent than in the table, as far as they are."""
    records, total = whole.sum(), 0.0
    for value in range(whole.size):
        total += max(0.0, counts[value] - whole[value] * size / records)
    return total


@nb.njit(nb.float64(nb.int64[::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def _cumulated(counts: Int64s, size: int, whole: Int64s) -> float:
    """Records times steps by which a row of values differs from the table's."""
    records, total = whole.sum(), 0.0
    mine, all_records = 0, 0
    for value in range(whole.size):
        mine += counts[value]
        all_records += whole[value]
        total += abs(mine - all_records * size / records)
    return total


@nb.njit(nb.float64(nb.int64, nb.int64[::1], nb.int64, RULES), cache=True, nogil=True)
def _surplus_of_nodes(rule: int, counts: Int64s, size: int, rules: Rules) -> float:
    """Records times heights by which a tree of values differs from the table's: the surplus of nodes at each height.

    Every node but the root is joined to its parent by an edge of half a height, over which its surplus or deficit goes.
    """
    first, height, width = rules.shapes[rule, 0], rules.shapes[rule, 1], rules.shapes[rule, 2]
    whole = rules.whole[rules.whole_starts[rule] : rules.whole_starts[rule + 1]].reshape(height + 1, width)
    parents = rules.parents[first : first + height * width].reshape(height, width)
    here, above = np.zeros(width, np.int64), np.zeros(width, np.int64)
    here[: min(width, counts.size)] = counts[: min(width, counts.size)]
    total = 0.0
    for level in range(height):
        total += _surplus(here, size, whole[level])
        above[:] = 0
        for node in range(width):
            if here[node] > 0:
                above[parents[level, node]] += here[node]
        here[:] = above
    return total


@nb.njit(nb.float64(nb.int64, nb.int64[::1], nb.int64, RULES), cache=True, nogil=True)
def _farness(rule: int, counts: Int64s, size: int, rules: Rules) -> float:
    """Records, times their share of the largest distance, that a distance is above its limit."""
    whole = rules.whole[rules.whole_starts[rule] : rules.whole_starts[rule + 1]]
    if rules.kinds[rule] == EQUAL:
        distance, records, largest = _surplus(counts, size, whole), whole.sum(), 1
    elif rules.kinds[rule] == ORDERED:
        distance, records, largest = _cumulated(counts, size, whole), whole.sum(), max(1, whole.size - 1)
    else:
        distance, records = _surplus_of_nodes(rule, counts, size, rules), whole[: rules.shapes[rule, 2]].sum()
        largest = rules.shapes[rule, 1]
    return float(max(0.0, distance - rules.limits[rule] * size / records) / largest)


@nb.njit(nb.float64(nb.int64, nb.int64[::1], nb.int64, RULES), cache=True, nogil=True)
def _shares_outside(rule: int, counts: Int64s, size: int, rules: Rules) -> float:
    """Records by which the shares of values are outside their limits, and values that are lacking."""
    real = rules.real[rules.real_starts[rule] : rules.real_starts[rule + 1]]
    half = real.size // 2
    total = 0.0
    for value in range(half):
        if value < counts.size and counts[value] > 0:
            total += max(0.0, counts[value] - real[half + value] * size, real[value] * size - counts[value])
        elif rules.ranks[rule] == 1 and real[half + value] > 0.0:
            total += 1.0
    return total


@nb.njit(nb.float64(nb.int64, nb.int64[::1], nb.int64, RULES), cache=True, nogil=True)
def shortfall(rule: int, counts: Int64s, size: int, rules: Rules) -> float:
    """How far a group of `size` records, counts int64[values] with each value as a rule numbers it, is from the rule.

    In records, but for rounding 0 where `rules.holds`. Distinct and entropy diversity lack values, the latter also the
    records times nats that are missing.
    """
    kind, rank = rules.kinds[rule], rules.ranks[rule]
    if kind > SHARES:
        return float(_farness(rule, counts, size, rules))
    if kind == SHARES:
        return float(_shares_outside(rule, counts, size, rules))
    present = counts[counts > 0]
    if kind == RECURSIVE:
        excess = np.zeros(1, np.int64)
        count_excess(np.array([0, present.size]), present, rules.limits[rule], rank, excess)
        return float(excess[0])
    total = float(max(0, rank - present.size))
    if kind == ENTROPY:
        real = rules.real[rules.real_starts[rule] : rules.real_starts[rule + 1]]
        missing = 0.0
        for count in present:
            missing += count * real[count]
        total += max(0.0, missing - size * (np.log(size) - rules.limits[rule]))
    return total
