"""Facts of classes from the class of each row: records, first rows, and histograms of sensitive values."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int32s, Int64s, UInt32s, Weights
from arxdesk_engine.kernels.jit import nb

_MOST_CELLS_PER_ROW = 4
_LEAST_CELLS = 4096
_COUNTING = nb.int64(
    nb.uint32[::1], nb.int32[::1], nb.uint32[::1], nb.int64, nb.int64[::1], nb.int32[::1], nb.int64[::1]
)


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


@nb.njit(_COUNTING, cache=True, nogil=True)
def _count_in_table(
    members: UInt32s, values: Int32s, amounts: UInt32s, domain: int, starts: Int64s, found: Int32s, counts: Int64s
) -> int:
    """`count_values` with a cell for every class and value: one pass over the rows, one over the cells."""
    classes = starts.size - 1
    cells = np.zeros((classes + 1) * domain, np.int64)
    for row in range(members.size):
        cells[np.int64(members[row]) * domain + values[row]] += np.int64(amounts[row])
    number = 0
    for each in range(classes):
        starts[each] = number
        first = (each + 1) * domain
        for value in range(domain):
            amount = cells[first + value]
            if amount > 0:
                found[number] = value
                counts[number] = amount
                number += 1
    starts[classes] = number
    return number


@nb.njit(_COUNTING, cache=True, nogil=True)
def _count_in_order(
    members: UInt32s, values: Int32s, amounts: UInt32s, domain: int, starts: Int64s, found: Int32s, counts: Int64s
) -> int:
    """`count_values` with the rows sorted by class: no more memory than rows, however many values there are."""
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


@nb.njit(_COUNTING, cache=True, nogil=True)
def count_values(
    members: UInt32s, values: Int32s, amounts: UInt32s, domain: int, starts: Int64s, found: Int32s, counts: Int64s
) -> int:
    """Histograms of the values in each class; what does not occur is left out.

    members as for `sum_of_class`; values int32[n], each below `domain`, and amounts uint32[n] of each row. Out: starts
    int64[classes + 1], found int32[>= n] and counts int64[>= n]: the values of class c (from 0), in no order, stand
    from starts[c] to starts[c + 1]. Returns how many there are in all.
    """
    if (starts.size - 1) * domain <= _MOST_CELLS_PER_ROW * members.size + _LEAST_CELLS:
        return _count_in_table(members, values, amounts, domain, starts, found, counts)
    return _count_in_order(members, values, amounts, domain, starts, found, counts)


@nb.njit(
    [
        nb.void(nb.int64[::1], nb.int64[::1], nb.boolean[::1], weight[:, ::1], nb.int64[::1], nb.int64[::1])
        for weight in (nb.uint8, nb.uint16, nb.uint32)
    ],
    cache=True,
    nogil=True,
)
def weigh_classes(first: Int64s, sizes: Int64s, chosen: Bools, weights: Weights, columns: Int64s, sums: Int64s) -> None:
    """Add size x weight of the first row, over the chosen classes, in some columns.

    first, sizes int64[classes], chosen bool[classes]; weights unsigned[rows, all columns], columns int64[c]. Out: sums
    int64[c].
    """
    sums[:] = 0
    for each in range(sizes.size):
        if chosen[each]:
            row, size = first[each], sizes[each]
            for place in range(columns.size):
                sums[place] += size * np.int64(weights[row, columns[place]])
