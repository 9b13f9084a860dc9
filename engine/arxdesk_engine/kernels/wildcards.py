"""Counting what a row equals in the attributes that neither side suppresses: one by one, or by a hash table."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s, UInt64s
from arxdesk_engine.kernels.group import hash_row
from arxdesk_engine.kernels.jit import nb


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
    counts: int64[>= classes] and table: int32[2^b] as `kernels.group.group_rows` took and left them. masked:
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


@nb.njit(
    nb.void(nb.uint64[:, ::1], nb.uint64[::1], nb.uint64[:, ::1], nb.uint64[:, ::1], nb.int64[::1], nb.int64[::1]),
    cache=True,
    nogil=True,
)
def compare_all(rows: UInt64s, mask: UInt64s, keys: UInt64s, masks: UInt64s, counts: Int64s, matches: Int64s) -> None:
    """Per row the records of the keys that equal it under the mask of the rows and that of the key.

    rows: uint64[n, words], mask: uint64[words]. keys, masks: uint64[m, words], counts: int64[m]. Out: matches int64[n].
    """
    for row in range(rows.shape[0]):
        total = np.int64(0)
        first, first_mask = rows[row, 0], mask[0]
        for key in range(keys.shape[0]):
            if (first ^ keys[key, 0]) & first_mask & masks[key, 0] == 0:
                equal = True
                for word in range(1, mask.size):
                    equal &= (rows[row, word] ^ keys[key, word]) & mask[word] & masks[key, word] == 0
                if equal:
                    total += counts[key]
        matches[row] = total
