"""Adding up over classes: sizes and weights of what is suppressed and what is kept."""

from __future__ import annotations

import numba as nb
import numpy as np

from engine.kernels.arrays import Bools, Int32s, Int64s, UInt64s


@nb.njit(cache=True, nogil=True)
def _pick(chosen: Bools, picked: Int32s) -> int:
    """The positions where `chosen` is true, in the first elements of `picked`; returns how many there are."""
    rows = 0
    for row in range(chosen.size):  # without a branch, which would be guessed wrong half of the time
        picked[rows] = row
        rows += int(chosen[row])
    return rows


@nb.njit(
    nb.void(
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.boolean[::1],
        nb.int64[::1],
        nb.uint64[::1],
        nb.uint64[::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def weigh_chosen(
    keys: UInt64s,
    counts: Int64s,
    chosen: Bools,
    words: Int64s,
    shifts: UInt64s,
    masks: UInt64s,
    offsets: Int64s,
    weights: Int64s,
    picked: Int32s,
    sums: Int64s,
) -> None:
    """Per attribute the sum of count x weight(code) over the chosen classes, in exact integers.

    keys: uint64[n, words], counts: int64[n], chosen: bool[n]. Per attribute its word, shift and mask in the packed
    row and the offset of its weights (int64, one per code of its present level). picked: int32[>= n], scratch.
    Out: sums int64[attributes].
    """
    rows = _pick(chosen, picked)
    for attribute in range(words.size):
        word, shift, mask, offset = words[attribute], shifts[attribute], masks[attribute], offsets[attribute]
        total = np.int64(0)
        for index in range(rows):
            place = np.uint32(picked[index])
            code = (keys[place, word] >> shift) & mask
            total += counts[place] * weights[np.uint64(offset) + code]
        sums[attribute] = total


@nb.njit(nb.void(nb.int64[::1], nb.boolean[::1], nb.int64[::1]), cache=True, nogil=True)
def summarize_sizes(counts: Int64s, chosen: Bools, summary: Int64s) -> None:
    """Sizes of the classes that are not chosen, and the weight of those that are.

    counts: int64[n], chosen: bool[n]. Out: summary int64[4]: records in chosen classes, number, smallest and
    largest of the others (0 where there is none).
    """
    summary[:] = 0
    for row in range(counts.size):
        size = counts[row]
        if chosen[row]:
            summary[0] += size
        else:
            summary[1] += 1
            if summary[2] == 0 or size < summary[2]:
                summary[2] = size
            if size > summary[3]:
                summary[3] = size
