"""Equivalence classes: distinct quasi-identifier tuples with counts, and their roll-up along the lattice."""

from __future__ import annotations

import copy
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.dataset import Codes
from engine.hierarchies.hierarchy import BoundHierarchy
from engine.lattice.lattice import Levels

WORD_BITS = 64
CACHE_BYTES = 256 * 1024 * 1024
CACHE_ENTRIES = 256
_ABSENT = np.iinfo(np.int64).max

Keys = NDArray[np.uint64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Classes:
    """The equivalence classes of one transformation.

    `keys` (uint64[classes, words]) are the packed generalized codes, `counts` (int64[classes]) the records in each.
    This is all that privacy models and quality models see.
    """

    levels: Levels
    keys: Keys
    counts: Counts

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def nbytes(self) -> int:
        """How much memory the arrays take."""
        return self.keys.nbytes + self.counts.nbytes


class Packing:
    """Where the code of each attribute lies in a packed row: its word, shift and mask, wide enough for any level."""

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


class _LevelMaps:
    """For every attribute and pair of levels l <= m, the map from codes at l to codes at m, in one flat array."""

    def __init__(self, hierarchies: Sequence[BoundHierarchy]) -> None:
        deepest = max(hierarchy.levels for hierarchy in hierarchies)
        self.offsets = np.zeros((len(hierarchies), deepest, deepest), np.int64)
        parts: list[Codes] = []
        end = 0
        for attribute, hierarchy in enumerate(hierarchies):
            for low in range(hierarchy.levels):
                for high in range(low + 1, hierarchy.levels):
                    part = np.empty(len(hierarchy.labels[low]), np.int32)
                    part[hierarchy.codes[low]] = hierarchy.codes[high]
                    self.offsets[attribute, low, high] = end
                    parts.append(part)
                    end += len(part)
        self.flat = np.concatenate(parts) if parts else np.empty(0, np.int32)


class _ClassCache:
    """The most recently used classes, so that a roll-up can start from the smallest known specialization."""

    def __init__(self, attributes: int) -> None:
        self._known: list[Classes | None] = [None] * CACHE_ENTRIES
        self._levels = np.zeros((CACHE_ENTRIES, attributes), np.int16)
        self._sizes = np.full(CACHE_ENTRIES, _ABSENT)
        self._used = np.zeros(CACHE_ENTRIES, np.int64)
        self._clock = 0
        self._bytes = 0

    def put(self, classes: Classes) -> None:
        """Remember classes; forget the least recently used ones where there is no room."""
        slot = int(np.argmin(self._used))
        self._forget(slot)
        self._known[slot] = classes
        self._levels[slot] = classes.levels
        self._sizes[slot] = len(classes)
        self._bytes += classes.nbytes
        self._touch(slot)
        while self._bytes > CACHE_BYTES:
            self._forget(int(np.argmin(np.where(self._sizes < _ABSENT, self._used, _ABSENT))))

    def best_source(self, levels: Levels) -> Classes | None:
        """The known specialization with the fewest classes."""
        fits: NDArray[np.bool_] = np.all(self._levels <= np.asarray(levels, np.int16), axis=1)
        slot = int(np.argmin(np.where(fits, self._sizes, _ABSENT)))
        if not fits[slot] or self._known[slot] is None:
            return None
        self._touch(slot)
        return self._known[slot]

    def _touch(self, slot: int) -> None:
        self._clock += 1
        self._used[slot] = self._clock

    def _forget(self, slot: int) -> None:
        known = self._known[slot]
        if known is not None:
            self._bytes -= known.nbytes
        self._known[slot] = None
        self._sizes[slot] = _ABSENT
        self._used[slot] = 0


class Grouping:
    """Distinct quasi-identifier tuples of a table, and the equivalence classes of any transformation of it.

    After construction no record is ever touched again (fact 1 of the search design). Scratch space and cache are
    shared between calls, so that calls from several threads wait for each other.
    """

    def __init__(self, columns: Sequence[Codes], hierarchies: Sequence[BoundHierarchy]) -> None:
        if not columns or len(columns) != len(hierarchies):
            raise ValueError("grouping needs at least one column, and one hierarchy for each")
        self.hierarchies = tuple(hierarchies)
        self.packing = Packing(hierarchies)
        self._maps = _LevelMaps(hierarchies)
        self._hold(*_deduplicate(self.packing.pack(columns)))

    def _hold(self, keys: Keys, counts: Counts, tuple_of_record: NDArray[np.int32]) -> None:
        self.records = len(tuple_of_record)
        self.tuple_of_record = tuple_of_record
        self.tuples = Classes((0,) * len(self.hierarchies), keys, counts)
        self._lock = threading.Lock()
        self._cache = _ClassCache(len(self.hierarchies))
        self._mapped = np.empty_like(keys)
        self._out_keys = np.empty_like(keys)
        self._out_counts = np.empty_like(counts)
        self._table = _scratch_table(len(counts))
        self._picked = np.empty(len(counts), np.int32)

    def restricted_to(self, chosen: NDArray[np.bool_]) -> Grouping:
        """The grouping of the records of some distinct tuples (bool[tuples]) alone, over the same hierarchies.

        Nothing is grouped anew: tuples and records keep their order.
        """
        part = copy.copy(self)
        number = (np.cumsum(chosen) - 1).astype(np.int32)
        of_record = number[self.tuple_of_record[chosen[self.tuple_of_record]]]
        keys = np.ascontiguousarray(self.tuples.keys[chosen])
        part._hold(keys, self.tuples.counts[chosen], of_record)  # noqa: SLF001 - our own copy
        return part

    def classes(self, levels: Levels) -> Classes:
        """The equivalence classes of a transformation, rolled up from the smallest known specialization."""
        with self._lock:
            return self._roll_up(levels)

    def _roll_up(self, levels: Levels) -> Classes:
        source = self._cache.best_source(levels) or self.tuples
        if source.levels == levels:
            return source
        from engine.kernels.rollup import generalize_rows, merge_rows  # noqa: PLC0415 - Numba is loaded when needed

        changed = [index for index, level in enumerate(levels) if level != source.levels[index]]
        offsets = self._maps.offsets[changed, [source.levels[i] for i in changed], [levels[i] for i in changed]]
        generalize_rows(
            source.keys,
            self.packing.words[changed],
            self.packing.shifts[changed],
            self.packing.masks[changed],
            offsets.astype(np.uint64),
            self._maps.flat,
            self._mapped,
        )
        table = self._table[: _table_size(len(source))]
        number = merge_rows(self._mapped, source.counts, table, self._out_keys, self._out_counts)
        classes = Classes(levels, self._out_keys[:number].copy(), self._out_counts[:number].copy())
        self._cache.put(classes)
        return classes

    def members(self, classes: Classes) -> NDArray[np.int32]:
        """The class of every record, int32[records], numbered as in `classes`."""
        return self.members_of_tuples(classes)[self.tuple_of_record]

    def members_of_tuples(self, classes: Classes) -> NDArray[np.int32]:
        """The class of every distinct tuple, int32[tuples], numbered as in `classes`."""
        codes = [
            hierarchy.codes[level][self.packing.unpack(self.tuples.keys, index)]
            for index, (hierarchy, level) in enumerate(zip(self.hierarchies, classes.levels, strict=True))
        ]
        keys = np.concatenate([classes.keys, self.packing.pack(codes)])
        _representatives, _counts, members = group(keys, np.ones(len(keys), np.int64))
        return members[len(classes) :]

    def rows_covered(self, attribute: int, levels: NDArray[np.int64]) -> Counts:
        """How many rows of its hierarchy the label of each distinct tuple covers, int64[tuples].

        `levels` int64[tuples] is the level of the attribute in each of them.
        """
        hierarchy = self.hierarchies[attribute]
        rows = np.array([rows[codes] for rows, codes in zip(hierarchy.domain_rows, hierarchy.codes, strict=True)])
        covered: Counts = rows[levels, self.packing.unpack(self.tuples.keys, attribute)]
        return covered

    def weigh(self, classes: Classes, chosen: NDArray[np.bool_], weights: LevelWeights) -> Counts:
        """Per attribute the sum of count x weight over the chosen classes, int64[attributes]."""
        from engine.kernels.count import weigh_chosen  # noqa: PLC0415

        sums = np.empty(len(classes.levels), np.int64)
        with self._lock:
            weigh_chosen(
                classes.keys,
                classes.counts,
                chosen,
                self.packing.words,
                self.packing.shifts,
                self.packing.masks,
                weights.offsets[np.arange(len(classes.levels)), list(classes.levels)],
                weights.flat,
                self._picked,
                sums,
            )
        return sums


class LevelWeights:
    """An exact integer weight for every code at every level of every attribute, in one flat array."""

    def __init__(self, weights: Sequence[Sequence[Counts]]) -> None:
        deepest = max(len(levels) for levels in weights)
        self.offsets = np.zeros((len(weights), deepest), np.int64)
        end = 0
        for attribute, levels in enumerate(weights):
            for level, values in enumerate(levels):
                self.offsets[attribute, level] = end
                end += len(values)
        self.flat = np.concatenate([values for levels in weights for values in levels]).astype(np.int64)


def _deduplicate(keys: Keys) -> tuple[Keys, Counts, NDArray[np.int32]]:
    representatives, counts, members = group(keys, np.ones(len(keys), np.int64))
    return np.ascontiguousarray(keys[representatives]), counts, members


def group(keys: Keys, weights: Counts) -> tuple[Counts, Counts, NDArray[np.int32]]:
    """Equal rows of uint64[n, words] as one: a row of each group, the sum of its weights, and the group of each row."""
    from engine.kernels.group import group_rows  # noqa: PLC0415

    representatives = np.empty(len(keys), np.int64)
    counts = np.empty(len(keys), np.int64)
    members = np.empty(len(keys), np.int32)
    number = group_rows(keys, weights, _scratch_table(len(keys)), representatives, counts, members)
    return representatives[:number].copy(), counts[:number].copy(), members


def _table_size(rows: int) -> int:
    """Slots of a hash table for `rows` rows: a power of two, at most half full."""
    return 1 << max(4, (2 * rows - 1).bit_length())


def _scratch_table(rows: int) -> NDArray[np.int32]:
    return np.empty(_table_size(rows), np.int32)
