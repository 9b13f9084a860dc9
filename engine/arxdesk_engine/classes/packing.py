"""Packed rows: the codes of all attributes of a row in one or a few words, so that rows are compared as numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy

WORD_BITS = 64

Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]


class Packing:
    """The place of each attribute's code in a packed row: its word, shift and mask, wide enough for any level."""

    def __init__(self, hierarchies: Sequence[BoundHierarchy]) -> None:
        words, shifts, masks = [], [], []
        word = used = 0
        for hierarchy in hierarchies:
            bits = max(1, (max(len(labels) for labels in hierarchy.labels) - 1).bit_length())
            if used + bits > WORD_BITS:
                word, used = word + 1, 0
            words.append(word)
            shifts.append(used)
            masks.append((1 << bits) - 1)
            used += bits
        self.words = np.array(words, np.int64)
        self.shifts = np.array(shifts, np.uint64)
        self.masks = np.array(masks, np.uint64)
        self.width = word + 1

    def pack(self, codes: Sequence[Codes]) -> Keys:
        """Packed rows uint64[n, width] from one code array per attribute."""
        keys = np.zeros((len(codes[0]), self.width), np.uint64)
        for index, column in enumerate(codes):
            keys[:, self.words[index]] |= column.astype(np.uint64) << self.shifts[index]
        return keys

    def unpack(self, keys: Keys, attribute: int) -> Codes:
        """The codes of one attribute, int32[n]."""
        shifted = keys[:, self.words[attribute]] >> self.shifts[attribute]
        codes: Codes = (shifted & self.masks[attribute]).astype(np.int32)
        return codes


def group(keys: Keys, weights: Counts) -> tuple[Counts, Counts, NDArray[np.int32]]:
    """Equal rows of uint64[n, words] as one: a row of each group, the sum of its weights, and the group of each row."""
    from arxdesk_engine.kernels.group import group_rows  # noqa: PLC0415

    table = np.empty(1 << max(4, (2 * len(keys) - 1).bit_length()), np.int32)
    representatives = np.empty(len(keys), np.int64)
    counts = np.empty(len(keys), np.int64)
    members = np.empty(len(keys), np.int32)
    number = group_rows(keys, weights, table, representatives, counts, members)
    return representatives[:number].copy(), counts[:number].copy(), members
