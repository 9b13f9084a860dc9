"""Suppressed cells: their meaning, and the number of records compatible with each if they match every value."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.packing import WORD_BITS, Keys, group
from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.reidentification import DEFAULT_THRESHOLD

_LOOKUPS_AT_ONCE = 2**22
_RARE = 32  # comparing so many tuples with all others takes less time than making a table of those

SUPPRESSED_CELL = -1
"""The code of a suppressed cell."""


class SuppressedCells(StrEnum):
    """The meaning of a suppressed cell in an analysis.

    VALUE: it equals suppressed cells only; records with nothing but suppressed cells are left out (reference 5.1).
    WILDCARD: it equals every cell (reference 5.3), so that every record can be the person looked for.
    """

    VALUE = "value"
    WILDCARD = "wildcard"


def cell_codes(column: Column, suppressed: Collection[str] = (SUPPRESSED,)) -> Codes:
    """The codes of a column, int32[records], SUPPRESSED_CELL where the cell reads one of the `suppressed` texts.

    Missing cells are a value of their own; name the empty text as well where they are to count as suppressed.
    """
    codes = np.arange(len(column.values), dtype=np.int32)
    codes[[value in suppressed for value in column.values]] = SUPPRESSED_CELL
    return codes[column.codes]


@dataclass(frozen=True, slots=True)
class DistinctTuples:
    """The distinct tuples of some attributes.

    codes int32[attributes, tuples], from 0, or SUPPRESSED_CELL; counts int64[tuples], the records of each, at least
    1; tuple_of_record int32[rows], a row being a record unless rows have weights.
    """

    codes: NDArray[np.int32]
    counts: NDArray[np.int64]
    tuple_of_record: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def attributes(self) -> int:
        """The number of attributes of the tuples."""
        return len(self.codes)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.tuple_of_record)

    @property
    def records(self) -> int:
        """The number of records."""
        return int(self.counts.sum())

    @property
    def fully_suppressed(self) -> NDArray[np.bool_]:
        """Tuples with nothing but suppressed cells, bool[tuples]."""
        hidden: NDArray[np.bool_] = np.all(self.codes == SUPPRESSED_CELL, axis=0)
        return hidden


def distinct_tuples(columns: Sequence[Codes], weights: NDArray[np.int64] | None = None) -> DistinctTuples:
    """The distinct tuples of the records, in order of first occurrence.

    `columns`: per attribute int32[records], codes from 0, or SUPPRESSED_CELL. `weights` int64[records] is the number
    of records that each row stands for; None: one each. Raises ValueError without attributes, or where they have
    different lengths.
    """
    if not columns:
        raise ValueError("tuples need at least one attribute")
    codes = np.array(columns, np.int32)
    keys = _Fields(codes).pack(codes)
    amounts = np.ones(len(keys), np.int64) if weights is None else np.require(weights, np.int64, ("C", "W"))
    representatives, counts, members = group(keys, amounts)
    return DistinctTuples(np.ascontiguousarray(codes[:, representatives]), counts, members)


def projected(tuples: DistinctTuples, attributes: Sequence[int]) -> DistinctTuples:
    """The distinct tuples of some of the attributes."""
    codes = tuples.codes[list(attributes)]
    representatives, counts, members = group(_Fields(codes).pack(codes), tuples.counts)
    return DistinctTuples(np.ascontiguousarray(codes[:, representatives]), counts, members[tuples.tuple_of_record])


class _Fields:
    """The position of each attribute in a packed row: its bits are code + 1, so that 0 is a suppressed cell."""

    def __init__(self, codes: NDArray[np.int32]) -> None:
        widths = [max(1, (int(column.max(initial=0)) + 1).bit_length()) for column in codes]
        self.words, self.shifts = [0], [0]
        for width, following in itertools.pairwise(widths):
            end = self.shifts[-1] + width
            fits = end + following <= WORD_BITS
            self.words.append(self.words[-1] + (not fits))
            self.shifts.append(end if fits else 0)
        self.masks = np.zeros((len(codes), self.words[-1] + 1), np.uint64)
        for attribute, width in enumerate(widths):
            self.masks[attribute, self.words[attribute]] = np.uint64((1 << width) - 1) << np.uint64(
                self.shifts[attribute]
            )

    def pack(self, codes: NDArray[np.int32]) -> Keys:
        """Packed rows uint64[tuples, words]."""
        keys = np.zeros((codes.shape[1], self.masks.shape[1]), np.uint64)
        for column, word, shift in zip(codes, self.words, self.shifts, strict=True):
            keys[:, word] |= (column + 1).astype(np.uint64) << np.uint64(shift)
        return keys

    def unsuppressed(self, codes: NDArray[np.int32]) -> Keys:
        """Per row the bits of the fields that are not suppressed, uint64[tuples, words]."""
        kept = np.zeros((codes.shape[1], self.masks.shape[1]), np.uint64)
        for column, mask in zip(codes, self.masks, strict=True):
            kept[column != SUPPRESSED_CELL] |= mask
        return kept


def compatible_records(tuples: DistinctTuples, control: Control | None = None) -> NDArray[np.int64] | None:
    """The number of records compatible with each tuple if suppressed cells match everything, int64[tuples].

    Two records are compatible where in every attribute their cells are equal or one of them is suppressed; a record
    is compatible with itself (reference 5.3). None where `control` was stopped.

    Tuples are taken by their pattern, the set of their suppressed attributes: a tuple of pattern p is compatible with
    one of pattern q where they are equal on what neither suppresses. The few tuples of a rare p are compared with all.
    For a frequent p all tuples are merged without the attributes in p, once, and looked up once per distinct union of
    p and q: work is patterns x tuples at most.
    """
    control = control or Control()
    if not (tuples.codes == SUPPRESSED_CELL).any():
        return tuples.counts.copy()
    fields = _Fields(tuples.codes)
    keys = fields.pack(tuples.codes)
    kept = fields.unsuppressed(tuples.codes)
    first, _counts, pattern_of = group(kept, tuples.counts)
    patterns = kept[first]
    order = np.argsort(pattern_of, kind="stable")
    ends = np.cumsum(np.bincount(pattern_of)).tolist()
    compatible = np.empty(len(keys), np.int64)
    for pattern, start, end in zip(patterns, [0, *ends[:-1]], ends, strict=True):
        matches: Callable[[Keys], NDArray[np.int64]]
        if end - start <= _RARE:
            matches, step = partial(_compared, pattern, keys, kept, tuples.counts), _RARE
        else:
            masks = np.unique(patterns & pattern, axis=0)
            matches = _Lookup(keys & pattern, tuples.counts, masks).matches
            step = max(1, _LOOKUPS_AT_ONCE // len(masks))
        for block in range(start, end, step):
            if control.stopped:
                return None
            members = order[block : min(block + step, end)]
            compatible[members] = matches(keys[members])
            control.report(Progress(tr("Comparing records"), (block + len(members)) / len(keys)))
    return compatible


def _compared(mask: Keys, keys: Keys, masks: Keys, counts: NDArray[np.int64], rows: Keys) -> NDArray[np.int64]:
    from arxdesk_engine.kernels.wildcards import compare_all  # noqa: PLC0415 - Numba is loaded when needed

    matches = np.empty(len(rows), np.int64)
    compare_all(rows, mask, keys, masks, counts, matches)
    return matches


class _Lookup:
    """Classes of equal rows by their keys, with the records of each."""

    def __init__(self, keys: Keys, weights: NDArray[np.int64], masks: Keys) -> None:
        from arxdesk_engine.kernels.group import group_rows  # noqa: PLC0415

        self._keys, self._masks = keys, masks
        self._table = np.empty(1 << max(4, (2 * len(keys) - 1).bit_length()), np.int32)
        self._representatives, self._counts = np.empty(len(keys), np.int64), np.empty(len(keys), np.int64)
        group_rows(keys, weights, self._table, self._representatives, self._counts, np.empty(len(keys), np.int32))

    def matches(self, rows: Keys) -> NDArray[np.int64]:
        """Per row the records of the classes that equal the masked row, added up over the masks, int64[n]."""
        from arxdesk_engine.kernels.wildcards import count_matches  # noqa: PLC0415

        matches = np.empty(len(rows), np.int64)
        scratch = np.empty((1, rows.shape[1]), np.uint64)
        count_matches(rows, self._masks, self._keys, self._representatives, self._counts, self._table, scratch, matches)
        return matches


@dataclass(frozen=True, slots=True)
class WildcardRisk:
    """The prosecutor's risk when suppressed cells match every value (reference 5.3).

    A record compatible with f records, itself among them, is found with probability 1/f. `average` is the success
    rate; `records_at_risk` the share of records whose risk is above `threshold`; `sample_uniques` the number of records
    compatible only with themselves. All risks are 0 when there are no records. No record is left out.
    """

    records: int
    lowest: float
    highest: float
    average: float
    records_at_risk: float
    sample_uniques: int
    threshold: float


def wildcard_risk(
    tuples: DistinctTuples, threshold: float = DEFAULT_THRESHOLD, control: Control | None = None
) -> WildcardRisk | None:
    """The risk of a table with suppressed cells; None where `control` was stopped."""
    compatible = compatible_records(tuples, control)
    if compatible is None:
        return None
    if tuples.records == 0:
        return WildcardRisk(0, 0.0, 0.0, 0.0, 0.0, 0, threshold)
    return WildcardRisk(
        records=tuples.records,
        lowest=1.0 / int(compatible.max()),
        highest=1.0 / int(compatible.min()),
        average=float(np.sum(tuples.counts / compatible)) / tuples.records,
        records_at_risk=int(tuples.counts[1.0 / compatible > threshold].sum()) / tuples.records,
        sample_uniques=int((compatible == 1).sum()),
        threshold=threshold,
    )
