"""What is known of the labels of tuples, looked up for some of them or spread out for all."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s, UInt32s, UInt64s, Weights
from arxdesk_engine.kernels.jit import nb

_BLOCK = 2048  # so many tuples are done for all attributes before the next: their weights stay in the cache


@nb.njit(
    nb.void(
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.uint64[::1],
        nb.uint64[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.int64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def look_up(
    keys: UInt64s,
    tuples: Int64s,
    words: Int64s,
    shifts: UInt64s,
    masks: UInt64s,
    known: Int64s,
    starts: Int64s,
    found: Int64s,
) -> None:
    """For each tuple and attribute what `known`, from `starts` of the attribute on, says of the code of its value.

    keys uint64[all tuples, words]: packed codes, the code of an attribute in `words`, `shifts` and `masks`; tuples
    int64[n]: which ones. Out: found int64[n, attributes].
    """
    for place in range(tuples.size):
        row = tuples[place]
        for attribute in range(words.size):
            code = (keys[row, words[attribute]] >> shifts[attribute]) & masks[attribute]
            found[place, attribute] = known[starts[attribute] + np.int64(code)]


@nb.njit(
    [
        nb.void(
            nb.uint64[:, ::1],
            nb.int32[::1],
            nb.int64[::1],
            nb.uint64[::1],
            nb.uint64[::1],
            nb.int64[::1],
            nb.int32[::1],
            nb.int64[::1],
            nb.int64[::1],
            nb.int64[::1],
            nb.uint32[:, ::1],
            weight[:, ::1],
            nb.int64,
            nb.int64,
        )
        for weight in (nb.uint8, nb.uint16, nb.uint32, nb.uint64)
    ],
    cache=True,
    nogil=True,
)
def fill_levels(
    keys: UInt64s,
    tuples: Int32s,
    words: Int64s,
    shifts: UInt64s,
    masks: UInt64s,
    ends: Int64s,
    maps: Int32s,
    starts: Int64s,
    known: Int64s,
    known_starts: Int64s,
    columns: UInt32s,
    weights: Weights,
    first: int,
    last: int,
) -> None:
    """The code of each tuple at every level of every attribute, and what that code weighs.

    keys, words, shifts, masks as in `look_up`; tuples int32[n]: which ones, of which those from `first` to before
    `last` are done now. The columns of an attribute, one for each
    of its levels, begin where those of the one before end: ends int64[attributes]. For each column `maps`, from
    `starts` on, has the code at that level for each code of level 0, and `known`, from `known_starts` on, the weight of
    each code at that level. Out: columns uint32[columns, n]; weights unsigned[n, columns], or [n, 0] without any.
    """
    codes = np.empty(_BLOCK, np.int64)
    for begin in range(first, last, _BLOCK):
        end = min(begin + _BLOCK, last)
        column = 0
        for attribute in range(words.size):
            word, shift, mask = words[attribute], shifts[attribute], masks[attribute]
            for row in range(begin, end):
                codes[row - begin] = np.int64((keys[tuples[row], word] >> shift) & mask)
            while column < ends[attribute]:
                start, known_start = starts[column], known_starts[column]
                for row in range(begin, end):
                    columns[column, row] = maps[start + codes[row - begin]]
                if weights.shape[1] > 0:
                    for row in range(begin, end):
                        weights[row, column] = known[known_start + np.int64(columns[column, row])]
                column += 1
