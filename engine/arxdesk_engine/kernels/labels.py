"""Looking up what is known of the labels of some tuples."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int64s, UInt64s
from arxdesk_engine.kernels.jit import nb


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
