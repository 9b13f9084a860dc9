"""The cells of an output as bands on the scale of their attribute: the bounds of each text.

For drawing and reading. Measures of quality use `analysis.statistics.numbers`.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.data.schema import SUPPRESSED, DataType, ValueType

Numbers = NDArray[np.float64]
_Bounds = tuple[float, float]

DAY = 86400.0
_EPOCH = dt.date(1970, 1, 1)
_PAIR = re.compile(r"([+-]?[^\s+-][^\s–—]*?)\s*(?:[-–—]|\.\.)\s*([+-]?[^\s+-][^\s–—]*)")
_YEAR = re.compile(r"(\d{4})")
_QUARTER = re.compile(r"(\d{4})[ -]?Q([1-4])")
_MONTH = re.compile(r"(\d{4})[-/](0[1-9]|1[0-2])")
_WEEK = re.compile(r"(\d{4})-W(\d{2})")


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of the texts of an output column, an entry for each.

    From `low` to below `end`, float64[n]; NaN without meaning. Whole numbers reach to the next one,
    whole days to the next day. `is_single` bool[n]: a single value, not a band. `middle` float64[n] is that of the
    possible values: 29.5 for whole numbers from 20 to 39.
    """

    low: Numbers
    end: Numbers
    is_single: NDArray[np.bool_]
    step: float
    """The width of a single value: 1 of whole numbers, a day of days, else 0."""

    @property
    def middle(self) -> Numbers:
        """The centre of each."""
        return (self.low + self.end - self.step) / 2

    @property
    def is_known(self) -> NDArray[np.bool_]:
        """Marks of the texts with a meaning, bool[n]."""
        return ~np.isnan(self.low)


def step_of(value_type: ValueType, positions: Numbers) -> float:
    """The width of a single value, with `positions` those of all values."""
    if value_type.kind is DataType.INTEGER:
        return 1.0
    known = positions[np.isfinite(positions)]
    return DAY if value_type.kind is DataType.DATE and not (known % DAY).any() else 0.0


def read_bands(cells: Cells) -> Bands:
    """Read the texts of the output of a numeric attribute (`Cells.is_numeric`).

    A text is a value, an interval in any form of `analysis.statistics.ranges`, 20-39 or 20–39; of
    dates also a year, a quarter, a month, a week. A text without such a meaning, or whose meaning does not hold for all
    its values, reaches from the least to the greatest of these. Open ends reach as far as any
    known value.
    """
    texts, value_type = cells.after.values, cells.before.type
    step = step_of(value_type, cells.positions)
    low, high = cells.ranges.low.copy(), cells.ranges.high.copy()
    for code in np.flatnonzero(np.isnan(low)).tolist():
        low[code], high[code] = _read(texts[code], value_type)
    least, greatest = _beneath(cells)
    aggregated = np.zeros(len(texts), np.bool_)
    aggregated[cells.labels[cells.aggregated]] = True
    says_one = aggregated & ~cells.ranges.is_range & ~np.isnan(cells.ranges.low)  # a mean need be none of its values
    holds = np.where(low == high, (low == least) & (high == greatest), (low <= greatest) & (high >= least))
    wrong = ~says_one & ~holds & ~np.isnan(least)
    low, high = np.where(wrong, least, low), np.where(wrong, greatest, high)
    unused = np.isnan(least) | np.array([text in (MISSING, SUPPRESSED) for text in texts], np.bool_)
    low[unused] = high[unused] = math.nan
    finite = np.concatenate([cells.positions, low, high])
    finite = finite[np.isfinite(finite)]
    low = np.where(np.isneginf(low), finite.min(initial=math.inf), low)
    high = np.where(np.isposinf(high), finite.max(initial=-math.inf), high)
    return Bands(low, high + step, low == high, step)


def outside_bands(cells: Cells, bands: Bands) -> NDArray[np.bool_]:
    """The cells whose value does not lie in their band, an entry for each combination."""
    values, low, end = cells.positions[cells.values], bands.low[cells.labels], bands.end[cells.labels]
    inside = (values >= low) & ((values < end) if bands.step else (values <= end))
    outside: NDArray[np.bool_] = ~(
        inside | np.isnan(low) | np.isnan(values) | bands.is_single[cells.labels] | cells.hidden
    )
    return outside


def _beneath(cells: Cells) -> tuple[Numbers, Numbers]:
    """The least and the greatest value of each text, float64[texts]; NaN for none."""
    least, greatest = np.full((2, len(cells.after.values)), math.nan)
    shown = ~cells.hidden
    positions = cells.positions[cells.values[shown]]
    np.fmin.at(least, cells.labels[shown], positions)
    np.fmax.at(greatest, cells.labels[shown], positions)
    return least, greatest


def _read(text: str, value_type: ValueType) -> _Bounds:
    if value_type.kind is DataType.DATE:
        found = _read_period(text)
        if found is not None:
            return found
    if match := _PAIR.fullmatch(text.strip()):
        low, high = value_type.parse(match[1]), value_type.parse(match[2])
        if low is not None and high is not None and low <= high:
            return low, high
    return math.nan, math.nan


def _read_period(text: str) -> _Bounds | None:
    for form, reader in _PERIODS:
        if match := form.fullmatch(text.strip()):
            try:
                first, following = reader(match)
            except ValueError:  # the year 0, or a week that the year has not
                return None
            return (first - _EPOCH).days * DAY, ((following - _EPOCH).days - 1) * DAY
    return None


def _months(year: int, month: int, number: int) -> tuple[dt.date, dt.date]:
    after = year * 12 + month - 1 + number
    return dt.date(year, month, 1), dt.date(after // 12, after % 12 + 1, 1)


def _week(match: re.Match[str]) -> tuple[dt.date, dt.date]:
    first = dt.date.fromisocalendar(int(match[1]), int(match[2]), 1)
    return first, first + dt.timedelta(7)


_PERIODS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[dt.date, dt.date]]], ...] = (
    (_YEAR, lambda match: _months(int(match[1]), 1, 12)),
    (_QUARTER, lambda match: _months(int(match[1]), 3 * int(match[2]) - 2, 3)),
    (_MONTH, lambda match: _months(int(match[1]), int(match[2]), 1)),
    (_WEEK, _week),
)
