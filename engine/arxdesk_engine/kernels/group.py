"""Forming classes of equal rows, exactly, whatever the width of a row."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s, UInt64s
from arxdesk_engine.kernels.jit import nb

_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: multiplicative hashing (Knuth, TAOCP 3, 6.4)


@nb.njit(cache=True, nogil=True, inline="always")
def hash_row(keys: UInt64s, row: int) -> np.uint64:
    """A hash of one packed row; its upper bits are the good ones."""
    value = np.uint64(0)
    for word in range(keys.shape[1]):
        value = (value ^ keys[row, word]) * _MULTIPLIER
        value ^= value >> np.uint64(32)
    return value * _MULTIPLIER


@nb.njit(
    nb.int64(nb.uint64[:, ::1], nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64[::1], nb.int32[::1]),
    cache=True,
    nogil=True,
)
def group_rows(
    keys: UInt64s, weights: Int64s, table: Int32s, representatives: Int64s, counts: Int64s, members: Int32s
) -> int:
    """Group equal rows of `keys` and add up their weights.

    keys: uint64[n, words], packed rows. weights: int64[n]. table: int32[2^b], 2^b > n, scratch.
    Out: representatives int64[>= classes] (first row of each class), counts int64[>= classes],
    members int32[n] (class of each row). Returns the number of classes, numbered by first occurrence.
    Rows are compared word by word: a collision of hashes never merges classes.
    """
    bits = 0
    while (1 << bits) < table.size:
        bits += 1
    drop = np.uint64(64 - bits)
    mask = table.size - 1
    table[:] = -1
    classes = 0
    for row in range(keys.shape[0]):
        slot = np.int64(hash_row(keys, row) >> drop)
        while True:
            known = table[slot]
            if known < 0:
                table[slot] = classes
                representatives[classes] = row
                counts[classes] = weights[row]
                members[row] = classes
                classes += 1
                break
            first = representatives[known]
            equal = True
            for word in range(keys.shape[1]):
                if keys[first, word] != keys[row, word]:
                    equal = False
                    break
            if equal:
                counts[known] += weights[row]
                members[row] = known
                break
            slot = (slot + 1) & mask
    return classes
