"""Looking up rows in a hash table of classes with some of their attributes left out."""

from __future__ import annotations

import numba as nb
import numpy as np

from engine.kernels.arrays import Int32s, Int64s, UInt64s
from engine.kernels.group import hash_row


@nb.njit(
    nb.void(
        nb.uint64[:, ::1],
        nb.uint64[:, ::1],
        nb.uint64[:, ::1],
        nb.int64[::1],
        nb.int64[::1],
        nb.int32[::1],
        nb.uint64[:, ::1],
        nb.int64[::1],
    ),
    cache=True,
    nogil=True,
)
def count_matches(
    rows: UInt64s,
    masks: UInt64s,
    keys: UInt64s,
    representatives: Int64s,
    counts: Int64s,
    table: Int32s,
    masked: UInt64s,
    matches: Int64s,
) -> None:
    """Per row the records of the classes that equal what a mask leaves of it, added up over the masks.

    rows: uint64[n, words]. masks: uint64[k, words]. keys: uint64[m, words], representatives: int64[>= classes],
    counts: int64[>= classes] and table: int32[2^b] as `engine.kernels.group.group_rows` took and left them. masked:
    uint64[1, words], scratch. Out: matches int64[n].
    """
    bits = 0
    while (1 << bits) < table.size:
        bits += 1
    drop = np.uint64(64 - bits)
    last = table.size - 1
    width = rows.shape[1]
    for row in range(rows.shape[0]):
        total = np.int64(0)
        for mask in range(masks.shape[0]):
            for word in range(width):
                masked[0, word] = rows[row, word] & masks[mask, word]
            slot = np.int64(hash_row(masked, 0) >> drop)
            known = table[slot]
            while known >= 0:
                equal = True
                for word in range(width):
                    if keys[representatives[known], word] != masked[0, word]:
                        equal = False
                        break
                if equal:
                    total += counts[known]
                    break
                slot = (slot + 1) & last
                known = table[slot]
        matches[row] = total
