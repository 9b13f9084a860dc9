"""Combinations of events that people share: how many people have each combination of at most m of somebody's records.

The events of a person are the classes of their records, a class as often as they have records in it. They stand as rows
of a compressed sparse row layout: those of person p are `classes[starts[p]:starts[p + 1]]`, rising, with how many
records each has in `times`. A combination is a multiset of classes: it belongs to everybody who has each of its classes
as often.

Every combination is a node below the one without its last class; a node is a slot of an open-addressing table. Keys
are compared: no collision of hashes merges two combinations.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int32s, Int64s, UInt64s
from arxdesk_engine.kernels.jit import group_type, nb

INSERT, COUNT, JUDGE = range(3)
"""The rounds through combinations: put those of the judged people into the table, count people, judge people."""

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # multiplicative hashing, as in `refine`


class EventRows(NamedTuple):
    """The events of people: starts int64[people + 1], classes int32[n] (from 1) and times int32[n]."""

    starts: Int64s
    classes: Int32s
    times: Int32s


class CombinationTable(NamedTuple):
    """keys uint64[s], 0 for a free slot, and people int32[s], for a power of two s above twice the combinations."""

    keys: UInt64s
    people: Int32s


_ROWS = group_type(EventRows, nb.int64[::1], nb.int32[::1], nb.int32[::1])
_TABLE = group_type(CombinationTable, nb.uint64[::1], nb.int32[::1])


@nb.njit(nb.int64(_ROWS, nb.boolean[::1], nb.int64), cache=True, nogil=True)
def count_combinations(of: EventRows, judged: Bools, m: int) -> int:
    """How many combinations of 1 to m events the judged people have, each person's counted for themselves.

    The number of multisets of each size is a coefficient of the product of 1 + x + ... + x^times over the classes.
    """
    total = 0
    ways = np.empty(m + 1, np.int64)
    for person in range(of.starts.size - 1):
        if not judged[person]:
            continue
        ways[:] = 0
        ways[0] = 1
        for entry in range(of.starts[person], of.starts[person + 1]):
            for size in range(m, 0, -1):
                for taken in range(1, min(size, of.times[entry]) + 1):
                    ways[size] += ways[size - taken]
        for size in range(1, m + 1):
            total += ways[size]
    return total


@nb.njit(nb.int64(_TABLE, nb.int64, nb.int32, nb.int64, nb.boolean), cache=True, nogil=True)
def _slot(table: CombinationTable, parent: int, event: int, classes: int, inserts: bool) -> int:
    """The slot of a combination, from that of the one without its last class (-1: none); -1 if it is not there."""
    key = np.uint64(parent + 1) * np.uint64(classes + 1) + np.uint64(event)
    last = np.uint64(table.keys.size - 1)
    slot = ((key * _MULTIPLIER) >> np.uint64(20)) & last
    while table.keys[slot] != 0 and table.keys[slot] != key:
        slot = (slot + np.uint64(1)) & last
    if table.keys[slot] == 0:
        if not inserts:
            return -1
        table.keys[slot] = key
        table.people[slot] = 0
    return int(slot)


@nb.njit(
    nb.void(_ROWS, nb.boolean[::1], nb.int64, nb.int64, nb.int64, nb.int64, _TABLE, nb.int64[:, ::1]),
    cache=True,
    nogil=True,
)
def go_through(
    of: EventRows,
    people: Bools,
    classes: int,
    m: int,
    k: int,
    kind: int,
    table: CombinationTable,
    found: Int64s,
) -> None:
    """One round through the combinations of at most m events of some people, depth first.

    `kind` is INSERT, COUNT (of those in the table) or JUDGE. Out, when judging: found int64[people, 3] of each of these
    people: the combinations of m events, or of all they have where these are fewer; how many of them fewer than k
    people have; and how many nobody else has.
    """
    places, used, nodes = np.empty(m + 1, np.int64), np.empty(m + 1, np.int64), np.empty(m + 1, np.int64)
    for person in range(of.starts.size - 1):
        if not people[person]:
            continue
        end, events = of.starts[person + 1], 0
        for entry in range(of.starts[person], end):
            events += of.times[entry]
        whole = min(m, events)
        depth = 0
        places[0], nodes[0] = of.starts[person], -1
        while depth >= 0:
            entry = places[depth]
            if entry >= end:
                depth -= 1
                if depth >= 0:
                    places[depth] += 1
                continue
            used[depth] = used[depth - 1] + 1 if depth > 0 and places[depth - 1] == entry else 1
            slot = -1
            if used[depth] <= of.times[entry]:
                slot = _slot(table, nodes[depth], of.classes[entry], classes, kind == INSERT)
            if slot < 0:
                places[depth] += 1
                continue
            if kind == COUNT:
                table.people[slot] += 1
            elif kind == JUDGE and depth + 1 == whole:
                found[person, 0] += 1
                found[person, 1] += int(table.people[slot] < k)
                found[person, 2] += int(table.people[slot] == 1)
            if depth + 1 < m:
                depth += 1
                places[depth], nodes[depth] = entry, slot
            else:
                places[depth] += 1


@nb.njit(nb.void(_ROWS, nb.boolean[::1], nb.int64[::1]), cache=True, nogil=True)
def first_alike(of: EventRows, people: Bools, first: Int64s) -> None:
    """Out: first int64[people], the first of these people with the same events as each of them; -1 for all others.

    The first person with some events stands for them in an open-addressing table; whole histories are compared.
    """
    size = 1
    while size < 2 * people.size + 2:
        size *= 2
    first_of_slot = np.full(size, -1, np.int64)
    last = np.uint64(size - 1)
    for person in range(people.size):
        first[person] = -1
        if not people[person]:
            continue
        start, number = of.starts[person], of.starts[person + 1] - of.starts[person]
        key = np.uint64(number)
        for entry in range(start, start + number):
            key = (key ^ np.uint64(of.classes[entry])) * _MULTIPLIER
            key = (key ^ (key >> np.uint64(29)) ^ np.uint64(of.times[entry])) * _MULTIPLIER
        slot = (key >> np.uint64(20)) & last
        while first_of_slot[slot] >= 0:
            other = first_of_slot[slot]
            place = of.starts[other]
            is_same = of.starts[other + 1] - place == number
            step = 0
            while is_same and step < number:
                is_same = (
                    of.classes[place + step] == of.classes[start + step]
                    and of.times[place + step] == of.times[start + step]
                )
                step += 1
            if is_same:
                break
            slot = (slot + np.uint64(1)) & last
        if first_of_slot[slot] < 0:
            first_of_slot[slot] = person
        first[person] = first_of_slot[slot]
