"""The queue of open intervals: taking a batch, and putting together what its dives found."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Float64s, Int16s, Int64s
from arxdesk_engine.kernels.exact import arrays as at
from arxdesk_engine.kernels.exact.order import comes_before, may_win
from arxdesk_engine.kernels.jit import nb
from arxdesk_engine.kernels.prefix_tree import FREED, USED, add_maximal
from arxdesk_engine.kernels.prefix_tree import SIZE as TREE_SIZE

_QUEUE = (at.INTERVALS, at.TABLES, at.SLOTS, at.KNOWN_STATE)


@nb.njit(cache=True, nogil=True)
def _is_before(intervals: at.IntervalPool, one: int, other: int) -> bool:
    """The order of the heap: by bound, then by ticket."""
    if intervals.values[one, at.BOUND] != intervals.values[other, at.BOUND]:
        return bool(intervals.values[one, at.BOUND] < intervals.values[other, at.BOUND])
    return bool(intervals.tickets[one] < intervals.tickets[other])


@nb.njit(cache=True, nogil=True)
def _sift_up(intervals: at.IntervalPool, place: int) -> None:
    heap = intervals.heap
    while place > 0:
        parent = (place - 1) // 2
        if not _is_before(intervals, heap[place], heap[parent]):
            break
        heap[place], heap[parent] = heap[parent], heap[place]
        place = parent


@nb.njit(cache=True, nogil=True)
def _sift_down(intervals: at.IntervalPool, place: int, size: int) -> None:
    heap = intervals.heap
    while True:
        child = 2 * place + 1
        if child >= size:
            break
        if child + 1 < size and _is_before(intervals, heap[child + 1], heap[child]):
            child += 1
        if not _is_before(intervals, heap[child], heap[place]):
            break
        heap[place], heap[child] = heap[child], heap[place]
        place = child


@nb.njit(cache=True, nogil=True)
def _retain_slot(slots: at.SlotPool, slot: int) -> None:
    """One more refers to a slot; the first holds the lists that it goes by as well."""
    slots.references[slot] += 1
    if slots.references[slot] == 1 and slots.facts[slot, at.ROWS_IN] > 0:
        slots.references[slots.facts[slot, at.ROWS_IN]] += 1
        slots.references[slots.facts[slot, at.COUNTS_IN]] += 1


@nb.njit(cache=True, nogil=True)
def _free_slot(slots: at.SlotPool, state: Int64s, slot: int) -> None:
    slots.free[state[at.FREE_SLOTS]] = slot
    state[at.FREE_SLOTS] += 1


@nb.njit(cache=True, nogil=True)
def _release_slot(slots: at.SlotPool, state: Int64s, slot: int) -> None:
    """One less refers to a slot; after the last it is free, and so may be its lists."""
    slots.references[slot] -= 1
    if slots.references[slot] > 0:
        return
    for part in (at.ROWS_IN, at.COUNTS_IN):
        lists = int(slots.facts[slot, part])
        if lists > 0:
            slots.references[lists] -= 1
            if slots.references[lists] == 0:
                _free_slot(slots, state, lists)
    _free_slot(slots, state, slot)


@nb.njit(cache=True, nogil=True)
def _release_table(tables: at.TablePool, state: Int64s, table: int) -> None:
    tables.references[table] -= 1
    if tables.references[table] == 0:
        tables.free[state[at.FREE_TABLES]] = table
        state[at.FREE_TABLES] += 1


@nb.njit(cache=True, nogil=True)
def _may_win(known: at.KnownArrays, bound: float, low: Int16s) -> bool:
    state = known.state
    return may_win(bound, low, known.numbers[at.BEST], known.best, state[at.BEST_SUM], state[at.HAS_BEST])


@nb.njit(cache=True, nogil=True)
def _push(
    intervals: at.IntervalPool,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    ends: Int16s,
    values: Float64s,
    marks: Int64s,
    is_full: bool,
) -> None:
    """Add an interval unless nothing in it can win; where it `is_full` to the stack."""
    state = known.state
    if not _may_win(known, values[at.BOUND], ends[0]):
        return
    state[at.FREE] -= 1
    place = int(intervals.free[state[at.FREE]])
    intervals.ends[place] = ends
    intervals.values[place] = values
    intervals.marks[place] = marks
    tables.references[marks[at.IN_TABLE]] += 1
    _retain_slot(slots, marks[at.IN_SLOT])
    known.numbers[at.SIZE] += values[at.INTERVAL_SIZE]
    if is_full:
        intervals.unfinished[state[at.UNFINISHED]] = place
        state[at.UNFINISHED] += 1
    else:
        intervals.tickets[place] = state[at.TICKET]
        state[at.TICKET] += 1
        intervals.heap[state[at.HEAP]] = place
        state[at.HEAP] += 1
        _sift_up(intervals, state[at.HEAP] - 1)


@nb.njit(cache=True, nogil=True)
def _pop(intervals: at.IntervalPool, known: at.KnownArrays) -> int:
    """Take the next interval out: the last of the stack, or the one with the lowest bound."""
    state = known.state
    if state[at.UNFINISHED] > 0:
        state[at.UNFINISHED] -= 1
        return int(intervals.unfinished[state[at.UNFINISHED]])
    place = int(intervals.heap[0])
    state[at.HEAP] -= 1
    intervals.heap[0] = intervals.heap[state[at.HEAP]]
    _sift_down(intervals, 0, state[at.HEAP])
    return place


@nb.njit(cache=True, nogil=True)
def _note_lowest(intervals: at.IntervalPool, known: at.KnownArrays) -> None:
    """The lowest bound of all open intervals; infinite without any."""
    lowest = np.inf
    if known.state[at.HEAP] > 0:
        lowest = intervals.values[intervals.heap[0], at.BOUND]
    for number in range(known.state[at.UNFINISHED]):
        lowest = min(lowest, intervals.values[intervals.unfinished[number], at.BOUND])
    known.numbers[at.LOWEST] = lowest


@nb.njit(nb.void(*_QUEUE, nb.int16[:, ::1], nb.float64[::1], nb.int64[::1], nb.boolean), cache=True, nogil=True)
def push(
    intervals: at.IntervalPool,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    ends: Int16s,
    values: Float64s,
    marks: Int64s,
    is_full: bool,
) -> None:
    """Add an interval, ends int16[2, attributes], unless nothing in it can win; where it `is_full` to the stack."""
    _push(intervals, tables, slots, known, ends, values, marks, is_full)
    _note_lowest(intervals, known)


@nb.njit(nb.void(*_QUEUE), cache=True, nogil=True)
def prune(intervals: at.IntervalPool, tables: at.TablePool, slots: at.SlotPool, known: at.KnownArrays) -> None:
    """Drop the intervals in which nothing can win any more."""
    state = known.state
    size = 0.0
    for kind in (at.HEAP, at.UNFINISHED):
        places = intervals.heap if kind == at.HEAP else intervals.unfinished
        kept = 0
        for number in range(state[kind]):
            place = int(places[number])
            if _may_win(known, intervals.values[place, at.BOUND], intervals.ends[place, 0]):
                places[kept] = place
                kept += 1
                size += intervals.values[place, at.INTERVAL_SIZE]
            else:
                _release_table(tables, state, intervals.marks[place, at.IN_TABLE])
                _release_slot(slots, state, intervals.marks[place, at.IN_SLOT])
                intervals.free[state[at.FREE]] = place
                state[at.FREE] += 1
        state[kind] = kept
    for place in range(state[at.HEAP] // 2 - 1, -1, -1):
        _sift_down(intervals, place, state[at.HEAP])
    known.numbers[at.SIZE] = size
    _note_lowest(intervals, known)


@nb.njit(cache=True, nogil=True)
def _give_up_slots(intervals: at.IntervalPool, slots: at.SlotPool, state: Int64s) -> None:
    """Leave partitions to the intervals that are next, half of the slots; others start from all rows."""
    seen = np.zeros(slots.references.size, np.bool_)
    kept = 0
    for kind in (at.UNFINISHED, at.HEAP):
        places = intervals.heap if kind == at.HEAP else intervals.unfinished
        for number in range(state[kind]):
            marks = intervals.marks[places[number]]
            slot = int(marks[at.IN_SLOT])
            if slot == 0 or seen[slot]:
                continue
            if kept < slots.references.size // 2:
                seen[slot] = True
                kept += 1
            else:
                _release_slot(slots, state, slot)
                marks[at.IN_SLOT] = 0
                slots.references[0] += 1


@nb.njit(cache=True, nogil=True)
def _grown(known: at.KnownArrays, settings: Int64s) -> int:
    """How many dives, and looks of each, the looks so far allow: as `search.exact.frame.grown`."""
    before_more = settings[at.LOOKS_BEFORE_MORE]
    return 1 + int((known.state[at.TAKEN] + before_more // 2) // before_more)


@nb.njit(cache=True, nogil=True)
def _expect_gains(known: at.KnownArrays) -> None:
    """The mean gain of every division so far; the mean of all, for those not made yet."""
    total, count = 0.0, 0.0
    sums, counts = known.gains[0], known.gains[1]
    for attribute in range(sums.shape[0]):
        for level in range(sums.shape[1]):
            total += sums[attribute, level]
            count += counts[attribute, level]
    for attribute in range(sums.shape[0]):
        for level in range(sums.shape[1]):
            if counts[attribute, level] > 0.0:
                known.expected[attribute, level] = sums[attribute, level] / counts[attribute, level]
            else:
                known.expected[attribute, level] = total / count if count > 0.0 else 1.0


@nb.njit(cache=True, nogil=True)
def _until(known: at.KnownArrays, bound: float, is_full: bool, depth: float) -> float:
    """The bound up to which a dive goes on by itself."""
    best = float(known.numbers[at.BEST])
    if is_full:
        return best
    return bound + depth * (best - bound) if np.isfinite(best) else bound


@nb.njit(cache=True, nogil=True)
def _has_place(tree: at.TreeArrays, settings: Int64s, looks: int) -> bool:
    """Whether the tree has a place for each of some looks, or is to grow no more."""
    size, width = tree.state[TREE_SIZE], tree.rows.shape[1]
    if size >= settings[at.MOST_EXCLUDING]:
        return True
    free = tree.nodes.shape[0] - 1 - tree.state[USED] + tree.state[FREED]
    return bool(size + looks <= tree.rows.shape[0] and looks * width <= free)


@nb.njit(cache=True, nogil=True)
def take(
    intervals: at.IntervalPool,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    rooms: at.Rooms,
    tree: at.TreeArrays,
    settings: Int64s,
    terms: Float64s,
) -> bool:
    """Take the next intervals out, one into each room; False where the pools have no place for what may become of them.

    How many follows from the looks so far, and from the limits.
    """
    state, grown = known.state, _grown(known, settings)
    open_ones = state[at.HEAP] + state[at.UNFINISHED]
    left = settings[at.LOOKS_LEFT]
    batch = min(grown, settings[at.MOST_AT_ONCE], open_ones, left)
    if batch <= 0:
        return False
    looks = min(grown, rooms.levels.shape[1], left // batch)
    if state[at.FREE] < 2 * batch * rooms.ends.shape[2] or state[at.FREE_TABLES] < batch * looks:
        return False
    if state[at.LOGGED] + batch * looks > known.log_levels.shape[0]:
        return False
    if not _has_place(tree, settings, batch * looks):
        return False
    settings[at.MOST_LOOKS] = looks
    is_full = bool(state[at.UNFINISHED] > 0 or state[at.HEAP] >= settings[at.MOST_OPEN])
    state[at.IS_FULL] = int(is_full)
    if state[at.FREE_SLOTS] < min(batch * looks, slots.free.size // 4):
        _give_up_slots(intervals, slots, state)
    given = min(state[at.FREE_SLOTS] // batch, rooms.slots.shape[1])
    _expect_gains(known)
    for room in range(batch):
        place = _pop(intervals, known)
        progress, numbers = rooms.progress[room], rooms.numbers[room]
        progress[:] = 0
        progress[at.OPEN] = 1
        rooms.ends[room, at.AS_STACK, 0] = intervals.ends[place]
        rooms.values[room, at.AS_STACK, 0] = intervals.values[place]
        rooms.marks[room, at.AS_STACK, 0] = intervals.marks[place]
        rooms.begun_with[room, 0] = intervals.marks[place, at.IN_TABLE]
        rooms.begun_with[room, 1] = intervals.marks[place, at.IN_SLOT]
        known.numbers[at.SIZE] -= intervals.values[place, at.INTERVAL_SIZE]
        intervals.free[state[at.FREE]] = place
        state[at.FREE] += 1
        for number in range(looks):
            state[at.FREE_TABLES] -= 1
            rooms.tables[room, number] = tables.free[state[at.FREE_TABLES]]
        progress[at.SLOTS_GIVEN] = given
        for number in range(given):
            state[at.FREE_SLOTS] -= 1
            rooms.slots[room, number] = slots.free[state[at.FREE_SLOTS]]
        rooms.best[room] = known.best
        progress[at.ROOM_BEST_SUM], progress[at.ROOM_HAS_BEST] = state[at.BEST_SUM], state[at.HAS_BEST]
        numbers[at.ROOM_BEST] = known.numbers[at.BEST]
        numbers[at.UNTIL] = _until(known, intervals.values[place, at.BOUND], is_full, terms[at.DEPTH])
    state[at.BATCH] = batch
    return True


@nb.njit(cache=True, nogil=True)
def _log(known: at.KnownArrays, rooms: at.Rooms, tree: at.TreeArrays, settings: Int64s, room: int) -> None:
    """Put the looks of a dive into the log, and what they tell to what all know."""
    state, progress = known.state, rooms.progress[room]
    for look in range(progress[at.LOOKS]):
        logged = state[at.LOGGED]
        known.log_levels[logged] = rooms.levels[room, look]
        known.log_values[logged] = rooms.look_values[room, look]
        known.log_facts[logged] = rooms.look_facts[room, look]
        state[at.LOGGED] += 1
        levels, score = rooms.levels[room, look], rooms.look_values[room, look, at.SCORE]
        if rooms.look_facts[room, look, at.DROPPED_RECORDS] > settings[at.SUPPRESSIBLE]:
            if tree.state[TREE_SIZE] < settings[at.MOST_EXCLUDING]:
                add_maximal(tree.nodes, tree.rows, tree.owners, tree.state, levels, True)
            continue
        best = known.numbers[at.BEST]
        is_before = score == best and comes_before(levels, known.best, state[at.BEST_SUM])
        if state[at.HAS_BEST] == 0 or score < best or is_before:
            known.numbers[at.BEST] = score
            known.best[:] = levels
            state[at.HAS_BEST], state[at.BEST_SUM] = 1, levels.sum()
    for number in range(progress[at.GAINS]):
        attribute, level, gain = rooms.gains[room, number]
        known.gains[0, int(attribute), int(level)] += gain
        known.gains[1, int(attribute), int(level)] += 1.0


@nb.njit(cache=True, nogil=True)
def put_together(
    intervals: at.IntervalPool,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    rooms: at.Rooms,
    tree: at.TreeArrays,
    settings: Int64s,
) -> None:
    """Put together what the dives of a batch found, in their order, and free what they do not need any more."""
    state = known.state
    is_full = state[at.IS_FULL] != 0
    for room in range(state[at.BATCH]):
        state[at.TAKEN] += rooms.progress[room, at.LOOKS]
        settings[at.LOOKS_LEFT] -= rooms.progress[room, at.LOOKS]
        _log(known, rooms, tree, settings, room)
        progress = rooms.progress[room]
        for number in range(progress[at.LEFT]):
            _push(
                intervals,
                tables,
                slots,
                known,
                rooms.ends[room, at.AS_LEFT, number],
                rooms.values[room, at.AS_LEFT, number],
                rooms.marks[room, at.AS_LEFT, number],
                is_full,
            )
        for number in range(progress[at.OPEN] - 1, -1, -1):
            _push(
                intervals,
                tables,
                slots,
                known,
                rooms.ends[room, at.AS_STACK, number],
                rooms.values[room, at.AS_STACK, number],
                rooms.marks[room, at.AS_STACK, number],
                is_full,
            )
    for room in range(state[at.BATCH]):
        _release_table(tables, state, rooms.begun_with[room, 0])
        _release_slot(slots, state, rooms.begun_with[room, 1])
        for number in range(settings[at.MOST_LOOKS]):
            table = rooms.tables[room, number]
            if tables.references[table] == 0:
                tables.free[state[at.FREE_TABLES]] = table
                state[at.FREE_TABLES] += 1
        for number in range(rooms.progress[room, at.SLOTS_GIVEN] - 1, -1, -1):
            slot = rooms.slots[room, number]
            if slots.references[slot] == 0:
                _free_slot(slots, state, slot)
    state[at.BATCH] = 0
    _note_lowest(intervals, known)
