"""Key uniqueness: the smallest combinations of values that single out a record of a table."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.attributes import AttributeSet, number_of_sets
from arxdesk_engine.risk.wildcards import SUPPRESSED_CELL, DistinctTuples, SuppressedCells, compatible_records

DIS_BINS = 10
SECONDS_BETWEEN = 1 / 30
_WORD_BITS = 64


class KeyScore(StrEnum):
    """The score of a minimal sample unique of s of m attributes, with keys of up to k attributes.

    ELLIOT: the product of m - i over i from s to min(k, m - 1) - 1 (Elliot et al. 2005).
    SDC_MICRO: (2^(m-s) - 1) s! (m-s)! / m! (the variant of sdcMicro); a key of all attributes counts 0.
    """

    ELLIOT = "elliot"
    SDC_MICRO = "sdc-micro"


@dataclass(frozen=True, slots=True)
class MinimalSampleUniques:
    """Every minimal sample unique (key) of a table (Elliot, Manning & Ford 2002; reference 5.7).

    A key is a record with a non-empty set of attributes in which no other record looks like it, while in every
    non-empty proper subset another one does. Where suppressed cells are values they are compared like any other, and
    records with nothing but suppressed cells are left out altogether. Where they are wildcards two records look alike
    in a set if in each of its attributes their cells are equal or one of them is suppressed, and no key has an
    attribute that its record is suppressed in.

    `sets` are those that keys have, by size and then position of their attributes. Key by key, by set and record:
    set_of_key int32[keys], record_of_key int64[keys]. `records` is the number of all records, or of rows that stand for
    several: only records with a row of their own have keys. `left_out` is the number of records left
    out; `uniques` and `paired` are the records that look like no other one, or just one, in all attributes.
    `largest` is the size of the largest sets examined, `suppressed` the meaning of suppressed cells; `complete` false
    if the search was stopped: then keys are missing.
    """

    attributes: int
    records: int
    left_out: int
    uniques: int
    paired: int
    sets: tuple[AttributeSet, ...]
    set_of_key: NDArray[np.int32]
    record_of_key: NDArray[np.int64]
    largest: int
    suppressed: SuppressedCells
    complete: bool

    def __len__(self) -> int:
        return len(self.set_of_key)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The number of attributes of each key, int64[keys]."""
        return np.array([len(attributes) for attributes in self.sets], np.int64)[self.set_of_key]

    @property
    def keys_by_size(self) -> NDArray[np.int64]:
        """The number of keys of size 1, 2, ..., int64[largest]."""
        return np.bincount(self.sizes, minlength=self.largest + 1)[1:]

    @property
    def mean_size(self) -> float:
        """The mean number of attributes of a key; 0 without keys."""
        return float(self.sizes.mean()) if len(self) else 0.0

    @property
    def keys_of_records(self) -> NDArray[np.int64]:
        """The number of keys of each record, int64[records]."""
        return np.bincount(self.record_of_key, minlength=self.records)


@dataclass(frozen=True, slots=True)
class AttributeKeys:
    """The contribution of one attribute: its keys, their share of all keys, their mean size, and their share of
    the sum of all scores. Shares and mean are 0 where there is nothing to share."""

    keys: int
    share: float
    mean_size: float
    score_share: float


def minimal_sample_uniques(
    tuples: DistinctTuples,
    largest: int | None = None,
    suppressed: SuppressedCells = SuppressedCells.VALUE,
    control: Control | None = None,
) -> MinimalSampleUniques:
    """Find all keys of up to `largest` attributes (None: of any size).

    They are those of SUDA2 (Manning, Haglin & Keane 2008), found set by set: the attributes that separate best come
    first, groups of records that look alike are split by one attribute after the other, and records unique in a set
    are not followed further. Sets are visited after all of their subsets, so that a record that gets unique has a key
    just if none of its keys lies within the set. The number of sets grows exponentially: see
    `risk.attributes.number_of_sets`. The result depends on the order of neither attributes nor tuples.

    Where `control` is stopped the keys found until then are returned. Raises ValueError where `largest` is below 1.
    """
    if largest is not None and largest < 1:
        raise ValueError("the largest key needs at least one attribute")
    control = control or Control()
    largest = tuples.attributes if largest is None else min(largest, tuples.attributes)
    left_out = tuples.fully_suppressed if suppressed is SuppressedCells.VALUE else np.zeros(len(tuples), np.bool_)
    counts = np.where(left_out, 0, tuples.counts)
    is_wild = suppressed is SuppressedCells.WILDCARD
    alike = compatible_records(tuples, control.of_step()) if is_wild else counts
    search = _Search(tuples.codes, counts, largest, is_wild, control)
    if alike is not None:
        search.run()
    sets, set_of_key, tuple_of_key = search.found()
    record_of_tuple = np.empty(len(tuples), np.int64)
    record_of_tuple[tuples.tuple_of_record[::-1]] = np.arange(tuples.rows)[::-1]
    record_of_key = record_of_tuple[tuple_of_key]
    order = np.lexsort((record_of_key, set_of_key))
    return MinimalSampleUniques(
        attributes=tuples.attributes,
        records=tuples.rows,
        left_out=int(tuples.counts[left_out].sum()),
        uniques=0 if alike is None else int(counts[alike == 1].sum()),
        paired=0 if alike is None else int(counts[alike == 2].sum()),
        sets=sets,
        set_of_key=set_of_key[order],
        record_of_key=record_of_key[order],
        largest=largest,
        suppressed=suppressed,
        complete=search.visited == search.number,
    )


class _Search:
    """Depth first over the sets of attributes, in an order in which subsets come first: later attributes before
    earlier ones, and sets with a common beginning in that order of their next attributes."""

    def __init__(
        self, codes: NDArray[np.int32], counts: NDArray[np.int64], largest: int, is_wild: bool, control: Control
    ) -> None:
        if not is_wild:
            codes = np.where(codes == SUPPRESSED_CELL, codes.max(axis=1, initial=0)[:, np.newaxis] + 1, codes)
        self._order = sorted(range(len(codes)), key=lambda index: _alike(codes[index], counts))
        self._codes = np.ascontiguousarray(codes[self._order], np.int32)
        present = self._codes != SUPPRESSED_CELL
        self._reach = np.max(present * np.arange(1, len(codes) + 1)[:, np.newaxis], axis=0, initial=0).astype(np.int32)
        self._counts, self._largest, self._control = counts, largest, control
        self._domains = [int(column.max(initial=0)) + 1 for column in self._codes]
        self._sets: list[AttributeSet] = []
        self._masks = np.zeros((1, -(-len(codes) // _WORD_BITS)), np.uint64)
        self._last_key = np.full(codes.shape, -1, np.int32)  # of every tuple, by the last attribute of the key
        self._keys = np.empty((0, 3), np.int32)
        self._facts = np.zeros(3, np.int64)
        self._reported = -math.inf
        self.number, self.visited = number_of_sets(len(codes), largest), 0

    def run(self) -> None:
        """Visit all sets, unless stopped."""
        present = np.flatnonzero(self._counts).astype(np.int32)
        self._below((), np.where(self._counts[present] == 1, present, ~present), np.array([0, len(present)], np.int64))

    def found(self) -> tuple[tuple[AttributeSet, ...], NDArray[np.int32], NDArray[np.int32]]:
        """The sets that have keys, sorted; the set and the tuple of each key."""
        order = sorted(range(len(self._sets)), key=lambda index: (len(self._sets[index]), self._sets[index]))
        rank = np.empty(len(order), np.int32)
        rank[order] = np.arange(len(order), dtype=np.int32)
        tuple_of_key, set_of_key, _before = self._keys[: self._facts[0]].T
        return tuple(self._sets[index] for index in order), rank[set_of_key], tuple_of_key

    def _below(self, chosen: AttributeSet, rows: NDArray[np.int32], starts: NDArray[np.int64]) -> None:
        """Extend a set, given by positions in our order, by each later attribute."""
        from arxdesk_engine.kernels.key_uniqueness import BUFFERS, split_groups  # noqa: PLC0415 - Numba is loaded when needed

        for attribute in range(len(self._codes) - 1, chosen[-1] if chosen else -1, -1):
            if self._control.stopped:
                return
            attributes = (*chosen, attribute)
            scratch = np.zeros((BUFFERS, self._domains[attribute]), np.int32)
            self._look(attributes, rows, starts, scratch)
            self.visited += 1
            later = len(self._codes) - 1 - attribute
            deeper = min(self._largest - len(attributes), later)
            _keys, groups, entries = self._facts.tolist()
            if deeper and groups:
                parts, part_starts = np.empty(entries, np.int32), np.empty(groups + 1, np.int64)
                codes = self._codes[attribute]
                split_groups(rows, starts, codes, self._reach, attribute + 1, scratch, parts, part_starts)
                self._below(attributes, parts, part_starts)
            else:
                self.visited += number_of_sets(later, deeper)
            self._report()

    def _look(
        self, attributes: AttributeSet, rows: NDArray[np.int32], starts: NDArray[np.int64], scratch: NDArray[np.int32]
    ) -> None:
        from arxdesk_engine.kernels.key_uniqueness import find_unique  # noqa: PLC0415

        self._make_room(len(rows))
        current = len(self._sets)
        self._masks[current] = 0
        for attribute in attributes:
            self._masks[current, attribute // _WORD_BITS] |= np.uint64(1 << attribute % _WORD_BITS)
        before = self._facts[0]
        find_unique(
            rows,
            starts,
            self._codes[attributes[-1]],
            self._reach,
            attributes[-1] + 1,
            self._masks,
            current,
            self._last_key[attributes[-1]],
            self._keys,
            scratch,
            self._facts,
        )
        if self._facts[0] > before:
            self._sets.append(tuple(sorted(self._order[attribute] for attribute in attributes)))

    def _make_room(self, keys: int) -> None:
        """Make room for more keys, and one more set."""
        needed = int(self._facts[0]) + keys
        if needed > len(self._keys):
            self._keys = np.vstack([self._keys, np.empty((needed, 3), np.int32)])
        if len(self._sets) == len(self._masks):
            self._masks = np.vstack([self._masks, np.zeros_like(self._masks)])

    def _report(self) -> None:
        now = time.perf_counter()
        if now - self._reported >= SECONDS_BETWEEN or self.visited == self.number:
            self._reported = now
            self._control.report(Progress(tr("Looking for unique combinations"), self.visited / self.number))


def _alike(codes: NDArray[np.int32], counts: NDArray[np.int64]) -> int:
    """The number of ordered pairs of records that an attribute does not separate."""
    sizes = np.bincount(codes + 1, counts, 2).astype(np.int64)
    return int((sizes[1:] ** 2).sum() + sizes[0] * (2 * sizes[1:].sum() + sizes[0]))


def key_scores(uniques: MinimalSampleUniques, score: KeyScore = KeyScore.ELLIOT) -> NDArray[np.float64]:
    """The score of each key, float64[keys]: the smaller a key, the higher."""
    by_size = [0.0, *(_key_score(uniques, size, score) for size in range(1, uniques.largest + 1))]
    return np.array(by_size)[uniques.sizes]


def _key_score(uniques: MinimalSampleUniques, size: int, score: KeyScore) -> float:
    m = uniques.attributes
    if score is KeyScore.ELLIOT:
        return float(math.prod(m - i for i in range(size, min(uniques.largest, m - 1))))
    return (2.0 ** (m - size) - 1.0) / math.comb(m, size)


def record_scores(uniques: MinimalSampleUniques, score: KeyScore = KeyScore.ELLIOT) -> NDArray[np.float64]:
    """The risk score of each record, float64[records]: the sum over all of its keys (Elliot et al. 2005).

    Programs that let a key of a record overwrite the score of the one before report less.
    """
    return np.bincount(uniques.record_of_key, key_scores(uniques, score), uniques.records).astype(np.float64)


def attribute_keys(uniques: MinimalSampleUniques, score: KeyScore = KeyScore.ELLIOT) -> tuple[AttributeKeys, ...]:
    """The contribution of each attribute."""
    keys = np.bincount(uniques.set_of_key, minlength=len(uniques.sets))
    scores = np.bincount(uniques.set_of_key, key_scores(uniques, score), len(uniques.sets))
    sizes = np.array([len(attributes) for attributes in uniques.sets], np.int64)
    contributions = []
    for attribute in range(uniques.attributes):
        inside = np.array([attribute in attributes for attributes in uniques.sets], np.bool_)
        number = int(keys[inside].sum())
        contributions.append(
            AttributeKeys(
                keys=number,
                share=number / len(uniques) if number else 0.0,
                mean_size=int((keys * sizes)[inside].sum()) / number if number else 0.0,
                score_share=float(scores[inside].sum() / scores.sum()) if scores[inside].any() else 0.0,
            )
        )
    return tuple(contributions)


def dis_scores(
    uniques: MinimalSampleUniques, sampling_fraction: float, score: KeyScore = KeyScore.ELLIOT
) -> NDArray[np.float64]:
    """The data intrusion simulation score of each record, float64[records], in [0, 1]; 0 without keys.

    With U unique records and D records that look like just one other, f' = U f / (U f + D (1 - f)) estimates the
    chance that a unique match is correct (Skinner & Elliot 2002). It is spread over the records by their score s, with
    q = 1 + (8 - m)/20 for m attributes: a = (U/f' - U) / sum s^-q, DIS = 1 / (1 + a s^-q) (Elliot & Manning 2003;
    reference 5.7). Raises ValueError unless the sampling fraction f is above 0 and at most 1.
    """
    if not 0.0 < sampling_fraction <= 1.0:
        raise ValueError("the sampling fraction must be above 0 and at most 1")
    scores = record_scores(uniques, score)
    dis = np.zeros(len(scores))
    risky = scores > 0.0
    if not risky.any():
        return dis
    correct = uniques.uniques * sampling_fraction
    match = correct / (correct + uniques.paired * (1.0 - sampling_fraction))
    weights = scores[risky] ** -(1.0 + (8 - uniques.attributes) / 20.0)
    adjustment = (uniques.uniques / match - uniques.uniques) / weights.sum()
    dis[risky] = 1.0 / (1.0 + adjustment * weights)
    return dis


def dis_histogram(dis: NDArray[np.float64], weights: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """The number of records with a DIS score in [0, 0.1), [0.1, 0.2), ..., [0.9, 1], int64[DIS_BINS].

    `weights` int64[records] is the number of records that each score is of; None: one.
    """
    return np.histogram(dis, DIS_BINS, (0.0, 1.0), weights=weights)[0].astype(np.int64)
