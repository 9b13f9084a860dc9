"""The arrays that the kernels of the exact search share: a table, its losses, open intervals, what dives work in.

Intervals, tables of losses and partitions (slots) lie in pools, go by their places in them, and are free again when
nothing refers to them. Slot 0 is the partition of all rows in one class; table 0 is never freed.
"""

from __future__ import annotations

from typing import NamedTuple

from arxdesk_engine.kernels.arrays import Float64s, Int16s, Int32s, Int64s, UInt8s, UInt32s, UInt64s
from arxdesk_engine.kernels.jit import group_type, nb

(
    KIND,
    FORM,
    MINIMAL,
    SUPPRESSIBLE,
    RECORDS,
    MOST_LOOKS,
    MOST_AT_ONCE,
    LOOKS_BEFORE_MORE,
    MOST_OPEN,
    MOST_EXCLUDING,
    TIMES_ABOVE,
    LOOKS_LEFT,
    SETTINGS,
) = range(13)
"""Positions in the `settings` int64, and their number: aggregate; form of the losses; smallest class; records that may
be suppressed; all records; most looks of a dive; the bounds of `search.exact.frame`; how often the gain of an upper
half counts; looks that are left within the limits."""
DEPTH, LOOK_ABOVE, TERMS = range(3)
"""Positions in the `terms` float64, and their number: how far dives follow bounds, how far above the best score an
upper end is looked at."""
(
    HEAP,
    UNFINISHED,
    FREE,
    FREE_TABLES,
    FREE_SLOTS,
    TICKET,
    BEST_SUM,
    HAS_BEST,
    BATCH,
    IS_FULL,
    TAKEN,
    LOGGED,
    STATE,
) = range(13)
"""Positions in the `state` int64, and their number: intervals in the heap and on the stack of unfinished ones; free
places of each pool; the next ticket; the sum of the best levels, whether there is a best; dives of this batch, whether
what they leave goes onto the stack; looks so far; looks in the log."""
BEST, SIZE, LOWEST, NUMBERS = range(4)
"""Positions in the `numbers` float64, and their number: the best score; the transformations in open intervals, and the
lowest of their bounds."""
PHASE, ROOM_AT, LOOKS_NOW, IS_LAST, CURSOR = range(5)
"""Positions in the `cursor` int64 of a search between two calls, and their number: what is next; the room in which it
dives, or -1; the looks it may take now; whether it ends after this batch."""
TAKING, DIVING, WAITING = range(3)
"""What is next: a batch is taken out; rooms are dived in; the last dives of others are waited for."""
IN_TABLE, IN_SLOT, IS_LOOKED_AT, SPLIT_ATTRIBUTE, SPLIT_LEVEL, MARKS = range(6)
"""Positions in the `marks` int64 of an interval, and their number. The attribute is -1 unless it is a lower half whose
upper end is still to be looked at."""
BOUND, INTERVAL_SIZE, VALUES = range(3)
"""Positions in the `values` float64 of an interval, and their number."""
SCORE, LEAST_SCORE, LOOK_VALUES = range(3)
"""Positions in the `values` float64 of a look, and their number."""
DROPPED_RECORDS, LOOK_CLASSES, LOOK_SMALLEST, LOOK_LARGEST, LOOK_FACTS = range(5)
"""Positions in the `facts` int64 of a look, and their number."""
SLOT_CLASSES, SLOT_DROPPED, SLOT_ROWS, SLOT_LEFT_OUT, ROWS_IN, COUNTS_IN, SLOT_FACTS = range(7)
"""Positions in the `facts` int64 of a slot, and their number: classes; records dropped; rows; records whose rows are
left out; the slots that hold its rows and their counts (0: those of all rows)."""
OPEN, LEFT, LOOKS, TABLES_USED, SLOTS_USED, SLOTS_GIVEN, FAILING, ROOM_BEST_SUM, ROOM_HAS_BEST, GAINS, ROOM = range(11)
"""Positions in the `progress` int64 of a room, and their number: intervals on its stack and left to others; looks;
tables and slots in use, slots given; looks below which nothing is anonymous; of the best what the state has; gains."""
ROOM_BEST, UNTIL, ROOM_NUMBERS = range(3)
"""Positions in the `numbers` float64 of a room, and their number: the best score, the bound up to which intervals stay
on the stack."""
AS_STACK, AS_LEFT = 0, 1
"""The two places of intervals in a room: the stack, and what is left to others."""


class TableArrays(NamedTuple):
    """The table: codes uint32[columns, tuples] by attribute and level, and weights.

    weights uint8[bytes]: the bytes of unsigned[tuples, columns], so that kernels are compiled once and not for every
    width. offsets, heights int64[attributes]: the column of level 0, the number of levels; domains int64[columns].
    counts, members uint32[tuples]: the records of each tuple, and the class (1) of all rows.
    """

    codes: UInt32s
    weights: UInt8s
    offsets: Int64s
    heights: Int64s
    domains: Int64s
    rows: UInt32s
    counts: UInt32s
    members: UInt32s


class LossArrays(NamedTuple):
    """The quality model: weighted losses when nothing is suppressed, and the arrays of its form (`quality.model`).

    least, totals, floor float64[attributes, levels]; domain, factors float64[attributes]; numbers float64[4].
    """

    least: Float64s
    totals: Float64s
    floor: Float64s
    domain: Float64s
    factors: Float64s
    numbers: Float64s


class IntervalPool(NamedTuple):
    """Open intervals: ends int16[n, 2, attributes], values float64[n, VALUES], marks int64[n, MARKS].

    tickets int64[n]: the order in which they came. heap, unfinished, free int32[n]: places of intervals, by bound and
    ticket, as a stack, and of none.
    """

    ends: Int16s
    values: Float64s
    marks: Int64s
    tickets: Int64s
    heap: Int32s
    unfinished: Int32s
    free: Int32s


class TablePool(NamedTuple):
    """Tables of losses float64[n, attributes, levels]; int32[n]: how many intervals refer to each, places of none."""

    tables: Float64s
    references: Int32s
    free: Int32s


class SlotPool(NamedTuple):
    """Partitions: classes of rows uint32[slots, tuples + 1], or lists of rows or counts of others.

    levels int64[slots, attributes], facts int64[slots, SLOT_FACTS], weights int64[slots, columns]: what is dropped;
    references int32[slots]: intervals, and slots that go by its lists; free int32[slots].
    """

    arrays: UInt32s
    levels: Int64s
    facts: Int64s
    weights: Int64s
    references: Int32s
    free: Int32s


class KnownArrays(NamedTuple):
    """What all dives know: best levels int16[attributes], gains of divisions float64[2, attributes, levels] (sums and
    counts), expected gains float64[attributes, levels], `state` int64, `numbers` float64, and the looks since the
    caller last took them: levels int16[n, attributes], values float64[n, LOOK_VALUES], facts int64[n, LOOK_FACTS]."""

    best: Int16s
    gains: Float64s
    expected: Float64s
    state: Int64s
    numbers: Float64s
    log_levels: Int16s
    log_values: Float64s
    log_facts: Int64s


class Rooms(NamedTuple):
    """What the dives of one batch work in, the first axis is that of dives: intervals as in the pool, by AS_STACK and
    AS_LEFT; the tables and slots that it may use; the table and slot of its interval; the best levels; its looks as in
    the log; failing int16[looks, attributes]: those below which nothing is anonymous; gains float64[looks, 3]."""

    ends: Int16s
    values: Float64s
    marks: Int64s
    tables: Int32s
    slots: Int32s
    begun_with: Int64s
    best: Int16s
    progress: Int64s
    numbers: Float64s
    levels: Int16s
    look_values: Float64s
    look_facts: Int64s
    failing: Int16s
    gains: Float64s


class ScratchArrays(NamedTuple):
    """What `kernels.refine` writes to."""

    buffers: UInt32s
    table: UInt32s
    pairs: UInt64s
    sizes: UInt32s
    facts: Int64s


class TreeArrays(NamedTuple):
    """The prefix tree of what nothing is anonymous below (`kernels.prefix_tree`)."""

    nodes: Int32s
    rows: Int16s
    owners: Int32s
    state: Int64s


_i4, _i8, _f8, _u4 = nb.int32, nb.int64, nb.float64, nb.uint32
TABLE = group_type(TableArrays, _u4[:, ::1], nb.uint8[::1], _i8[::1], _i8[::1], _i8[::1], _u4[::1], _u4[::1], _u4[::1])
LOSSES = group_type(LossArrays, *[_f8[:, ::1]] * 3, *[_f8[::1]] * 3)
INTERVALS = group_type(
    IntervalPool, nb.int16[:, :, ::1], _f8[:, ::1], _i8[:, ::1], _i8[::1], _i4[::1], _i4[::1], _i4[::1]
)
TABLES = group_type(TablePool, _f8[:, :, ::1], _i4[::1], _i4[::1])
SLOTS = group_type(SlotPool, _u4[:, ::1], _i8[:, ::1], _i8[:, ::1], _i8[:, ::1], _i4[::1], _i4[::1])
KNOWN_STATE = group_type(
    KnownArrays,
    nb.int16[::1],
    _f8[:, :, ::1],
    _f8[:, ::1],
    _i8[::1],
    _f8[::1],
    nb.int16[:, ::1],
    _f8[:, ::1],
    _i8[:, ::1],
)
ROOMS = group_type(
    Rooms,
    nb.int16[:, :, :, :, ::1],
    _f8[:, :, :, ::1],
    _i8[:, :, :, ::1],
    _i4[:, ::1],
    _i4[:, ::1],
    _i8[:, ::1],
    nb.int16[:, ::1],
    _i8[:, ::1],
    _f8[:, ::1],
    nb.int16[:, :, ::1],
    _f8[:, :, ::1],
    _i8[:, :, ::1],
    nb.int16[:, :, ::1],
    _f8[:, :, ::1],
)
SCRATCH = group_type(ScratchArrays, _u4[:, ::1], _u4[::1], nb.uint64[::1], _u4[::1], _i8[::1])
TREE = group_type(TreeArrays, _i4[:, ::1], nb.int16[:, ::1], _i4[::1], _i8[::1])
