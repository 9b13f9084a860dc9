"""The classes of a generalization from those of any specialization."""

from __future__ import annotations

import numba as nb
import numpy as np

from engine.kernels.arrays import Int32s, Int64s, UInt64s
from engine.kernels.group import hash_row


@nb.njit(
    nb.void(
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.uint64[::1],
        nb.uint64[::1],
        nb.uint64[::1],
        nb.int32[::1],
        nb.uint64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def generalize_rows(
    keys: UInt64s,
    words: Int64s,
    shifts: UInt64s,
    masks: UInt64s,
    offsets: UInt64s,
    lookup: Int32s,
    mapped: UInt64s,
) -> None:
    """Replace the codes of the changed attributes by those of a coarser level.

    keys: uint64[n, words]. For each changed attribute its word, shift and mask (uint64, unshifted) in the packed row,
    and the offset of its code map in `lookup` (int32). Out: mapped uint64[>= n, words].
    Attribute by attribute: short loops without branches, which the processor runs several rows at a time.
    """
    width = keys.shape[1]
    rows = keys.shape[0]
    for word in range(width):
        keep = ~np.uint64(0)
        for index in range(words.size):
            if words[index] == word:
                keep &= ~(masks[index] << shifts[index])
        for row in range(rows):
            mapped[row, word] = keys[row, word] & keep
    for index in range(words.size):
        word, shift, mask, offset = words[index], shifts[index], masks[index], offsets[index]
        for row in range(rows):
            code = lookup[offset + ((keys[row, word] >> shift) & mask)]
            mapped[row, word] |= np.uint64(code) << shift


@nb.njit(
    nb.int64(
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.uint64[:, ::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def merge_rows(mapped: UInt64s, counts: Int64s, table: Int32s, out_keys: UInt64s, out_counts: Int64s) -> int:
    """Merge equal rows and add up their counts.

    mapped: uint64[>= n, words], counts: int64[n]. table: int32[2^b], 2^b > n, scratch. Out: out_keys
    uint64[>= classes, words], out_counts int64[>= classes].
    Returns the number of classes, in order of first occurrence. Rows are compared word by word: a collision of hashes
    never merges classes.
    """
    bits = 0
    while (1 << bits) < table.size:
        bits += 1
    drop = np.uint64(64 - bits)
    last = np.uint64(table.size - 1)
    table[:] = -1
    width = mapped.shape[1]
    classes = 0
    for row in range(counts.size):
        slot = hash_row(mapped, row) >> drop
        known = table[slot]
        while known >= 0:
            equal = True
            for word in range(width):
                if out_keys[np.uint64(known), word] != mapped[row, word]:
                    equal = False
                    break
            if equal:
                break
            slot = (slot + np.uint64(1)) & last
            known = table[slot]
        if known < 0:
            known = classes
            table[slot] = known
            for word in range(width):
                out_keys[classes, word] = mapped[row, word]
            out_counts[classes] = 0
            classes += 1
        out_counts[np.uint64(known)] += counts[row]
    return classes
