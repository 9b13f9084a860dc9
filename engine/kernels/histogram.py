"""Facts of classes from the class of each row: records, first rows, and histograms of sensitive values."""

from __future__ import annotations

import numpy as np

from engine.kernels.arrays import Int32s, Int64s, UInt32s
from engine.kernels.jit import nb


@nb.njit(nb.void(nb.uint32[::1], nb.uint32[::1], nb.int64[::1]), cache=True, nogil=True)
def sum_of_class(members: UInt32s, amounts: UInt32s, sums: Int64s) -> None:
    """Add up an amount over the rows of each class.

    members uint32[n]: the class of each row from 1, 0 for none; amounts uint32[n]. Out: sums int64[classes + 1], at 0
    those of no class.
    """
    sums[:] = 0
    for row in range(members.size):
        sums[members[row]] += np.int64(amounts[row])


@nb.njit(nb.void(nb.uint32[::1], nb.int64[::1]), cache=True, nogil=True)
def first_of_class(members: UInt32s, first: Int64s) -> None:
    """The first row of each class; members as for `sum_of_class`. Out: first int64[classes + 1], -1 where none is."""
    first[:] = -1
    for row in range(members.size - 1, -1, -1):
        first[members[row]] = row


@nb.njit(
    nb.int64(
        nb.uint32[::1],
        nb.int32[::1],
        nb.uint32[::1],
        nb.int64,
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def count_values(
    members: UInt32s, values: Int32s, amounts: UInt32s, domain: int, starts: Int64s, found: Int32s, counts: Int64s
) -> int:
    """Histograms of the values in each class; what does not occur is left out.

    members as for `sum_of_class`; values int32[n], each below `domain`, and amounts uint32[n] of each row. Out: starts
    int64[classes + 1], found int32[>= n] and counts int64[>= n]: the values of class c (from 0), in the order of their
    first rows, stand from starts[c] to starts[c + 1]. Returns how many there are in all.
    """
    classes = starts.size - 1
    ends = np.zeros(classes + 1, np.int64)
    for row in range(members.size):
        ends[members[row]] += 1
    place = 0
    for each in range(1, classes + 1):
        place, ends[each] = place + ends[each], place
    order = np.empty(place, np.uint32)
    for row in range(members.size):
        each = members[row]
        if each > 0:
            order[ends[each]] = row
            ends[each] += 1
    entry_of = np.full(domain, -1, np.int64)
    number = place = 0
    for each in range(classes):
        starts[each] = number
        for index in range(place, ends[each + 1]):
            row = order[index]
            amount = np.int64(amounts[row])
            if amount == 0:
                continue
            entry = entry_of[values[row]]
            if entry < starts[each]:
                entry = entry_of[values[row]] = number
                found[number] = values[row]
                counts[number] = 0
                number += 1
            counts[entry] += amount
        place = ends[each + 1]
    starts[classes] = number
    return number
