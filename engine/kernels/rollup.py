"""The classes of a generalization from those of any specialization."""

from __future__ import annotations

import numba as nb
import numpy as np

from engine.kernels.arrays import Int32s, Int64s, UInt64s
from engine.kernels.group import hash_row


@nb.njit(
    nb.int64(
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.uint64[::1],
        nb.uint64[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.int32[::1],
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.int32[::1],
    ),
    cache=True,
    nogil=True,
)
def roll_up(
    keys: UInt64s,
    counts: Int64s,
    words: Int64s,
    shifts: UInt64s,
    masks: UInt64s,
    offsets: Int64s,
    lookup: Int32s,
    table: Int32s,
    out_keys: UInt64s,
    out_counts: Int64s,
    members: Int32s,
) -> int:
    """Replace the codes of the changed attributes by those of a coarser level and merge what becomes equal.

    keys: uint64[n, words], counts: int64[n]: the classes of the specialization. For each changed attribute its
    word, shift and mask (uint64, unshifted) in the packed row, and the offset of its code map in `lookup` (int32).
    table: int32[2^b], 2^b > n, scratch. Out: out_keys uint64[>= classes, words], out_counts int64[>= classes],
    members int32[n] (the class that each row went into).
    Returns the number of classes, in order of first occurrence (facts 1 and 2 of the search design).
    """
    bits = 0
    while (1 << bits) < table.size:
        bits += 1
    drop = np.uint64(64 - bits)
    mask = table.size - 1
    table[:] = -1
    width = keys.shape[1]
    changed = words.size
    classes = 0
    for row in range(keys.shape[0]):
        # The next free row of the output serves as the row to look up; it stays when its class is new.
        for word in range(width):
            out_keys[classes, word] = keys[row, word]
        for index in range(changed):
            word = words[index]
            shift = shifts[index]
            key = out_keys[classes, word]
            code = lookup[offsets[index] + np.int64((key >> shift) & masks[index])]
            out_keys[classes, word] = (key & ~(masks[index] << shift)) | (np.uint64(code) << shift)
        slot = np.int64(hash_row(out_keys, classes) >> drop)
        while True:
            known = table[slot]
            if known < 0:
                table[slot] = classes
                out_counts[classes] = counts[row]
                members[row] = classes
                classes += 1
                break
            equal = True
            for word in range(width):
                if out_keys[known, word] != out_keys[classes, word]:
                    equal = False
                    break
            if equal:
                out_counts[known] += counts[row]
                members[row] = known
                break
            slot = (slot + 1) & mask
    return classes
