"""Distinct people of each class, where a person may have several rows, and the removal of whole people.

Rows stand in the order of their people. A class counts a person at the first row of theirs in it: one pass over the
rows, with the last person seen in each class.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int32s, Int64s, UInt32s, UInt64s
from arxdesk_engine.kernels.jit import nb
from arxdesk_engine.kernels.refine import CLASSES, LARGEST, RECORDS_DROPPED, SMALLEST

PEOPLE_DROPPED = 5
"""The position in the `facts` of `drop_people` after those of `refine`."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # multiplicative hashing, as in `refine`


@nb.njit(
    nb.void(nb.uint32[::1], nb.int32[::1], nb.uint32[::1], nb.int32[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def count_people(members: UInt32s, people: Int32s, amounts: UInt32s, last: Int32s, sums: Int64s) -> None:
    """Count the people of each class.

    members uint32[n]: the class of each row from 1, 0 for none; people int32[n], rising; amounts uint32[n]: rows with 0
    count nobody. Scratch: last int32[classes + 1]. Out: sums int64[classes + 1], at 0 those of no class.
    """
    sums[:] = 0
    last[:] = -1
    for row in range(members.size):
        member = members[row]
        if amounts[row] > 0 and last[member] != people[row]:
            last[member] = people[row]
            sums[member] += 1


@nb.njit(
    nb.void(
        nb.uint32[::1],
        nb.int32[::1],
        nb.int32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.uint64[::1],
        nb.int32[::1],
        nb.uint32[::1],
    ),
    cache=True,
    nogil=True,
)
def mark_first_values(
    members: UInt32s,
    people: Int32s,
    values: Int32s,
    amounts: UInt32s,
    domain: int,
    pairs: UInt64s,
    owners: Int32s,
    firsts: UInt32s,
) -> None:
    """Mark each person once for each of their values in each class: 1 at the first such row, 0 at all others.

    members, people, amounts as for `count_people`; values int32[n], each below `domain`. Scratch: pairs uint64[s],
    owners int32[s], s a power of two above the rows of any person. Out: firsts uint32[n]. Pairs are compared: no
    collision of hashes merges two.
    """
    owners[:] = -1
    last = np.uint64(owners.size - 1)
    for row in range(members.size):
        firsts[row] = 0
        if amounts[row] == 0:
            continue
        pair = np.uint64(members[row]) * np.uint64(domain) + np.uint64(values[row])
        slot = ((pair * _MULTIPLIER) >> np.uint64(32)) & last
        while owners[slot] == people[row] and pairs[slot] != pair:
            slot = (slot + np.uint64(1)) & last
        if owners[slot] != people[row]:
            owners[slot] = people[row]
            pairs[slot] = pair
            firsts[row] = 1


@nb.njit(
    nb.boolean(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int32[::1],
        nb.int64,
        nb.boolean[::1],
        nb.int64[::1],
        nb.int32[::1],
    ),
    cache=True,
    nogil=True,
)
def _remove_rows(
    rows: UInt32s,
    counts: UInt32s,
    members: UInt32s,
    people: Int32s,
    minimal: int,
    gone: Bools,
    sizes: Int64s,
    last: Int32s,
) -> bool:
    """Take the rows of people who are gone out of their classes; returns whether a class has become too small."""
    is_smaller = False
    for row in range(rows.size):
        person = people[rows[row]]
        member = members[row]
        if member != 0 and gone[person]:
            members[row] = 0
            if counts[row] > 0 and last[member] != -2 - person:
                last[member] = -2 - person  # so that a person is subtracted once
                sizes[member] -= 1
                is_smaller |= sizes[member] == minimal - 1
    return is_smaller


@nb.njit(
    nb.int64(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int32[::1],
        nb.int64,
        nb.boolean[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def _mark_gone(
    rows: UInt32s,
    counts: UInt32s,
    before: UInt32s,
    members: UInt32s,
    people: Int32s,
    minimal: int,
    gone: Bools,
    sizes: Int64s,
) -> int:
    """Mark the people who have a record in no class, or in one that is too small; returns how many are new."""
    found = 0
    for row in range(rows.size):
        member = members[row]
        if before[row] != 0 and counts[row] > 0 and (member == 0 or sizes[member] < minimal):
            person = people[rows[row]]
            found += int(not gone[person])
            gone[person] = True
    return found


@nb.njit(
    nb.void(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.int32[::1],
        nb.int64,
        nb.boolean,
        nb.boolean[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def drop_people(
    rows: UInt32s,
    counts: UInt32s,
    before: UInt32s,
    members: UInt32s,
    classes: int,
    people: Int32s,
    minimal: int,
    whole: bool,
    gone: Bools,
    sizes: Int64s,
    last: Int32s,
    facts: Int64s,
) -> None:
    """Drop what lies in classes of fewer than `minimal` people: with `whole`, all rows of everybody who is in one.

    Then further classes can become too small, and so on until none does: what is left is the largest set of people
    whose records all lie in large classes. That of a specialization is a part of it (`search.people`).

    rows, counts, members uint32[n] as in `refine`, of `classes`; before uint32[n]: the classes of the source, 0 for
    what was dropped earlier; people int32[all rows], rising. Scratch: gone bool[people], last int32[>= classes + 1].
    Out: members, numbered anew from 1; sizes int64[>= classes + 1]: the people of each class that is left, from
    sizes[1] on; `facts` int64[6]: classes, smallest, largest by people; dropped records and people are added to.
    """
    sizes[: classes + 1] = 0
    last[: classes + 1] = -1
    for row in range(rows.size):
        member = members[row]
        person = people[rows[row]]
        if counts[row] > 0 and last[member] != person:
            last[member] = person
            sizes[member] += 1
    sizes[0] = 0
    if whole:
        gone[:] = False
        found = _mark_gone(rows, counts, before, members, people, minimal, gone, sizes)
        facts[PEOPLE_DROPPED] += found
        while found > 0 and _remove_rows(rows, counts, members, people, minimal, gone, sizes, last):
            found = _mark_gone(rows, counts, before, members, people, minimal, gone, sizes)
            facts[PEOPLE_DROPPED] += found
    number, smallest, largest = 0, 1 << 62, 0
    last[0] = 0
    for each in range(1, classes + 1):
        size = sizes[each]
        last[each] = 0
        if size >= minimal and size > 0:
            number += 1
            last[each] = number
            sizes[number] = size
            smallest, largest = min(smallest, size), max(largest, size)
    for row in range(rows.size):
        member = last[members[row]]
        if member == 0 and before[row] != 0:
            facts[RECORDS_DROPPED] += counts[row]
        members[row] = member
    facts[CLASSES] = number
    facts[SMALLEST] = smallest if number > 0 else 0
    facts[LARGEST] = largest
