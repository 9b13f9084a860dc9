"""Walking through all transformations depth first: attribute after attribute gets its level, the others wait.

At a depth of the walk the first attributes have their levels, and the rows are the distinct tuples of those with the
others at their lowest levels. Rows are in groups: a group is one class of the first attributes, in which the others
are still apart. In a group rows are ordered by the last attribute, then the one before, and so on, so that what
merges or moves together lies together: no step needs a hash, however wide the keys.
Whole groups leave for good. One with fewer records than a class needs is suppressed in every completion; one of a
single row is a class of its own in every completion.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s
from arxdesk_engine.kernels.complete import (
    COMPLETION_ARRAYS,
    FIGURE_ARRAYS,
    TUPLE_ARRAYS,
    WALK_DEPTH,
    WALK_SCRATCH,
    complete,
)
from arxdesk_engine.kernels.jit import group_type, nb
from arxdesk_engine.kernels.walk_groups import (
    CLASSES,
    CODE,
    COUNT,
    GROUPS,
    REST,
    ROW,
    SMALLEST,
    SUPPRESSED,
    CompletionArrays,
    FigureArrays,
    TupleArrays,
    WalkDepth,
    WalkPath,
    WalkScratch,
)

WALK_PATH = group_type(
    WalkPath, nb.int32[:, :, ::1], nb.int32[:, ::1], nb.int64[:, ::1], nb.int64[:, ::1], nb.int64[::1], nb.int64[::1]
)

_GROUPS_PER_STEP = 65_536
_SUPPRESSED, _ALONE = -2, -1  # in place of where a part goes


@nb.njit(nb.void(nb.int32[::1], nb.int32[::1], nb.int64, nb.int32[::1]), cache=True, nogil=True)
def sort_stably(order: Int32s, codes: Int32s, domain: int, sorted_order: Int32s) -> None:
    """Counting sort: the elements of `order` (int32[n], places in `codes`) by their code, else as they are.

    codes: int32[n], all below `domain`. Out: sorted_order int32[n].
    """
    ends = np.zeros(domain + 1, np.int64)
    for place in order:
        ends[codes[place] + 1] += 1
    for code in range(domain):
        ends[code + 1] += ends[code]
    for place in order:
        code = codes[place]
        sorted_order[ends[code]] = place
        ends[code] += 1


@nb.njit(
    nb.int64(nb.int32[:, ::1], nb.int64, nb.int64, nb.int64, nb.int32[::1], nb.int64[:, ::1]), cache=True, nogil=True
)
def _merge(rows: Int32s, begin: int, end: int, out: int, step: Int32s, parts: Int64s) -> int:
    """Take the rows of one group one level up and write them from `out` on; returns where they end.

    What becomes equal lies together and merges. Adds records and rows of each code to `parts`.
    """
    last_rest, last_code, records = np.int32(-1), np.int32(-1), np.int32(0)
    for index in range(begin, end):  # without branches, which would be guessed wrong half of the time
        rest, code, count = rows[index, REST], step[np.uint32(rows[index, CODE])], rows[index, COUNT]
        is_new = (rest != last_rest) | (code != last_code)
        records = np.int32(count + (0 if is_new else records))
        out += int(is_new)
        place = np.uint64(out - 1)
        rows[place, ROW] = rows[index, ROW]
        rows[place, COUNT] = records
        rows[place, REST] = rest
        rows[place, CODE] = code
        last_rest, last_code = rest, code
        parts[np.uint32(code), 0] += count
        parts[np.uint32(code), 1] += int(is_new)
    return out


@nb.njit(
    nb.int64(
        nb.int32[:, ::1],
        nb.int64,
        nb.int64,
        nb.int32[:, ::1],
        nb.int64,
        nb.int64[:, ::1],
        nb.int32[::1],
        nb.int64,
        WALK_DEPTH,
    ),
    cache=True,
    nogil=True,
)
def _split(
    rows: Int32s,
    begin: int,
    end: int,
    following: Int32s,
    minimal: int,
    parts: Int64s,
    dropped: Int32s,
    drops: int,
    out: WalkDepth,
) -> int:
    """Divide one group into a group for each code; `parts` holds records and rows of each and is left at zero."""
    out_rows, out_starts, out_tally = out.rows, out.starts, out.tally
    for index in range(begin, end):
        code = np.uint32(rows[index, CODE])
        number = parts[code, 1]
        if number > 0:  # the first row of a part decides about all of it
            records = parts[code, 0]
            parts[code, 0] = 0
            parts[code, 1] = 0
            if records < minimal:
                out_tally[SUPPRESSED] += records
                parts[code, 2] = _SUPPRESSED
            elif number == 1:
                out_tally[CLASSES] += 1
                out_tally[SMALLEST] = min(out_tally[SMALLEST], records)
                parts[code, 2] = _ALONE
            else:
                groups = out_tally[GROUPS]
                parts[code, 2] = out_starts[groups]
                out_starts[groups + 1] = out_starts[groups] + number
                out_tally[GROUPS] = groups + 1
        place = parts[code, 2]
        if place >= 0:
            row = np.uint32(rows[index, ROW])
            to = np.uint64(place)
            out_rows[to, ROW] = row
            out_rows[to, COUNT] = rows[index, COUNT]
            out_rows[to, REST] = following[row, 0]
            out_rows[to, CODE] = following[row, 1]
            parts[code, 2] = place + 1
        else:
            dropped[drops] = index
            drops += int(place == _SUPPRESSED)
    return drops


@nb.njit(
    nb.int64(WALK_DEPTH, nb.int32[::1], nb.int32[:, ::1], nb.int64, nb.int64[:, ::1], nb.int32[::1], WALK_DEPTH),
    cache=True,
    nogil=True,
)
def divide(
    walked: WalkDepth, step: Int32s, following: Int32s, minimal: int, parts: Int64s, dropped: Int32s, out: WalkDepth
) -> int:
    """Take the attribute whose turn it is to its next level, and divide every group by its code there.

    `walked` is changed in place: rows that become equal by `step` (int32, code to code of the next level) merge, groups
    of one row leave. following: int32[rows of the table, 2], rest and code for the attribute that comes next.
    Parts below `minimal` records leave, and so do parts of one row. Out: the places in `walked` of what is suppressed
    in `dropped`, and all of `out` but its sums. Returns how many are dropped.
    """
    rows, starts, tally = walked.rows, walked.starts, walked.tally
    out_starts, out_tally = out.starts, out.tally
    kept = groups = drops = 0
    out_starts[0] = 0
    out_tally[GROUPS], out_tally[SUPPRESSED] = 0, tally[SUPPRESSED]
    out_tally[CLASSES], out_tally[SMALLEST] = 0, tally[SMALLEST]
    begin = int(starts[0])
    for group in range(tally[GROUPS]):
        first, end = kept, int(starts[group + 1])
        kept = _merge(rows, begin, end, first, step, parts)
        begin = end
        if kept - first == 1:
            code = np.uint32(rows[first, CODE])
            parts[code, 0] = 0
            parts[code, 1] = 0
            tally[CLASSES] += 1
            tally[SMALLEST] = min(tally[SMALLEST], int(rows[first, COUNT]))
            kept = first
        else:
            starts[groups] = first
            groups += 1
            drops = _split(rows, first, kept, following, minimal, parts, dropped, drops, out)
    starts[groups] = kept
    tally[GROUPS] = groups
    out_tally[CLASSES] += tally[CLASSES]
    out_tally[SMALLEST] = min(out_tally[SMALLEST], tally[SMALLEST])
    return drops


@nb.njit(
    nb.void(
        nb.int32[:, ::1], nb.int32[::1], nb.int64, nb.int64, nb.int64[::1], TUPLE_ARRAYS, nb.int64[::1], nb.int64[::1]
    ),
    cache=True,
    nogil=True,
)
def weigh_dropped(
    rows: Int32s,
    dropped: Int32s,
    drops: int,
    depth: int,
    levels: Int64s,
    table: TupleArrays,
    before: Int64s,
    sums: Int64s,
) -> None:
    """Add count x weight of the first `drops` rows named in `dropped` to the sums at every level still possible.

    levels: int64[walked]; those up to `depth` have their level. before, sums: int64[sums].
    """
    codes, weights, layout = table.codes, table.weights, table.layout
    sums[:] = before
    for attribute in range(layout.shape[0]):
        height, begin, slot = layout[attribute, 0], layout[attribute, 1], layout[attribute, 2]
        if attribute <= depth:
            level = levels[attribute]
            total = 0
            for index in range(drops):
                place = dropped[index]
                code = codes[attribute, rows[place, ROW]]
                total += weights[begin + code * height + level] * rows[place, COUNT]
            sums[slot + level] += total
        else:
            for index in range(drops):
                place = dropped[index]
                at = begin + codes[attribute, rows[place, ROW]] * height
                count = int(rows[place, COUNT])
                for level in range(height):
                    sums[slot + level] += weights[at + level] * count


@nb.njit(cache=True, nogil=True)
def _at(path: WalkPath, depth: int) -> WalkDepth:
    return WalkDepth(path.rows[depth], path.starts[depth], path.tallies[depth], path.sums[depth])


@nb.njit(cache=True, nogil=True)
def _descend(depth: int, minimal: int, limit: int, table: TupleArrays, path: WalkPath, scratch: WalkScratch) -> None:
    """Give the attribute at `depth` its level: make the walk one depth deeper from that one."""
    here, below = _at(path, depth), _at(path, depth + 1)
    level = path.levels[depth]
    step = table.steps[table.step_at[depth, level] : table.step_at[depth, level + 1]]
    drops = divide(here, step, table.following[depth + 1], minimal, scratch.parts, scratch.dropped, below)
    if below.tally[SUPPRESSED] <= limit:
        weigh_dropped(here.rows, scratch.dropped, drops, depth, path.levels, table, here.sums, below.sums)


@nb.njit(cache=True, nogil=True)
def _next_depth(top: int, path: WalkPath, layout: Int64s) -> int:
    """Take the last attribute that has another level to it; returns its depth, -1 when nothing below `top` is left."""
    depth = path.levels.size - 1
    while depth >= top and path.levels[depth] + 1 == layout[depth, 0]:
        path.levels[depth] = 0
        depth -= 1
    if depth < top:
        return -1
    path.levels[depth] += 1
    return depth


@nb.njit(
    nb.int64(
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        TUPLE_ARRAYS,
        COMPLETION_ARRAYS,
        WALK_PATH,
        WALK_SCRATCH,
        FIGURE_ARRAYS,
    ),
    cache=True,
    nogil=True,
)
def walk(
    top: int,
    depth: int,
    budget: int,
    minimal: int,
    limit: int,
    table: TupleArrays,
    completions: CompletionArrays,
    path: WalkPath,
    scratch: WalkScratch,
    figures: FigureArrays,
) -> int:
    """Go on with the walk below `top` from `depth`, until done or until `budget` rows were touched.

    Returns the depth to go on from, -1 when everything below `top` is done.
    """
    outer = path.levels.size
    while True:
        groups = path.tallies[depth, GROUPS]
        if depth < outer:
            budget -= path.starts[depth, groups]
            _descend(depth, minimal, limit, table, path, scratch)
            depth += 1
        else:
            begin = path.completed[0]
            end = min(groups, begin + _GROUPS_PER_STEP)
            budget -= path.starts[depth, end] - path.starts[depth, begin]
            place = 0
            for attribute in range(outer):
                place += path.levels[attribute] * completions.strides[attribute]
            out = FigureArrays(figures.sizes[place:], figures.removed[place:])
            complete(_at(path, depth), begin, end, minimal, limit, table, completions, path.levels, scratch, out)
            path.completed[0] = end
            if end == groups:
                path.completed[0] = 0
                depth = _next_depth(top, path, table.layout)
                if depth < 0:
                    return -1
        if budget < 0:
            return depth
