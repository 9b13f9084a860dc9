"""Dives of the exact search where classes violate by their size alone: dividing, looking and bounding in one piece.

The same steps as `search.exact.dive`. A dive works in a room of its own, on what all knew when it began, so that any
number of cores may dive at once and find the same.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.aggregates import BY_ROWS
from arxdesk_engine.kernels.arrays import Float64s, Int16s, Int64s, UInt32s
from arxdesk_engine.kernels.bound import IS_LOWER, LEAST_AT_HIGH, SIZE, bound_at, choose_split, shrink
from arxdesk_engine.kernels.exact import arrays as at
from arxdesk_engine.kernels.exact.order import EQUAL, comes_before, may_win
from arxdesk_engine.kernels.exact.partitions import changed, keep, listed, nearest
from arxdesk_engine.kernels.jit import nb
from arxdesk_engine.kernels.loss import loss_table
from arxdesk_engine.kernels.refine import (
    CLASSES,
    DROPPED,
    LARGEST,
    RECORDS_DROPPED,
    ROWS_DROPPED,
    SMALLEST,
    refine,
    weigh_rows,
)

_PARTS = 2  # so many intervals a division adds at most
_FAR = 4  # as `search.exact.dive.FAR_FROM_SOURCE`
_KEEP_FROM = 2  # as `search.exact.dive.KEEP_ROWS_FROM`


@nb.njit(cache=True, nogil=True)
def _may_win_in(rooms: at.Rooms, room: int, bound: float, low: Int16s) -> bool:
    progress = rooms.progress[room]
    best = rooms.numbers[room, at.ROOM_BEST]
    return may_win(bound, low, best, rooms.best[room], progress[at.ROOM_BEST_SUM], progress[at.ROOM_HAS_BEST])


@nb.njit(cache=True, nogil=True)
def _fill_means(losses: at.LossArrays, each: Float64s, records: int, table: Float64s) -> None:
    """Weighted means over kept and suppressed records; `each` float64[attributes, levels] is what a kept one loses."""
    n, suppressed, counts_suppressed, _unused = losses.numbers
    gone = float(records) if counts_suppressed > 0.0 else 0.0
    for attribute in range(table.shape[0]):
        for level in range(table.shape[1]):
            mean = ((n - gone) * each[attribute, level] + gone * suppressed) / n
            table[attribute, level] = losses.factors[attribute] * mean


@nb.njit(cache=True, nogil=True)
def _score(
    losses: at.LossArrays, removed: Int64s, records: int, settings: Int64s, levels: Int16s, bounds: Float64s
) -> float:
    """The score when some records are suppressed, the others generalized. Out: the bounds of all specializations."""
    spread = np.empty(levels.size)
    if settings[at.FORM] == BY_ROWS:
        n, a, b, q = losses.numbers
        loss_table(
            losses.totals, removed, float(records), losses.domain, losses.floor, losses.factors, n, a, b, q, bounds
        )
        return bound_at(bounds, levels, settings[at.KIND], spread)
    _fill_means(losses, losses.totals, records, bounds)
    score = bound_at(bounds, levels, settings[at.KIND], spread)
    _fill_means(losses, losses.floor, records, bounds)
    return score


@nb.njit(cache=True, nogil=True)
def _weigh(places: UInt32s, rows: UInt32s, counts: UInt32s, table: at.TableArrays, sums: Int64s) -> None:
    """Add what the rows at some places weigh."""
    shape = table.codes.shape[1], table.codes.shape[0]
    width = table.weights.size // (shape[0] * shape[1])
    if width == 1:
        weigh_rows(places, rows, counts, table.weights.reshape(shape), sums)
    elif width == 2:  # bytes
        weigh_rows(places, rows, counts, table.weights.view(np.uint16).reshape(shape), sums)
    else:
        weigh_rows(places, rows, counts, table.weights.view(np.uint32).reshape(shape), sums)


@nb.njit(cache=True, nogil=True)
def _note_gain(rooms: at.Rooms, room: int, marks: Int64s, bound: float, before: float) -> None:
    """What the last division of an interval has gained, now that its upper end was looked at."""
    if marks[at.SPLIT_ATTRIBUTE] < 0:
        return
    gain = min(bound, rooms.numbers[room, at.ROOM_BEST]) - before
    if np.isfinite(gain):
        gains = rooms.gains[room, rooms.progress[room, at.GAINS]]
        gains[0], gains[1], gains[2] = marks[at.SPLIT_ATTRIBUTE], marks[at.SPLIT_LEVEL], max(gain, 0.0)
        rooms.progress[room, at.GAINS] += 1
    marks[at.SPLIT_ATTRIBUTE] = -1


@nb.njit(cache=True, nogil=True)
def _is_best(rooms: at.Rooms, room: int, score: float, levels: Int16s) -> bool:
    progress, best = rooms.progress[room], rooms.numbers[room, at.ROOM_BEST]
    if progress[at.ROOM_HAS_BEST] == 0 or score < best:
        return True
    return score == best and comes_before(levels, rooms.best[room], progress[at.ROOM_BEST_SUM])


@nb.njit(cache=True, nogil=True)
def _raise_table(
    table: at.TableArrays,
    losses: at.LossArrays,
    tables: at.TablePool,
    rooms: at.Rooms,
    room: int,
    settings: Int64s,
    high: Int16s,
    weights: Int64s,
    dropped: int,
    marks: Int64s,
) -> float:
    """Give the interval the table of what is suppressed at `high`; returns the score there."""
    removed = np.zeros(losses.least.shape, np.int64)
    for attribute in range(high.size):
        for level in range(table.heights[attribute]):
            removed[attribute, level] = weights[table.offsets[attribute] + level]
    progress = rooms.progress[room]
    place = int(rooms.tables[room, progress[at.TABLES_USED]])
    progress[at.TABLES_USED] += 1
    bounds, before = tables.tables[place], tables.tables[marks[at.IN_TABLE]]
    score = _score(losses, removed, dropped, settings, high, bounds)
    for attribute in range(bounds.shape[0]):
        for level in range(bounds.shape[1]):
            bounds[attribute, level] = max(bounds[attribute, level], before[attribute, level])
    marks[at.IN_TABLE] = place
    return score


@nb.njit(cache=True, nogil=True)
def _look(
    table: at.TableArrays,
    losses: at.LossArrays,
    tables: at.TablePool,
    slots: at.SlotPool,
    rooms: at.Rooms,
    scratch: at.ScratchArrays,
    settings: Int64s,
    room: int,
    low: Int16s,
    high: Int16s,
    bound: float,
    marks: Int64s,
) -> bool:
    """Look at the upper end, and raise the table; False when nothing of the interval can be anonymous."""
    progress, source = rooms.progress[room], int(marks[at.IN_SLOT])
    if changed(slots, source, high) >= _FAR:
        source = nearest(slots, rooms, room, source, high)
    keeps = changed(slots, source, high) >= _KEEP_FROM and progress[at.SLOTS_USED] < progress[at.SLOTS_GIVEN]
    target, kept, facts = high.astype(np.int64), slots.facts[source], scratch.facts
    rows, counts, members = listed(table, slots, source)
    facts[RECORDS_DROPPED] = kept[at.SLOT_DROPPED]
    refine(
        rows,
        counts,
        members,
        kept[at.SLOT_CLASSES],
        slots.levels[source],
        target,
        table.offsets,
        table.domains,
        table.codes,
        settings[at.MINIMAL],
        settings[at.SUPPRESSIBLE],
        keeps,
        scratch.buffers,
        scratch.table,
        scratch.pairs,
        scratch.sizes,
        facts,
    )
    look, dropped = progress[at.LOOKS], facts[RECORDS_DROPPED]
    progress[at.LOOKS] += 1
    rooms.levels[room, look] = high
    found, values = rooms.look_facts[room, look], rooms.look_values[room, look]
    found[at.DROPPED_RECORDS], found[at.LOOK_CLASSES] = dropped, facts[CLASSES]
    found[at.LOOK_SMALLEST], found[at.LOOK_LARGEST] = facts[SMALLEST], facts[LARGEST]
    spread = np.empty(high.size)
    values[at.LEAST_SCORE] = bound_at(losses.least, high, settings[at.KIND], spread)
    if dropped > settings[at.SUPPRESSIBLE]:
        values[at.SCORE] = np.inf
        rooms.failing[room, progress[at.FAILING]] = high
        progress[at.FAILING] += 1
        _note_gain(rooms, room, marks, np.inf, bound)
        return False
    weights = slots.weights[source].copy()
    if facts[ROWS_DROPPED] > 0:
        _weigh(scratch.buffers[DROPPED, : facts[ROWS_DROPPED]], rows, counts, table, weights)
    score = _raise_table(table, losses, tables, rooms, room, settings, high, weights, dropped, marks)
    values[at.SCORE] = score
    if _is_best(rooms, room, score, high):
        rooms.numbers[room, at.ROOM_BEST] = score
        rooms.best[room] = high
        progress[at.ROOM_HAS_BEST], progress[at.ROOM_BEST_SUM] = 1, target.sum()
    marks[at.IN_SLOT] = source
    if keeps:
        records = settings[at.RECORDS]
        marks[at.IN_SLOT] = keep(slots, rooms, room, source, (rows, counts), target, weights, scratch, records)
    raised = bound_at(tables.tables[marks[at.IN_TABLE]], low, settings[at.KIND], spread)
    _note_gain(rooms, room, marks, raised, bound)
    marks[at.IS_LOOKED_AT] = 1
    return True


@nb.njit(cache=True, nogil=True)
def _shrink(
    losses: at.LossArrays,
    tables: at.TablePool,
    rooms: at.Rooms,
    tree: at.TreeArrays,
    settings: Int64s,
    room: int,
    low: Int16s,
    high: Int16s,
    values: Float64s,
    marks: Int64s,
    facts: Float64s,
) -> bool:
    """Drop the levels at both ends that are excluded already, and, of equal scores, what has a larger sum of levels.

    False when nothing is left.
    """
    progress, best = rooms.progress[room], rooms.numbers[room, at.ROOM_BEST]
    equal = np.nextafter(best + EQUAL * abs(best), np.inf) if np.isfinite(best) else np.inf
    bound = shrink(
        low,
        high,
        tables.tables[marks[at.IN_TABLE]],
        losses.least,
        settings[at.KIND],
        equal,
        tree.nodes,
        tree.rows,
        rooms.failing[room],
        progress[at.FAILING],
        np.empty(low.size),
        facts,
    )
    values[at.BOUND], values[at.INTERVAL_SIZE] = bound, facts[SIZE]
    if facts[IS_LOWER] > 0.0:
        marks[at.IS_LOOKED_AT] = 0
    if not bound < np.inf:
        return False
    if progress[at.ROOM_HAS_BEST] == 0 or bound < best:
        return True
    if not _may_win_in(rooms, room, bound, low):
        return False
    spare = progress[at.ROOM_BEST_SUM]
    for attribute in range(low.size):
        spare -= int(low[attribute])
    is_lower, size = False, 1.0
    for attribute in range(low.size):
        if int(high[attribute]) > int(low[attribute]) + spare:
            high[attribute] = low[attribute] + spare
            is_lower = True
        size *= float(high[attribute] - low[attribute]) + 1.0
    if is_lower:
        values[at.INTERVAL_SIZE] = size
        marks[at.IS_LOOKED_AT] = 0
    return True


@nb.njit(cache=True, nogil=True)
def _put(rooms: at.Rooms, room: int, place: int, low: Int16s, high: Int16s, values: Float64s, marks: Int64s) -> None:
    """Put an interval onto the stack, or to those that are left."""
    number = rooms.progress[room, at.OPEN + place]
    rooms.ends[room, place, number, 0] = low
    rooms.ends[room, place, number, 1] = high
    rooms.values[room, place, number] = values
    rooms.marks[room, place, number] = marks
    rooms.progress[room, at.OPEN + place] += 1


@nb.njit(cache=True, nogil=True)
def _put_part(rooms: at.Rooms, room: int, low: Int16s, high: Int16s, values: Float64s, marks: Int64s) -> None:
    """Put a part of a divided interval where its bound belongs, unless nothing in it can win."""
    bound = values[at.BOUND]
    if _may_win_in(rooms, room, bound, low):
        place = at.AS_STACK if bound <= rooms.numbers[room, at.UNTIL] else at.AS_LEFT
        _put(rooms, room, place, low, high, values, marks)


@nb.njit(cache=True, nogil=True)
def _halve(
    tables: at.TablePool,
    rooms: at.Rooms,
    expected: Float64s,
    settings: Int64s,
    room: int,
    low: Int16s,
    high: Int16s,
    values: Float64s,
    marks: Int64s,
) -> None:
    """Divide an interval in two; the lower half goes onto the stack last, and is next."""
    split, bounds = np.empty(2, np.int64), np.empty(2)
    table, kind, times = tables.tables[marks[at.IN_TABLE]], settings[at.KIND], settings[at.TIMES_ABOVE]
    choose_split(low, high, table, kind, expected, times, np.empty(low.size), split, bounds)
    attribute, level = split[0], split[1]
    size, lowest = values[at.INTERVAL_SIZE], low[attribute]
    share = (level - int(lowest) + 1) / (int(high[attribute]) - int(lowest) + 1)
    low[attribute] = level + 1
    values[at.BOUND], values[at.INTERVAL_SIZE] = bounds[1], size * (1.0 - share)
    marks[at.SPLIT_ATTRIBUTE] = -1
    _put_part(rooms, room, low, high, values, marks)
    low[attribute], high[attribute] = lowest, level
    values[at.BOUND], values[at.INTERVAL_SIZE] = bounds[0], size * share
    marks[at.IS_LOOKED_AT], marks[at.SPLIT_ATTRIBUTE], marks[at.SPLIT_LEVEL] = 0, attribute, level
    _put_part(rooms, room, low, high, values, marks)


@nb.njit(cache=True, nogil=True)
def dive(
    table: at.TableArrays,
    losses: at.LossArrays,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    rooms: at.Rooms,
    scratch: at.ScratchArrays,
    tree: at.TreeArrays,
    settings: Int64s,
    terms: Float64s,
    room: int,
    most_looks: int,
) -> bool:
    """Go on with the dive of a room for so many looks at most; whether it has ended.

    A dive divides the intervals on the stack of its room, depth first, until none is left, or no place for more, or its
    looks are used up. Changes nothing that others see.
    """
    progress, capacity = rooms.progress[room], rooms.ends.shape[2]
    attributes = rooms.best.shape[1]
    low, high = np.empty(attributes, np.int16), np.empty(attributes, np.int16)
    values, marks, facts = np.empty(at.VALUES), np.empty(at.MARKS, np.int64), np.zeros(3)
    end = min(progress[at.LOOKS] + most_looks, settings[at.MOST_LOOKS])
    while 0 < progress[at.OPEN] <= capacity - _PARTS and progress[at.LEFT] <= capacity - _PARTS:
        if progress[at.LOOKS] >= end:
            return bool(progress[at.LOOKS] >= settings[at.MOST_LOOKS])
        progress[at.OPEN] -= 1
        place = progress[at.OPEN]
        low[:] = rooms.ends[room, at.AS_STACK, place, 0]
        high[:] = rooms.ends[room, at.AS_STACK, place, 1]
        values[:] = rooms.values[room, at.AS_STACK, place]
        marks[:] = rooms.marks[room, at.AS_STACK, place]
        may_look, is_left = True, True
        while is_left:
            is_left = _shrink(losses, tables, rooms, tree, settings, room, low, high, values, marks, facts)
            if not is_left or not may_look or marks[at.IS_LOOKED_AT] != 0:
                break
            is_worth_it = facts[LEAST_AT_HIGH] < terms[at.LOOK_ABOVE] * rooms.numbers[room, at.ROOM_BEST]
            is_far = marks[at.IN_SLOT] > 0 and changed(slots, marks[at.IN_SLOT], high) >= _FAR
            if values[at.INTERVAL_SIZE] > 1.0 and not is_worth_it and not is_far:
                break
            may_look = False
            bound = values[at.BOUND]
            is_left = _look(table, losses, tables, slots, rooms, scratch, settings, room, low, high, bound, marks)
        if not is_left:
            continue
        if values[at.INTERVAL_SIZE] > 1.0:
            _halve(tables, rooms, known.expected, settings, room, low, high, values, marks)
        elif marks[at.IS_LOOKED_AT] == 0:  # shrunk to one transformation that was not looked at yet
            _put(rooms, room, at.AS_STACK, low, high, values, marks)
    return True
