"""The partitions that dives of the exact search refine: which is nearest to a transformation, and keeping a new one."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int16s, Int64s, UInt32s
from arxdesk_engine.kernels.exact import arrays as at
from arxdesk_engine.kernels.jit import nb
from arxdesk_engine.kernels.refine import CLASSES, MEMBERS, RECORDS_DROPPED, compact

_ATTRIBUTES_PER_PASS = 4.0  # as `search.sources`
_LEAVE_OUT = 0.25  # as `classes.partition.LEAVE_OUT`
_LISTS = 2  # slots for the rows and their counts, where some are left out


@nb.njit(cache=True, nogil=True)
def changed(slots: at.SlotPool, slot: int, levels: Int16s) -> int:
    """In how many attributes a partition differs from `levels`."""
    number = 0
    for attribute in range(levels.size):
        number += int(slots.levels[slot, attribute] != levels[attribute])
    return number


@nb.njit(cache=True, nogil=True)
def _cost(slots: at.SlotPool, slot: int, levels: Int16s) -> float:
    """What forming the classes of `levels` from a partition costs, roughly; infinite where it is no generalization."""
    if slot > 0:
        for attribute in range(levels.size):
            if slots.levels[slot, attribute] < levels[attribute]:
                return np.inf
    return (float(slots.facts[slot, at.SLOT_ROWS]) + 1.0) * (_ATTRIBUTES_PER_PASS + changed(slots, slot, levels))


@nb.njit(cache=True, nogil=True)
def nearest(slots: at.SlotPool, rooms: at.Rooms, room: int, source: int, levels: Int16s) -> int:
    """The partition from which `levels` are formed fastest: one that all know, or one of this dive."""
    best, least = source, _cost(slots, source, levels)
    for slot in range(slots.references.size):
        if slots.references[slot] > 0 and slots.facts[slot, at.SLOT_CLASSES] > 0:
            cost = _cost(slots, slot, levels)
            if cost < least:
                best, least = slot, cost
    for used in range(rooms.progress[room, at.SLOTS_USED]):
        slot = int(rooms.slots[room, used])
        if slots.facts[slot, at.SLOT_CLASSES] > 0:
            cost = _cost(slots, slot, levels)
            if cost < least:
                best, least = slot, cost
    return best


@nb.njit(cache=True, nogil=True)
def _take_slot(slots: at.SlotPool, rooms: at.Rooms, room: int) -> int:
    """The next of the slots that a dive may use."""
    progress = rooms.progress[room]
    slot = int(rooms.slots[room, progress[at.SLOTS_USED]])
    progress[at.SLOTS_USED] += 1
    slots.facts[slot, at.SLOT_CLASSES] = 0
    slots.facts[slot, at.ROWS_IN] = slots.facts[slot, at.COUNTS_IN] = 0
    return slot


@nb.njit(cache=True, nogil=True)
def keep(
    slots: at.SlotPool,
    rooms: at.Rooms,
    room: int,
    source: int,
    lists: tuple[UInt32s, UInt32s],
    target: Int64s,
    weights: Int64s,
    scratch: at.ScratchArrays,
    records: int,
) -> int:
    """Keep the partition that was just formed; its rows stay listed where they are unless many are gone."""
    slot = _take_slot(slots, rooms, room)
    facts, kept = slots.facts[slot], slots.facts[source]
    rows, dropped = kept[at.SLOT_ROWS], scratch.facts[RECORDS_DROPPED]
    slots.levels[slot] = target
    slots.weights[slot] = weights
    facts[at.SLOT_CLASSES], facts[at.SLOT_DROPPED] = scratch.facts[CLASSES], dropped
    facts[at.SLOT_ROWS], facts[at.SLOT_LEFT_OUT] = rows, kept[at.SLOT_LEFT_OUT]
    facts[at.ROWS_IN], facts[at.COUNTS_IN] = kept[at.ROWS_IN], kept[at.COUNTS_IN]
    many_are_gone = dropped - kept[at.SLOT_LEFT_OUT] > _LEAVE_OUT * (records - kept[at.SLOT_LEFT_OUT])
    progress = rooms.progress[room]
    if many_are_gone and progress[at.SLOTS_GIVEN] - progress[at.SLOTS_USED] >= _LISTS:
        left = compact(lists[0], lists[1], scratch.buffers[MEMBERS, :rows], scratch.buffers)
        facts[at.SLOT_ROWS], facts[at.SLOT_LEFT_OUT] = left, dropped
        rows_in, counts_in = _take_slot(slots, rooms, room), _take_slot(slots, rooms, room)
        slots.arrays[rows_in, :left] = scratch.buffers[0, :left]
        slots.arrays[counts_in, :left] = scratch.buffers[1, :left]
        slots.arrays[slot, :left] = scratch.buffers[MEMBERS, :left]
        facts[at.ROWS_IN], facts[at.COUNTS_IN] = rows_in, counts_in
    else:
        slots.arrays[slot, :rows] = scratch.buffers[MEMBERS, :rows]
    return slot


@nb.njit(cache=True, nogil=True)
def listed(table: at.TableArrays, slots: at.SlotPool, slot: int) -> tuple[UInt32s, UInt32s, UInt32s]:
    """The rows of a partition, the records of each, and the class of each; slot 0 is that of the whole table."""
    rows, counts, members, kept = table.rows, table.counts, table.members, slots.facts[slot]
    if kept[at.ROWS_IN] > 0:
        rows = slots.arrays[kept[at.ROWS_IN], : kept[at.SLOT_ROWS]]
        counts = slots.arrays[kept[at.COUNTS_IN], : kept[at.SLOT_ROWS]]
    if slot > 0:
        members = slots.arrays[slot, : kept[at.SLOT_ROWS]]
    return rows, counts, members
