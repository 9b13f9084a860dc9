"""All combinations of levels of a few small attributes at once, for every group of a walk."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s
from arxdesk_engine.kernels.jit import group_type, nb
from arxdesk_engine.kernels.walk_groups import (
    CLASSES,
    COUNT,
    FIRST_CELL,
    FIRST_TARGET,
    GROUPS,
    PLACE,
    ROW,
    SMALLEST,
    SOURCE,
    SUPPRESSED,
    CompletionArrays,
    FigureArrays,
    TupleArrays,
    WalkDepth,
    WalkScratch,
)

TUPLE_ARRAYS = group_type(
    TupleArrays, nb.int32[:, :, ::1], nb.int32[:, ::1], nb.int32[::1], nb.int64[:, ::1], nb.int64[::1], nb.int64[:, ::1]
)
COMPLETION_ARRAYS = group_type(
    CompletionArrays, nb.int64[::1], nb.int32[::1], nb.int64[:, ::1], nb.int32[::1], nb.int64[:, ::1], nb.int64[:, ::1]
)
WALK_DEPTH = group_type(WalkDepth, nb.int32[:, ::1], nb.int32[::1], nb.int64[::1], nb.int64[::1])
WALK_SCRATCH = group_type(
    WalkScratch, nb.int64[:, ::1], nb.int32[::1], nb.int32[:, ::1], nb.int32[:, ::1], nb.int32[:, ::1]
)
FIGURE_ARRAYS = group_type(FigureArrays, nb.int64[:, ::1], nb.int64[:, ::1])
_MOST = np.int32(2**31 - 1)


@nb.njit(
    nb.void(
        nb.int32[:, ::1], nb.int32[::1], nb.int32[::1], nb.int64, nb.int64[:, ::1], nb.int32[::1], nb.int32[:, ::1]
    ),
    cache=True,
    nogil=True,
)
def _fill(
    rows: Int32s, starts: Int32s, cell_of_row: Int32s, size: int, combinations: Int64s, targets: Int32s, cells: Int32s
) -> None:
    """The records of the first `size` groups in every cell of every combination; each from a finer combination."""
    cells[: combinations[1, FIRST_CELL], :size] = 0
    for group in range(size):
        for row in range(starts[group], starts[group + 1]):
            cells[np.uint32(cell_of_row[np.uint32(rows[row, ROW])]), group] = rows[row, COUNT]
    for combination in range(1, combinations.shape[0] - 1):
        first, source = combinations[combination, FIRST_CELL], combinations[combination, SOURCE]
        cells[first : combinations[combination + 1, FIRST_CELL], :size] = 0
        target = combinations[combination, FIRST_TARGET]
        for cell in range(combinations[source, FIRST_CELL], combinations[source + 1, FIRST_CELL]):
            to = first + targets[target]
            target += 1
            for group in range(size):
                cells[to, group] += cells[cell, group]


@nb.njit(
    nb.int64(nb.int32[:, ::1], nb.int64, nb.int64, nb.int64, nb.int64, nb.int32[:, ::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def _judge(cells: Int32s, first: int, end: int, size: int, minimal: int, found: Int32s, figures: Int64s) -> int:
    """Add the classes in the cells from `first` to `end` of `size` groups to the figures of one transformation.

    Out: found int32[3, >= size], per group its suppressed records, classes, smallest class. Returns how many
    records are suppressed.
    """
    least = np.int32(minimal)
    found[:2, :size] = 0
    found[2, :size] = _MOST
    for cell in range(first, end):
        for group in range(size):  # no branches, and 32 bits: the processor judges several groups at a time
            count = cells[cell, group]
            small = count < least
            found[0, group] += count if small else np.int32(0)
            found[1, group] += np.int32(0) if small else np.int32(1)
            found[2, group] = min(found[2, group], _MOST if small else count)
    suppressed = 0
    for group in range(size):
        suppressed += found[0, group]
        figures[1] += found[1, group]
        figures[2] = min(figures[2], np.int64(found[2, group]))
    figures[0] += suppressed
    return suppressed


@nb.njit(nb.void(WALK_DEPTH, COMPLETION_ARRAYS, nb.int64[::1], nb.int64[:, ::1], FIGURE_ARRAYS), cache=True, nogil=True)
def _begin(walked: WalkDepth, completions: CompletionArrays, levels: Int64s, layout: Int64s, out: FigureArrays) -> None:
    """Count for every completion what left the walk on the way."""
    combinations, inner_levels, tally, sums = completions.combinations, completions.levels, walked.tally, walked.sums
    figures, removed = out.sizes, out.removed
    outer, inner = levels.size, inner_levels.shape[1]
    for combination in range(combinations.shape[0] - 1):
        place = combinations[combination, PLACE]
        figures[place, 0] = tally[SUPPRESSED]
        figures[place, 1] = tally[CLASSES]
        figures[place, 2] = tally[SMALLEST]
        for attribute in range(layout.shape[0]):
            level = 0
            if attribute < outer:
                level = levels[attribute]
            elif attribute < outer + inner:
                level = inner_levels[combination, attribute - outer]
            removed[place, attribute] = sums[layout[attribute, 2] + level]


@nb.njit(
    nb.void(nb.int32[:, ::1], nb.int32[::1], nb.int64, nb.int64, nb.int64[::1], TUPLE_ARRAYS, nb.int32[:, ::1]),
    cache=True,
    nogil=True,
)
def _look_up(
    rows: Int32s, starts: Int32s, size: int, inner: int, levels: Int64s, table: TupleArrays, group_weights: Int32s
) -> None:
    """The weights of the first `size` groups in the attributes that have their level: all their rows are equal there.

    `group_weights` has no rows for the `inner` attributes.
    """
    codes, weights, layout = table.codes, table.weights, table.layout
    outer = levels.size
    for index in range(group_weights.shape[0]):
        attribute = index if index < outer else index + inner
        level = levels[index] if index < outer else 0
        height, at = layout[attribute, 0], layout[attribute, 1] + level
        for group in range(size):
            row = np.uint32(rows[starts[group], ROW])
            group_weights[index, group] = weights[at + codes[attribute, row] * height]


@nb.njit(
    nb.void(
        nb.int32[:, ::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64[:, ::1],
        nb.int32[:, ::1],
        nb.int32[:, ::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _weigh(
    cells: Int32s,
    first: int,
    end: int,
    size: int,
    minimal: int,
    outer: int,
    cell_weights: Int64s,
    found: Int32s,
    group_weights: Int32s,
    removed: Int64s,
) -> None:
    """Add the weight of the suppressed records in the cells from `first` to `end` of `size` groups."""
    inner = cell_weights.shape[0]
    for index in range(group_weights.shape[0]):
        total = 0
        for group in range(size):
            total += int(group_weights[index, group]) * int(found[0, group])
        removed[index if index < outer else index + inner] += total
    least = np.int32(minimal)
    for cell in range(first, end):
        total = 0
        for group in range(size):
            count = cells[cell, group]
            total += int(count) if count < least else 0
        for attribute in range(inner):
            removed[outer + attribute] += total * cell_weights[attribute, cell]


@nb.njit(
    nb.void(
        WALK_DEPTH,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        TUPLE_ARRAYS,
        COMPLETION_ARRAYS,
        nb.int64[::1],
        WALK_SCRATCH,
        FIGURE_ARRAYS,
    ),
    cache=True,
    nogil=True,
)
def complete(
    walked: WalkDepth,
    begin: int,
    end: int,
    minimal: int,
    limit: int,
    table: TupleArrays,
    completions: CompletionArrays,
    levels: Int64s,
    scratch: WalkScratch,
    out: FigureArrays,
) -> None:
    """The figures of all completions of a walk, from its groups `begin` to `end`; from 0 first, to the last last.

    Classes below `minimal` records are suppressed; weights of suppressed records are right where not more than `limit`
    of them are. levels: int64[outer].
    """
    rows, starts, combinations, targets = walked.rows, walked.starts, completions.combinations, completions.targets
    cells, found, group_weights = scratch.cells, scratch.found, scratch.group_weights
    figures, removed = out.sizes, out.removed
    number, inner = combinations.shape[0] - 1, completions.levels.shape[1]
    if begin == 0:
        _begin(walked, completions, levels, table.layout, out)
    block = cells.shape[1]
    for first in range(begin, end, block):
        size = min(block, end - first)
        _fill(rows, starts[first:], completions.cell_of_row, size, combinations, targets, cells)
        has_weights = False
        for combination in range(number):
            low, high = combinations[combination, FIRST_CELL], combinations[combination + 1, FIRST_CELL]
            place = combinations[combination, PLACE]
            suppressed = _judge(cells, low, high, size, minimal, found, figures[place])
            if suppressed == 0 or figures[place, 0] > limit:
                continue
            if not has_weights:
                _look_up(rows, starts[first:], size, inner, levels, table, group_weights)
                has_weights = True
            _weigh(
                cells,
                low,
                high,
                size,
                minimal,
                levels.size,
                completions.cell_weights,
                found,
                group_weights,
                removed[place],
            )
    if end == walked.tally[GROUPS]:
        for combination in range(number):
            place = combinations[combination, PLACE]
            if figures[place, 1] == 0:
                figures[place, 2] = 0
