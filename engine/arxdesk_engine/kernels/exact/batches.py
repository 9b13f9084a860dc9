"""The exact search from batch to batch, with any number of threads in one and the same batch."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Float64s, Int64s
from arxdesk_engine.kernels.exact import arrays as at
from arxdesk_engine.kernels.exact.dive import dive
from arxdesk_engine.kernels.exact.queue import put_together, take
from arxdesk_engine.kernels.exact.signals import DONE, END, HELPED, STOP, add, claim, give_out, load, wait
from arxdesk_engine.kernels.jit import nb

_MOST_SPINS = 2_000  # a millisecond, roughly: then the caller is asked whether to end

_DIVES = (at.TABLES, at.SLOTS, at.KNOWN_STATE, at.ROOMS, at.SCRATCH, at.TREE)
_NUMBERS = (nb.int64[::1], nb.float64[::1], nb.int64[::1])


@nb.njit(cache=True, nogil=True)
def _dive_in_rooms(
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
    signals: Int64s,
    cursor: Int64s,
) -> bool:
    """Dive in one room after the other until none is left; False where the looks are used up before."""
    while True:
        if cursor[at.ROOM_AT] < 0:
            cursor[at.ROOM_AT] = claim(signals)
            if cursor[at.ROOM_AT] < 0:
                return True
        room, now = cursor[at.ROOM_AT], cursor[at.LOOKS_NOW]
        if load(signals, STOP) == 0:
            if now <= 0:
                return False
            before = rooms.progress[room, at.LOOKS]
            has_ended = dive(table, losses, tables, slots, known, rooms, scratch, tree, settings, terms, room, now)
            cursor[at.LOOKS_NOW] -= rooms.progress[room, at.LOOKS] - before
            if not has_ended:
                continue
        add(signals, DONE, 1)
        cursor[at.ROOM_AT] = -1


@nb.njit(cache=True, nogil=True)
def _all_are_done(signals: Int64s, batch: int) -> bool:
    """Wait for the dives of others; False where they take long."""
    for spins in range(_MOST_SPINS):
        if load(signals, DONE) == batch:
            return True
        wait(spins)
    return False


@nb.njit(
    nb.boolean(at.TABLE, at.LOSSES, at.INTERVALS, *_DIVES, *_NUMBERS, nb.int64[::1]),
    cache=True,
    nogil=True,
)
def go_on(
    table: at.TableArrays,
    losses: at.LossArrays,
    intervals: at.IntervalPool,
    tables: at.TablePool,
    slots: at.SlotPool,
    known: at.KnownArrays,
    rooms: at.Rooms,
    scratch: at.ScratchArrays,
    tree: at.TreeArrays,
    settings: Int64s,
    terms: Float64s,
    signals: Int64s,
    cursor: Int64s,
) -> bool:
    """Take batches, dive, and put together what was found, until the looks of `cursor` int64[CURSOR] are used up.

    Ends earlier where nothing is open or all is proven, and with a batch that IS_LAST. In the midst of one it goes on
    when it is called again, or leaves its dives where they are once STOP is set. False where the pools have no place
    for another batch.
    """
    while True:
        if cursor[at.PHASE] == at.TAKING:
            if not take(intervals, tables, slots, known, rooms, tree, settings, terms):
                return False
            give_out(signals, known.state[at.BATCH])
            cursor[at.PHASE], cursor[at.ROOM_AT] = at.DIVING, -1
        if cursor[at.PHASE] == at.DIVING:
            if not _dive_in_rooms(
                table, losses, tables, slots, known, rooms, scratch, tree, settings, terms, signals, cursor
            ):
                return True
            cursor[at.PHASE] = at.WAITING
        if not _all_are_done(signals, known.state[at.BATCH]):
            return True
        put_together(intervals, tables, slots, known, rooms, tree, settings)
        cursor[at.PHASE] = at.TAKING
        is_over = known.state[at.HEAP] + known.state[at.UNFINISHED] == 0 or settings[at.LOOKS_LEFT] <= 0
        is_proven = known.numbers[at.LOWEST] >= known.numbers[at.BEST]
        if is_over or is_proven or cursor[at.LOOKS_NOW] <= 0 or cursor[at.IS_LAST] != 0:
            return True


@nb.njit(nb.void(at.TABLE, at.LOSSES, *_DIVES, *_NUMBERS, nb.int64), cache=True, nogil=True)
def help_out(
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
    signals: Int64s,
    looks: int,
) -> None:
    """Dive in rooms of batches as long as the search goes on; so many looks are taken before STOP and END are read."""
    spins = 0
    while load(signals, END) == 0:
        room = claim(signals)
        if room < 0:
            spins += 1
            wait(spins)
            continue
        spins = 0
        while load(signals, STOP) == 0 and load(signals, END) == 0:
            if dive(table, losses, tables, slots, known, rooms, scratch, tree, settings, terms, room, looks):
                break
        add(signals, HELPED, 1)
        add(signals, DONE, 1)
