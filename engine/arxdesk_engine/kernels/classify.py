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
    CLASSES,
    CODE,
    COUNT,
    GROUPS,
    REST,
    ROW,
    SMALLEST,
    SUPPRESSED,
    complete,
)
from arxdesk_engine.kernels.jit import nb

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
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64[::1],
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
    out_rows: Int32s,
    out_starts: Int32s,
    out_tally: Int64s,
) -> int:
    """Divide one group into a group for each code; `parts` holds records and rows of each and is left at zero."""
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
    nb.int64(
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int32[:, ::1],
        nb.int64,
        nb.int64[:, ::1],
        nb.int32[::1],
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def divide(
    rows: Int32s,
    starts: Int32s,
    tally: Int64s,
    step: Int32s,
    following: Int32s,
    minimal: int,
    parts: Int64s,
    dropped: Int32s,
    out_rows: Int32s,
    out_starts: Int32s,
    out_tally: Int64s,
) -> int:
    """Take the attribute whose turn it is to its next level, and divide every group by its code there.

    rows: int32[n, 4] (row of the table, count, rest, code), groups from `starts` (int32[> groups]), tally: int64[4];
    all are changed in place: rows that become equal by `step` (int32, code to code of the next level) merge, groups
    of one row leave. following: int32[rows of the table, 2], rest and code for the attribute that comes next.
    Parts below `minimal` records leave, and so do parts of one row. parts: int64[codes, 3], scratch; its first two
    columns are zero before and after. Out: dropped int32[n], places in `rows` of what is suppressed; out_rows,
    out_starts, out_tally as the input. Returns how many are dropped.
    """
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
            drops = _split(
                rows, first, kept, following, minimal, parts, dropped, drops, out_rows, out_starts, out_tally
            )
    starts[groups] = kept
    tally[GROUPS] = groups
    out_tally[CLASSES] += tally[CLASSES]
    out_tally[SMALLEST] = min(out_tally[SMALLEST], tally[SMALLEST])
    return drops


@nb.njit(
    nb.void(
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64,
        nb.int64,
        nb.int64[::1],
        nb.int32[:, ::1],
        nb.int64[::1],
        nb.int64[:, ::1],
        nb.int64[::1],
        nb.int64[::1],
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
    codes: Int32s,
    weights: Int64s,
    layout: Int64s,
    before: Int64s,
    sums: Int64s,
) -> None:
    """Add count x weight of the first `drops` rows named in `dropped` to the sums at every level still possible.

    levels: int64[walked]; those up to `depth` have their level. codes: int32[attributes, rows of the table].
    layout: int64[attributes, 3]: of each attribute how many levels, where its weights begin in `weights` (int64, by
    code, then level) and where its sums. before, sums: int64[sums].
    """
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


@nb.njit(
    nb.int64(
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int64,
        nb.int32[:, :, ::1],
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64[:, ::1],
        nb.int64[::1],
        nb.int64[:, ::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[:, ::1],
        nb.int32[::1],
        nb.int64[:, ::1],
        nb.int64[:, ::1],
        nb.int32[:, :, ::1],
        nb.int32[:, ::1],
        nb.int64[:, ::1],
        nb.int64[:, ::1],
        nb.int64[::1],
        nb.int64[:, ::1],
        nb.int32[::1],
        nb.int32[:, ::1],
        nb.int32[:, ::1],
        nb.int32[:, ::1],
        nb.int64[::1],
        nb.int64[:, ::1],
        nb.int64[:, ::1],
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
    following: Int32s,
    codes: Int32s,
    steps: Int32s,
    step_at: Int64s,
    weights: Int64s,
    layout: Int64s,
    strides: Int64s,
    cell_of_row: Int32s,
    combinations: Int64s,
    targets: Int32s,
    inner_levels: Int64s,
    cell_weights: Int64s,
    rows: Int32s,
    starts: Int32s,
    tallies: Int64s,
    sums: Int64s,
    levels: Int64s,
    parts: Int64s,
    dropped: Int32s,
    cells: Int32s,
    found: Int32s,
    group_weights: Int32s,
    completed: Int64s,
    figures: Int64s,
    removed: Int64s,
) -> int:
    """Go on with the walk below `top` from `depth`, until done or until `budget` rows were touched.

    Returns the depth to go on from, -1 when everything below `top` is done.
    """
    outer = levels.size
    while True:
        groups = tallies[depth, GROUPS]
        if depth < outer:
            budget -= starts[depth, groups]
            step = steps[step_at[depth, levels[depth]] : step_at[depth, levels[depth] + 1]]
            drops = divide(
                rows[depth],
                starts[depth],
                tallies[depth],
                step,
                following[depth + 1],
                minimal,
                parts,
                dropped,
                rows[depth + 1],
                starts[depth + 1],
                tallies[depth + 1],
            )
            if tallies[depth + 1, SUPPRESSED] <= limit:
                weigh_dropped(
                    rows[depth], dropped, drops, depth, levels, codes, weights, layout, sums[depth], sums[depth + 1]
                )
            depth += 1
        else:
            begin = completed[0]
            end = min(groups, begin + _GROUPS_PER_STEP)
            budget -= starts[depth, end] - starts[depth, begin]
            place = 0
            for attribute in range(outer):
                place += levels[attribute] * strides[attribute]
            complete(
                rows[depth],
                starts[depth],
                tallies[depth],
                begin,
                end,
                minimal,
                limit,
                cell_of_row,
                combinations,
                targets,
                inner_levels,
                cell_weights,
                levels,
                codes,
                weights,
                layout,
                sums[depth],
                cells,
                found,
                group_weights,
                figures[place:],
                removed[place:],
            )
            completed[0] = end
            if end == groups:
                completed[0] = 0
                depth -= 1
                while depth >= top and levels[depth] + 1 == layout[depth, 0]:
                    levels[depth] = 0
                    depth -= 1
                if depth < top:
                    return -1
                levels[depth] += 1
        if budget < 0:
            return depth
