"""One attribute beside its input: every combination of a value and its output text, counted once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.ranges import GREATEST, Ranges, read_ranges
from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy

Levels = NDArray[np.int64]
Positions = NDArray[np.float64]

_SPARSE = 4
"""Tables of all combinations may be this many times as large as the number of records."""


@dataclass(frozen=True, slots=True)
class Combinations:
    """The distinct combinations of several code arrays over the records.

    `codes` int64[arrays, n]; `counts` int64[n], at least 1; `of_record` int32[records]. Where rows have weights, counts
    are their sums, and `of_record` is that of each row.
    """

    codes: NDArray[np.int64]
    counts: NDArray[np.int64]
    of_record: Codes


def combinations(
    arrays: list[tuple[NDArray[np.generic], int]], weights: NDArray[np.int64] | None = None
) -> Combinations:
    """Combine codes, each array with the number of codes it may have; in ascending order, the first array first.

    The product of the numbers must be below 2^63. `weights` int64[records] is what each row counts; None: 1.
    """
    records = len(arrays[0][0])
    keys, size = np.zeros(records, np.int64), 1
    for codes, number in arrays:
        keys *= number
        keys += codes.astype(np.int64, copy=False)
        size *= number
    if size <= _SPARSE * records + 2**16:
        counted = np.bincount(keys, weights, size).astype(np.int64)
        present = np.flatnonzero(counted)
        rank = np.empty(size, np.int32)
        rank[present] = np.arange(len(present), dtype=np.int32)
        of_record, counts = rank[keys], counted[present]
    else:
        present, inverse = np.unique(keys, return_inverse=True)
        of_record, counts = inverse.astype(np.int32), np.bincount(inverse, weights, len(present)).astype(np.int64)
    parts = []
    for _codes, number in reversed(arrays):
        present, part = np.divmod(present, number)
        parts.append(part)
    return Combinations(np.array(parts[::-1]), counts, of_record)


class Cells:
    """The cells of one attribute in input and output; the arrays have an entry for each distinct combination.

    `values` int64[n] are codes of the input column, `labels` int64[n] codes of the output column, `hidden` bool[n]
    that the cell tells nothing: it reads "*", and the record is suppressed or that is no label of the value. What a
    suppressed record still shows (attributes that are no quasi-identifiers) is not hidden.
    `counts` int64[n] records have the combination; `of_record` int32[records] is that of each record that counts. Where
    rows stand for several records, `of_record` and `weights` int64[rows] (None: one record each) are of those rows.

    `levels` int64[n] is the level that each cell was generalized to, `hierarchy.levels` (one above the top) where it is
    hidden. Unless they are known, and the output shows what they say, they are looked up by label: the lowest level at
    which the label is that of all values that the output shows it for. So a label that stands on several levels is read
    as the finest that is possible for all its cells. A label that is on no level (a mean, an interval, a set) is
    `aggregated`, bool[n]; its level is the lowest at which all its values have one label, the finest generalization
    that would hide as much.
    """

    def __init__(
        self,
        before: Column,
        after: Column,
        hierarchy: BoundHierarchy,
        suppressed: NDArray[np.bool_],
        included: NDArray[np.bool_] | None = None,
        levels: Levels | int | None = None,
        weights: NDArray[np.int64] | None = None,
    ) -> None:
        """`suppressed` bool[records]; `included` bool[records]: those that count, None for all.

        `levels`, where they are known: one for all records, or int64[records]. `weights` int64[records]: what each row
        stands for, None for one record each.
        """
        counted = slice(None) if included is None else included
        stars = np.array([text == SUPPRESSED for text in after.values], np.bool_)
        arrays: list[tuple[NDArray[np.generic], int]] = [
            (before.codes[counted], len(before.values)),
            (after.codes[counted], len(after.values)),
            (stars[after.codes[counted]] & suppressed[counted], 2),
        ]
        if isinstance(levels, np.ndarray):
            arrays.append((levels[counted], hierarchy.levels))
        self.weights = None if weights is None else weights[counted]
        found = combinations(arrays, self.weights)
        self.before, self.after, self.hierarchy = before, after, hierarchy
        self.values, self.labels = found.codes[0], found.codes[1]
        self.counts, self.of_record = found.counts, found.of_record
        self.hidden = found.codes[2].astype(np.bool_)
        self.aggregated = np.zeros(len(self.counts), np.bool_)
        if levels is not None:
            self.levels = np.full(len(self.counts), levels) if isinstance(levels, int) else found.codes[3]
            self.levels[self.hidden] = hierarchy.levels
        if levels is None or not self._levels_are_shown():
            self.levels = self._find_levels()

    @property
    def records(self) -> int:
        """The number of records that count."""
        return int(self.counts.sum())

    def labels_at(self, level: int) -> Codes:
        """The label of each combination's value at a level, int32[n]; one above the top all have the same one."""
        if level == self.hierarchy.levels:
            return np.zeros(len(self.values), np.int32)
        labels: Codes = self.hierarchy.codes[level][self.values]
        return labels

    @cached_property
    def rows_covered(self) -> NDArray[np.int64]:
        """How many rows of the hierarchy each cell can stand for, int64[n]; all of them where it is hidden.

        Aggregated cells: as many as values of the data lie in the interval that is shown, at least as many as the cell
        stands for in this table.
        """
        covered = np.full(len(self.values), self.hierarchy.domain_size, np.int64)
        for level in range(self.hierarchy.levels):
            here = (self.levels == level) & ~self.hidden & ~self.aggregated
            covered[here] = self.hierarchy.domain_rows[level][self.hierarchy.codes[level][self.values[here]]]
        if self.aggregated.any():
            first, end = self.values_inside
            most = np.maximum(self.values_behind, end - first)[self.labels]
            covered = np.where(self.aggregated, most, covered)
        return covered

    @cached_property
    def ranges(self) -> Ranges:
        """The texts of the output read as numbers, an entry for each value of the output column."""
        return read_ranges(self.after.values, self.before.type)

    @cached_property
    def positions(self) -> Positions:
        """The values of the input column on their scale, float64[len(before.values)], NaN where they have none."""
        return self.before.type.positions(self.before.values)

    @property
    def is_numeric(self) -> bool:
        """Whether the values are numbers or dates, at least one of them, so that differences mean something.

        Numbers beyond `analysis.statistics.ranges.GREATEST` are taken as categories.
        """
        known = self.positions[np.isfinite(self.positions)]
        kinds = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)
        return self.before.type.kind in kinds and len(known) > 0 and float(np.abs(known).max()) <= GREATEST

    @cached_property
    def values_inside(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The values of the data that lie in the interval which a text of the output shows: from the first to the end.

        int64[len(after.values)] each, places in `ordered_values`; an empty range for texts that show no interval.
        """
        ordered = self.positions[self.ordered_values]
        shown = self.ranges.is_range & ~self.ranges.is_set & self.is_numeric
        first = np.searchsorted(ordered, np.where(shown, self.ranges.low, np.inf), "left")
        end = np.searchsorted(ordered, np.where(shown, self.ranges.high, -np.inf), "right")
        return first.astype(np.int64), np.maximum(first, end).astype(np.int64)

    @cached_property
    def ordered_values(self) -> NDArray[np.int64]:
        """The codes of the values that have a position, in its order."""
        order = np.argsort(self.positions, kind="stable")
        return order[np.isfinite(self.positions[order])].astype(np.int64)

    @cached_property
    def values_behind(self) -> NDArray[np.int64]:
        """For how many values each text of the output is shown as an aggregate, int64[len(after.values)]."""
        return np.bincount(self.labels[self.aggregated], minlength=len(self.after.values))

    def _levels_are_shown(self) -> bool:
        """Whether every label of the output is that of its value at its level."""
        for level in np.unique(self.levels[~self.hidden]).tolist():
            here = (self.levels == level) & ~self.hidden
            if (self._codes_of_texts(level)[self.labels[here]] != self.labels_at(level)[here]).any():
                return False
        return True

    def _codes_of_texts(self, level: int) -> NDArray[np.int64]:
        """The code that each text of the output has among the labels of a level; -1 where it is none of them."""
        code_of = {text: code for code, text in enumerate(self.hierarchy.labels[level])}
        return np.array([code_of.get(text, -1) for text in self.after.values], np.int64)

    def _find_levels(self) -> Levels:
        """Sets `hidden` and `aggregated` as well."""
        hierarchy, texts = self.hierarchy, self.after.values
        unknown = hierarchy.levels
        shown = ~self.hidden
        fitting, alike = np.full((2, len(texts)), unknown)
        for level in reversed(range(hierarchy.levels)):
            codes = self.labels_at(level)
            misfits = shown & (self._codes_of_texts(level)[self.labels] != codes)
            fitting[np.bincount(self.labels[misfits], minlength=len(texts)) == 0] = level
            lowest = np.full(len(texts), np.iinfo(np.int64).max)
            highest = np.full(len(texts), -1)
            np.minimum.at(lowest, self.labels[shown], codes[shown])
            np.maximum.at(highest, self.labels[shown], codes[shown])
            alike[lowest >= highest] = level
        levels: Levels = fitting[self.labels]
        misfit = shown & (levels == unknown)
        stars = np.array([text == SUPPRESSED for text in texts], np.bool_)[self.labels]
        self.hidden = self.hidden | (misfit & stars)
        self.aggregated = misfit & ~stars
        levels[self.aggregated] = alike[self.labels[self.aggregated]]
        levels[self.hidden] = unknown
        return levels
