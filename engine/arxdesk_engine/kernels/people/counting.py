"""Distinct people of each class, where a person may have several rows, and the removal of whole people.

Rows stand in the order of their people. A class counts a person at the first row of theirs in it: one pass over the
rows, with the last person seen in each class.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int32s, Int64s, UInt32s, UInt64s
from arxdesk_engine.kernels.jit import group_type, nb
from arxdesk_engine.kernels.refine import CLASSES, LARGEST, RECORDS_DROPPED, ROWS_DROPPED, SMALLEST

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


class PersonRows(NamedTuple):
    """The rows of people, one person after the other, and their tuples.

    `starts` int64[people + 1]: the rows of a person; `tuples` int32[rows], `counts` uint32[rows]: the tuple and the
    records of each; `marked` int32[rows]: the same tuples, or one more than all of them for rows that count nobody,
    with all bits inverted (negative, then) at the first row of each person. `people` int32[rows]: whose each row is.
    `tuple_starts` int64[tuples + 1]: the places in `rows` int32[rows] of a tuple.
    """

    starts: Int64s
    tuples: Int32s
    counts: UInt32s
    marked: Int32s
    people: Int32s
    tuple_starts: Int64s
    rows: Int32s


class PeopleScratch(NamedTuple):
    """What `drop_people` writes: gone bool[people] and waiting int32[people]; the class of each tuple `members`
    uint32[tuples + 1], 0 for none, which the last one always is; sizes int64 and last int32[>= classes + 1]; left
    uint32[tuples], the records of each that are left; removed_tuples and removed_counts uint32[rows or tuples,
    whichever are more].
    """

    gone: Bools
    waiting: Int32s
    members: UInt32s
    sizes: Int64s
    last: Int32s
    left: UInt32s
    removed_tuples: UInt32s
    removed_counts: UInt32s


_ROWS = group_type(
    PersonRows,
    nb.int64[::1],
    nb.int32[::1],
    nb.uint32[::1],
    nb.int32[::1],
    nb.int32[::1],
    nb.int64[::1],
    nb.int32[::1],
)
_SCRATCH = group_type(
    PeopleScratch,
    nb.boolean[::1],
    nb.int32[::1],
    nb.uint32[::1],
    nb.int64[::1],
    nb.int32[::1],
    nb.uint32[::1],
    nb.uint32[::1],
    nb.uint32[::1],
)


@nb.njit(nb.void(_ROWS, _SCRATCH, nb.int64), cache=True, nogil=True)
def _size_classes(of: PersonRows, scratch: PeopleScratch, classes: int) -> None:
    """Count the people of each class who are not gone, rows after rows: people one by one would be guessed wrong, and
    whose each row is would have to be read beside its tuple."""
    members, sizes, last = scratch.members, scratch.sizes, scratch.last
    sizes[: classes + 1] = 0
    last[: classes + 1] = -1
    person, is_left = np.int32(-1), False
    for each in of.marked:
        if each < 0:
            person += np.int32(1)
            is_left = not scratch.gone[person]
            each = ~each
        if is_left:
            member = members[each]
            sizes[member] += np.int64(last[member] != person)
            last[member] = person


@nb.njit(nb.int64(nb.int64, _ROWS, _SCRATCH, nb.int64), cache=True, nogil=True)
def _take_people(each: int, of: PersonRows, scratch: PeopleScratch, waiting: int) -> int:
    """All people with a record of a tuple are gone, and wait to be removed; returns how many wait."""
    for place in range(of.tuple_starts[each], of.tuple_starts[each + 1]):
        row = of.rows[place]
        person = of.people[row]
        if of.counts[row] > 0 and not scratch.gone[person]:
            scratch.gone[person] = True
            scratch.waiting[waiting] = person
            waiting += 1
    return waiting


@nb.njit(nb.int64(nb.uint32[::1], nb.uint32[::1], nb.uint32[::1], _ROWS, _SCRATCH, nb.int64), cache=True, nogil=True)
def _take_dropped(
    tuples: UInt32s, before: UInt32s, members: UInt32s, of: PersonRows, scratch: PeopleScratch, most: int
) -> int:
    """Everybody with a record that `refine` dropped is gone; returns how many wait, not many more than `most`."""
    waiting = 0
    for place in range(tuples.size):
        if members[place] == 0 and before[place] != 0:
            waiting = _take_people(tuples[place], of, scratch, waiting)
            if waiting > most:
                break
    return waiting


@nb.njit(nb.int64(nb.uint32[::1], _ROWS, _SCRATCH, nb.int64), cache=True, nogil=True)
def _leave_small_classes(tuples: UInt32s, of: PersonRows, scratch: PeopleScratch, minimal: int) -> int:
    """Take tuples out of classes of too few people, who are gone with that; returns how many people wait."""
    waiting = 0
    for each in tuples:
        if scratch.members[each] != 0 and scratch.sizes[scratch.members[each]] < minimal:
            scratch.members[each] = 0
            waiting = _take_people(each, of, scratch, waiting)
    return waiting


@nb.njit(nb.boolean(_ROWS, _SCRATCH, nb.int64, nb.int64, nb.int64[::1]), cache=True, nogil=True)
def _remove_waiting(of: PersonRows, scratch: PeopleScratch, minimal: int, waiting: int, facts: Int64s) -> bool:
    """Remove the records of people who wait; returns whether a class has become too small with that."""
    is_smaller = False
    gone, dropped = facts[ROWS_DROPPED], np.int64(0)
    for place in range(waiting):
        person = scratch.waiting[place]
        for row in range(of.starts[person], of.starts[person + 1]):
            count = of.counts[row]
            if count == 0:
                continue
            each = of.tuples[row]
            scratch.left[each] -= count
            scratch.removed_tuples[gone] = each
            scratch.removed_counts[gone] = count
            gone += 1
            dropped += np.int64(count)
            member = scratch.members[each]
            if minimal > 0 and member != 0 and scratch.last[member] != -2 - person:
                scratch.last[member] = -2 - person  # so that a person is subtracted once
                scratch.sizes[member] -= 1
                is_smaller |= scratch.sizes[member] == minimal - 1
    facts[ROWS_DROPPED] = gone
    facts[RECORDS_DROPPED] += dropped
    facts[PEOPLE_DROPPED] += waiting
    return is_smaller


@nb.njit(nb.void(nb.int64, nb.int64, _SCRATCH, nb.int64[::1]), cache=True, nogil=True)
def _number_classes(classes: int, minimal: int, scratch: PeopleScratch, facts: Int64s) -> None:
    """Number the classes that are large enough anew: their numbers in `last`, their sizes from sizes[1] on."""
    number, smallest, largest = 0, 1 << 62, 0
    scratch.last[0] = 0
    for each in range(1, classes + 1):
        size = scratch.sizes[each]
        scratch.last[each] = 0
        if size >= minimal and size > 0:
            number += 1
            scratch.last[each] = number
            scratch.sizes[number] = size
            smallest, largest = min(smallest, size), max(largest, size)
    facts[CLASSES] = number
    facts[SMALLEST] = smallest if number > 0 else 0
    facts[LARGEST] = largest


@nb.njit(
    nb.boolean(
        nb.uint32[::1],
        nb.uint32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.int32[::1],
        _ROWS,
        nb.int64,
        nb.int64,
        nb.boolean,
        _SCRATCH,
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def drop_people(
    tuples: UInt32s,
    before: UInt32s,
    members: UInt32s,
    classes: int,
    alive: Int32s,
    of: PersonRows,
    minimal: int,
    most: int,
    whole: bool,
    scratch: PeopleScratch,
    facts: Int64s,
) -> bool:
    """Drop what lies in classes of fewer than `minimal` people: with `whole`, all rows of everybody who is in one.

    Then further classes can become too small, and so on until none does: what is left is the largest set of people
    whose records all lie in large classes. That of a specialization is a part of it (`search.people`).

    tuples, before, members uint32[n]: some tuples and their classes in the source and after `refine`, 0 for none, of
    `classes`; alive int32[a]: the people who are left in the source. In and out: the records of these tuples that are
    left, in the scratch; `facts` int64[6], the numbers of dropped records and people, which are added to. Out: members,
    of the classes that are large enough; in `facts` their number, the smallest and the largest by people, and how many
    rows were removed: their tuples and records in the scratch.

    As soon as more than `most` people are dropped it is left at that: True; then all these are only right as bounds.
    """
    facts[ROWS_DROPPED] = 0
    scratch.gone[:] = True
    for person in alive:
        scratch.gone[person] = False
    if whole:
        waiting = _take_dropped(tuples, before, members, of, scratch, most - facts[PEOPLE_DROPPED])
        if facts[PEOPLE_DROPPED] + waiting > most:
            facts[PEOPLE_DROPPED] += waiting
            return True
        _remove_waiting(of, scratch, 0, waiting, facts)
    scratch.members[:] = 0
    for place in range(tuples.size):
        scratch.members[tuples[place]] = members[place]
    _size_classes(of, scratch, classes)
    while whole:
        waiting = _leave_small_classes(tuples, of, scratch, minimal)
        is_too_much = facts[PEOPLE_DROPPED] + waiting > most
        if waiting == 0 or is_too_much or not _remove_waiting(of, scratch, minimal, waiting, facts):
            facts[PEOPLE_DROPPED] += waiting if is_too_much else 0
            if is_too_much:
                return True
            break
    _number_classes(classes, minimal, scratch, facts)
    for place in range(tuples.size):
        each = tuples[place]
        member = scratch.last[scratch.members[each]]
        members[place] = member
        if not whole and member == 0 and before[place] != 0:
            gone = facts[ROWS_DROPPED]
            scratch.removed_tuples[gone] = each
            scratch.removed_counts[gone] = scratch.left[each]
            facts[ROWS_DROPPED] = gone + 1
            facts[RECORDS_DROPPED] += np.int64(scratch.left[each])
    return False
