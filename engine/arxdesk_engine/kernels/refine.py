"""The classes of a specialization from those of a generalization, without the rows that no specialization keeps."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s, UInt32s, UInt64s, Weights
from arxdesk_engine.kernels.jit import nb

CLASSES, RECORDS_DROPPED, SMALLEST, LARGEST, ROWS_DROPPED = range(5)
"""Positions in the `facts` that `refine` fills in."""

MEMBERS, DROPPED, BUFFERS = 2, 3, 6
"""The buffers of `refine` for the classes of rows and the places of dropped rows, and the number of buffers."""

_OTHERS, _IDS = 4, 5

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: multiplicative hashing (Knuth, TAOCP 3, 6.4)
_BLOCK = np.uint64(64)  # so many rows are searched at once for any that are dropped
_LEAST_SPAN = 4096  # so many possible classes are always counted by direct address


@nb.njit(
    nb.int64(nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def _changes(source: Int64s, target: Int64s, offsets: Int64s, domains: Int64s, changed: Int64s) -> int:
    """The columns by which classes are split, those with the fewest codes first; returns how many there are."""
    number = 0
    for attribute in range(source.size):
        column = offsets[attribute] + target[attribute]
        if target[attribute] == source[attribute] or domains[column] == 1:
            continue
        place = number
        while place > 0 and domains[changed[place - 1]] > domains[column]:
            changed[place] = changed[place - 1]
            place -= 1
        changed[place] = column
        number += 1
    return number


@nb.njit(
    nb.int64(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint64,
        nb.uint32[::1],
        nb.uint64[::1],
        nb.uint32[::1],
    ),
    cache=True,
    nogil=True,
)
def _number_pairs(
    rows: UInt32s, members: UInt32s, column: UInt32s, domain: np.uint64, ids: UInt32s, pairs: UInt64s, slots: UInt32s
) -> int:
    """Number the pairs of class and code from 1 in order of first occurrence, exactly; returns how many there are.

    Rows that were dropped before stay 0. For when a table of all possible pairs would be too large. pairs uint64[>= n]
    and slots uint32[>= 4 n], scratch. Pairs are compared: a collision of hashes never merges classes.
    """
    bits = 4
    while (1 << bits) < 2 * rows.size:
        bits += 1
    drop = np.uint64(64 - bits)
    last = np.uint64((1 << bits) - 1)
    absent = ~np.uint32(0)
    slots[: 1 << bits] = absent
    number = np.uint32(0)
    for row in range(rows.size):
        if members[row] == 0:
            ids[row] = 0
            continue
        pair = np.uint64(members[row]) * domain + np.uint64(column[rows[row]])
        slot = (pair * _MULTIPLIER) >> drop
        while slots[slot] != absent and pairs[slots[slot]] != pair:
            slot = (slot + np.uint64(1)) & last
        if slots[slot] == absent:
            slots[slot] = number
            pairs[number] = pair
            number += np.uint32(1)
        ids[row] = slots[slot] + np.uint32(1)
    return int(np.int64(number))


@nb.njit(nb.void(nb.uint32[::1], nb.uint32[::1], nb.uint32[::1], nb.uint32, nb.uint32[::1]), cache=True, nogil=True)
def _append_codes(ids: UInt32s, rows: UInt32s, column: UInt32s, domain: np.uint32, pairs: UInt32s) -> None:
    """Make pairs of ids and codes, uint32[n]; `pairs` may be `ids`."""
    if rows.size == column.size:  # all rows, in their order: the processor takes several at a time
        for row in range(rows.size):
            pairs[row] = ids[row] * domain + column[row]
    else:
        for row in range(rows.size):
            pairs[row] = ids[row] * domain + column[rows[row]]


@nb.njit(cache=True, nogil=True)
def _append_columns(
    members: UInt32s, rows: UInt32s, columns: UInt32s, domains: Int64s, changed: Int64s, ids: UInt32s
) -> None:
    """Make ids of classes and the codes in all `changed` columns, uint32[n]."""
    if changed.size == 0:
        ids[:] = members
    longer = members
    for column in changed:
        _append_codes(longer, rows, columns[column], np.uint32(domains[column]), ids)
        longer = ids


@nb.njit(
    nb.int64(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.int64,
        nb.int64,
        nb.uint32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _size_classes(
    ids: UInt32s, counts: UInt32s, table: UInt32s, first: int, span: int, minimal: int, sizes: UInt32s, facts: Int64s
) -> int:
    """Add up the records of every class, and number from 1 those that are large enough; 0 in `table` for the others.

    Ids below `first` are of rows that were dropped before. Returns the number of classes that are left; in `facts`
    smallest and largest are set, what is dropped is added.
    """
    table[:span] = 0
    for row in range(ids.size):
        table[ids[row]] += counts[row]
    table[:first] = 0
    smallest, largest, dropped = 1 << 62, 0, 0
    number, one = np.uint64(0), np.uint64(1)
    place, end = np.uint64(first), np.uint64(span)
    while place < end:
        size = int(np.int64(table[place]))
        if size >= minimal and size > 0:
            smallest, largest = min(smallest, size), max(largest, size)
            sizes[number] = size
            number += one
            table[place] = number
        else:
            dropped += size
            table[place] = 0
        place += one
    classes = int(np.int64(number))
    facts[RECORDS_DROPPED] += dropped
    facts[SMALLEST] = smallest if classes > 0 else 0
    facts[LARGEST] = largest
    return classes


@nb.njit(nb.int64(nb.uint32[::1], nb.uint32[::1], nb.int64, nb.uint32[::1]), cache=True, nogil=True)
def pick_dropped(before: UInt32s, after: UInt32s, gone: int, places: UInt32s) -> int:
    """Append the places of rows that had a class and have none any more; returns how many there are then.

    Most blocks have none, which the processor sees for several rows at a time. The others are listed without branches,
    which would be guessed wrong often.
    """
    number, rows = np.uint64(gone), np.uint64(before.size)  # unsigned indices save the test for negative ones
    start, one = np.uint64(0), np.uint64(1)
    while start < rows:
        end = min(start + _BLOCK, rows)
        found = np.uint32(0)
        for each in range(start, end):
            found |= np.uint32((after[each] == 0) & (before[each] != 0))
        if found:
            row = start
            while row < end:
                places[number] = np.uint32(row)
                number += np.uint64((after[row] == 0) & (before[row] != 0))
                row += one
        start = end
    return int(np.int64(number))


@nb.njit(
    nb.int64(nb.uint32[::1], nb.uint32[::1], nb.uint32[::1], nb.uint32[:, ::1]),
    cache=True,
    nogil=True,
)
def compact(rows: UInt32s, counts: UInt32s, members: UInt32s, buffers: UInt32s) -> int:
    """Rows, counts and classes without those that are dropped (class 0) to buffers[0:3]; returns how many are left.

    `members` may be buffers[2] itself.
    """
    kept, row, one = np.uint64(0), np.uint64(0), np.uint64(1)  # unsigned indices save the test for negative ones
    while row < np.uint64(rows.size):
        member = members[row]
        buffers[0, kept] = rows[row]
        buffers[1, kept] = counts[row]
        buffers[2, kept] = member
        kept += np.uint64(member != 0)
        row += one
    return int(np.int64(kept))


@nb.njit(
    [
        nb.void(nb.uint32[::1], nb.uint32[::1], nb.uint32[::1], weight[:, ::1], nb.int64[::1])
        for weight in (nb.uint8, nb.uint16, nb.uint32)
    ],
    cache=True,
    nogil=True,
)
def weigh_rows(places: UInt32s, rows: UInt32s, counts: UInt32s, weights: Weights, sums: Int64s) -> None:
    """Add count x weight of the rows at some places to sums int64[columns]; weights unsigned[tuples, columns]."""
    for place in places:
        weight, count = weights[rows[place]], np.int64(counts[place])
        for column in range(sums.size):
            sums[column] += count * np.int64(weight[column])


@nb.njit(
    nb.void(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.int64[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.uint32[:, ::1],
        nb.int64,
        nb.int64,
        nb.boolean,
        nb.uint32[:, ::1],
        nb.uint32[::1],
        nb.uint64[::1],
        nb.uint32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def refine(
    rows: UInt32s,
    counts: UInt32s,
    members: UInt32s,
    classes: int,
    source: Int64s,
    target: Int64s,
    offsets: Int64s,
    domains: Int64s,
    columns: UInt32s,
    minimal: int,
    most_listed: int,
    keep_rows: bool,
    buffers: UInt32s,
    table: UInt32s,
    pairs: UInt64s,
    sizes: UInt32s,
    facts: Int64s,
) -> None:
    """Split the classes of `source` by the codes of `target`, and drop the rows of classes that get too small.

    A part of a class below the size `minimal` is below it too: what is dropped once is dropped for every
    specialization (fact 8 of the search design). rows, counts, members uint32[n]: the distinct tuple (rising), number
    of records and class (from 1; 0 was dropped before) of each row. Levels source, target int64[attributes], target <=
    source. Per attribute the column of its level 0 in `offsets`; per column `domains` (how many codes) and columns
    uint32[columns, tuples] (codes).

    Scratch: buffers uint32[6, >= n + 1], table uint32[>= 4 n + 4096], pairs uint64[>= n]. Out: sizes uint32[>= n]; the
    places of the rows dropped in buffers[DROPPED], unless more than `most_listed` records are dropped; `facts`
    int64[5], see the constants, holds the number of records dropped before. With `keep_rows` the classes of the rows
    stand in buffers[MEMBERS].
    """
    changed = np.empty(source.size, np.int64)
    number = _changes(source, target, offsets, domains, changed)
    ids = buffers[_IDS, : rows.size]
    limit = min(table.size, 4 * rows.size + _LEAST_SPAN)
    done = gone = 0
    into = MEMBERS
    while True:
        first, spread = done, 1
        while done < number and (classes + 1) * spread * domains[changed[done]] <= limit:
            spread *= domains[changed[done]]
            done += 1
        span = (classes + 1) * spread
        if done == first and done < number:
            column, domain = columns[changed[done]], np.uint64(domains[changed[done]])
            span = 1 + _number_pairs(rows, members, column, domain, ids, pairs, table)
            done += 1
        else:
            _append_columns(members, rows, columns, domains, changed[first:done], ids)
        before = facts[RECORDS_DROPPED]
        classes = _size_classes(ids, counts, table, spread, span, minimal, sizes, facts)
        must_list = before < facts[RECORDS_DROPPED] <= most_listed
        is_last = done == number
        if must_list or keep_rows or not is_last:
            others = buffers[into, : rows.size]
            into = MEMBERS + _OTHERS - into
            for row in range(rows.size):
                others[row] = table[ids[row]]
            if must_list:
                gone = pick_dropped(members, others, gone, buffers[DROPPED])
            members = others
        if is_last:
            break
    if keep_rows and into == MEMBERS:  # the last ones stand in the other buffer
        buffers[MEMBERS, : rows.size] = members
    facts[CLASSES] = classes
    facts[ROWS_DROPPED] = gone
