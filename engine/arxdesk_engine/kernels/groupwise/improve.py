"""Improving groups: units move, groups dissolve, pairs of groups are divided anew, large groups are divided.

A local search on the partition that the top-down splits leave. Moves keep every condition of every group and never
raise the loss, so that it can be left at any moment.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s, UInt8s
from arxdesk_engine.kernels.groupwise.divide import divide_groups
from arxdesk_engine.kernels.groupwise.gather import regather
from arxdesk_engine.kernels.groupwise.linked import linked_groups
from arxdesk_engine.kernels.groupwise.moves import dissolve_groups, move_units
from arxdesk_engine.kernels.groupwise.table import (
    CELLS,
    EPSILON,
    RULES,
    SECRETS,
    Rules,
    Secrets,
    UnitCells,
)
from arxdesk_engine.kernels.jit import nb


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
    units = of_units.size
    groups = linked_groups(of_units, number + units + 2, cells)
    listed, scratch = np.empty(units + 1, np.int64), np.empty(units + 1, np.int64)
    changed = 0
    for _each in range(passes):
        before = 0.0
        for group in range(number):
            before += groups.sizes[group] * groups.costs[group]
        move_units(number, least, cells, secrets, rules, groups, scratch, stop)
        dissolve_groups(number, cells, secrets, rules, groups, listed, scratch, stop)
        number = divide_groups(number, least, False, cells, secrets, rules, groups, listed, scratch, stop)
        number = divide_groups(number, least, True, cells, secrets, rules, groups, listed, scratch, stop)
        if gathers:
            number = regather(number, least, cells, secrets, rules, groups, listed, scratch, stop)
        after = 0.0
        for group in range(number):
            after += groups.sizes[group] * groups.costs[group]
        if before - after <= EPSILON:
            break
        changed += 1
        if stop[0] != 0:
            break
    return changed
