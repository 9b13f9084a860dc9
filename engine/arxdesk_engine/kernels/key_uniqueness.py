"""Splitting groups of records that look alike by a further attribute, where suppressed cells may match everything."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s, UInt64s
from arxdesk_engine.kernels.jit import nb

BUFFERS = 6
"""How many rows of scratch, int32[BUFFERS, codes of the attribute], both kernels need; all 0 before and after."""

_SIZES, _CANDIDATES, _LAST, _SETTLED, _TOUCHED, _PLACES = range(BUFFERS)


@nb.njit(cache=True, nogil=True, inline="always")
def _tally(
    rows: Int32s, start: int, end: int, codes: Int32s, reach: Int32s, depth: int, scratch: Int32s
) -> tuple[int, int, bool]:
    """Count the rows of one group by their code: how many codes there are, how many rows match every code, and
    whether one of those never stops doing so."""
    different = wild = 0
    is_hopeless = False
    for index in range(start, end):
        row = rows[index]
        place = row if row >= 0 else ~row
        code = codes[place]
        if code < 0:
            wild += 1
            is_hopeless |= reach[place] <= depth
            continue
        if scratch[_SIZES, code] == 0:
            scratch[_TOUCHED, different] = code
            different += 1
        scratch[_SIZES, code] += 1
        scratch[_CANDIDATES, code] += int(row >= 0)
        scratch[_LAST, code] = place
        scratch[_SETTLED, code] |= int(reach[place] <= depth)
    return different, wild, is_hopeless


@nb.njit(cache=True, nogil=True, inline="always")
def _clear(different: int, scratch: Int32s) -> None:
    for index in range(different):
        code = scratch[_TOUCHED, index]
        scratch[_SIZES, code] = 0
        scratch[_CANDIDATES, code] = 0
        scratch[_SETTLED, code] = 0


@nb.njit(cache=True, nogil=True)
def _is_minimal(row: int, keys: Int32s, last_key: Int32s, masks: UInt64s, current: int) -> bool:
    """Whether no key that a row has already lies within the current set."""
    key = last_key[row]
    while key >= 0:
        inside = True
        for word in range(masks.shape[1]):
            if masks[keys[key, 1], word] & ~masks[current, word] != 0:
                inside = False
                break
        if inside:
            return False
        key = keys[key, 2]
    return True


@nb.njit(
    nb.void(
        nb.int32[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int32[::1],
        nb.int64,
        nb.uint64[:, ::1],
        nb.int64,
        nb.int32[::1],
        nb.int32[:, ::1],
        nb.int32[:, ::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def find_unique(
    rows: Int32s,
    starts: Int64s,
    codes: Int32s,
    reach: Int32s,
    depth: int,
    masks: UInt64s,
    current: int,
    last_key: Int32s,
    keys: Int32s,
    scratch: Int32s,
    facts: Int64s,
) -> None:
    """The rows that a further attribute makes unique, and how large the groups are that it leaves.

    rows int32: the members of one group after the other, starts int64[groups + 1]: the row number where it may yet
    become unique, else its complement. codes int32[tuples] of the attribute, negative where it matches every code;
    reach int32[tuples]: how many attributes there are up to the last one that the row is not suppressed in; depth:
    how many up to this one. A group is given up where a row of it is suppressed in every attribute to come.

    masks uint64[sets, words]: the attributes of each set that has keys, and at `current` of the one at hand. Scratch:
    see BUFFERS. In and out: last_key int32[tuples], the last key of each row or -1; keys int32[capacity, 3]: row,
    set and the key of the same row before it; facts int64[3]: the number of keys so far. Out: facts[1] and facts[2],
    groups and rows that `split_groups` makes.
    """
    number = facts[0]
    groups = entries = np.int64(0)
    for group in range(starts.size - 1):
        different, wild, is_hopeless = _tally(rows, starts[group], starts[group + 1], codes, reach, depth, scratch)
        for index in range(different):
            code = scratch[_TOUCHED, index]
            size = scratch[_SIZES, code] + wild
            if scratch[_CANDIDATES, code] == 0:
                continue
            if size == 1:
                row = scratch[_LAST, code]
                if _is_minimal(row, keys, last_key, masks, current):
                    keys[number, 0] = row
                    keys[number, 1] = current
                    keys[number, 2] = last_key[row]
                    last_key[row] = number
                    number += 1
            elif not is_hopeless and scratch[_SETTLED, code] == 0:
                groups += 1
                entries += size
        _clear(different, scratch)
    facts[0] = number
    facts[1] = groups
    facts[2] = entries


@nb.njit(
    nb.void(
        nb.int32[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int32[::1],
        nb.int64,
        nb.int32[:, ::1],
        nb.int32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def split_groups(
    rows: Int32s,
    starts: Int64s,
    codes: Int32s,
    reach: Int32s,
    depth: int,
    scratch: Int32s,
    out_rows: Int32s,
    out_starts: Int64s,
) -> None:
    """Split groups by a further attribute: what is left of them, without rows that are unique.

    rows, starts, codes, reach, depth and scratch as in `find_unique`, which says how long out_rows int32 and
    out_starts int64[groups + 1] have to be. A row that matches every code goes into each part, never to be unique.
    """
    part, end = 0, np.int64(0)
    out_starts[0] = 0
    for group in range(starts.size - 1):
        first, last = starts[group], starts[group + 1]
        different, wild, is_hopeless = _tally(rows, first, last, codes, reach, depth, scratch)
        parts = 0
        for index in range(different):
            code = scratch[_TOUCHED, index]
            size = scratch[_SIZES, code] + wild
            is_kept = scratch[_CANDIDATES, code] > 0 and size > 1 and not is_hopeless and scratch[_SETTLED, code] == 0
            scratch[_PLACES, code] = end if is_kept else -1
            if is_kept:
                parts += 1
                end += size
                part += 1
                out_starts[part] = end
        if parts > 0:
            for index in range(first, last):
                row = rows[index]
                code = codes[row if row >= 0 else ~row]
                if code >= 0 and scratch[_PLACES, code] >= 0:
                    out_rows[scratch[_PLACES, code]] = row
                    scratch[_PLACES, code] += 1
                elif code < 0:
                    for other in range(different):
                        into = scratch[_TOUCHED, other]
                        if scratch[_PLACES, into] >= 0:
                            out_rows[scratch[_PLACES, into]] = row if row < 0 else ~row
                            scratch[_PLACES, into] += 1
        _clear(different, scratch)
