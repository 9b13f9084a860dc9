"""The cells of a numeric attribute as numbers: the value in the input, and the range that the output shows for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.data.dataset import Codes

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class NumericCells:
    """Every combination of a number and the range that is shown for it; the arrays have an entry for each.

    `values` float64[n], NaN where the input has none; `low` and `high` float64[n], within `least` and `greatest`, the
    bounds of all numbers of input and output; `counts` int64[n]; `hidden` bool[n] where the output tells nothing, its
    range is the whole one; `of_record` int32[records], the combination of each record, and `weights` as in `Cells`.
    """

    values: Numbers
    low: Numbers
    high: Numbers
    counts: NDArray[np.int64]
    hidden: NDArray[np.bool_]
    of_record: Codes
    least: float
    greatest: float
    weights: NDArray[np.int64] | None = None

    @property
    def present(self) -> NDArray[np.bool_]:
        """The combinations whose value is known, bool[n]."""
        return np.isfinite(self.values)

    @property
    def middle(self) -> Numbers:
        """The middle of each range, float64[n]."""
        return (self.low + self.high) / 2

    @property
    def errors(self) -> Numbers:
        """How far the value may be from the truth at most when only the range is known, float64[n]; 0 without value."""
        farthest = np.maximum(np.abs(self.values - self.low), np.abs(self.values - self.high))
        return np.where(self.present, np.minimum(farthest, self.greatest_errors), 0.0)

    @property
    def greatest_errors(self) -> Numbers:
        """`errors` when nothing at all is known, float64[n]."""
        farthest = np.maximum(np.abs(self.values - self.least), np.abs(self.values - self.greatest))
        return np.where(self.present, farthest, 0.0)


def numeric_cells(cells: Cells) -> NumericCells | None:
    """Read the cells of an attribute as numbers; None where it is not numeric.

    A range is what the text says (`analysis.statistics.ranges`). A label that says no range, or one that does not
    hold for all values that it is shown for (group numbers such as 15 for 15 to 17), stands for the values of the data
    below it, from the least to the greatest; an aggregate that cannot be read for those that it is shown for.
    """
    if not cells.is_numeric:
        return None
    values = cells.positions[cells.values]
    low, high = cells.ranges.low[cells.labels], cells.ranges.high[cells.labels]
    beneath_low, beneath_high = _beneath(cells)
    is_number = ~cells.ranges.is_range[cells.labels]
    unread = ~(cells.aggregated & is_number) & ~((low <= beneath_low) & (high >= beneath_high)) | np.isnan(low)
    low, high = np.where(unread, beneath_low, low), np.where(unread, beneath_high, high)
    hidden = cells.hidden | np.isnan(low) | np.isnan(high)
    known = [cells.positions, *(each[~hidden & np.isfinite(each)] for each in (low, high))]
    least, greatest = min(map(_least, known)), max(map(_greatest, known))
    low = np.where(hidden, least, np.maximum(low, least))
    high = np.where(hidden, greatest, np.minimum(high, greatest))
    return NumericCells(values, low, high, cells.counts, hidden, cells.of_record, least, greatest, cells.weights)


def _least(numbers: Numbers) -> float:
    return float(np.fmin.reduce(numbers, initial=np.inf))


def _greatest(numbers: Numbers) -> float:
    return float(np.fmax.reduce(numbers, initial=-np.inf))


def _beneath(cells: Cells) -> tuple[Numbers, Numbers]:
    """The least and the greatest number of the data that each cell can stand for, float64[n]; NaN where none is."""
    low, high = np.full((2, len(cells.values)), np.nan)
    for level in range(cells.hierarchy.levels):
        here = (cells.levels == level) & ~cells.hidden & ~cells.aggregated
        codes, number = cells.hierarchy.codes[level], len(cells.hierarchy.labels[level])
        wanted = codes[cells.values[here]]
        low[here], high[here] = (bound[wanted] for bound in _bounds(codes, cells.positions, number))
    here = cells.aggregated
    bounds = _bounds(cells.labels[here], cells.positions[cells.values[here]], len(cells.after.values))
    low[here], high[here] = (bound[cells.labels[here]] for bound in bounds)
    return low, high


def _bounds(groups: NDArray[np.integer[Any]], numbers: Numbers, size: int) -> tuple[Numbers, Numbers]:
    """The least and the greatest number of each group, float64[size]; NaN where it has none."""
    least, greatest = np.full((2, size), np.nan)
    np.fmin.at(least, groups, numbers)
    np.fmax.at(greatest, groups, numbers)
    return least, greatest
