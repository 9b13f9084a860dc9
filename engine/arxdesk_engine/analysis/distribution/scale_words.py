"""Positions on scales of numbers and dates in words: bounds of bars, ticks, centres."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from math import isfinite

from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words

DAY = 86400.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
WIDTHS = (
    marked("second"),
    marked("minute"),
    marked("10 minutes"),
    marked("hour"),
    marked("day"),
    marked("week"),
    marked("month"),
    marked("quarter"),
    marked("year"),
    marked("5 years"),
    marked("10 years"),
    marked("50 years"),
)
"""The widths of bins of dates."""
_PLAIN = 10_000
"""Whole numbers below it are written without separators: years and postal areas are no amounts."""


@dataclass(frozen=True, slots=True)
class ScaleWords:
    """Words for a scale with bins of `width`, as named by `analysis.distribution.bins`."""

    is_date: bool
    is_whole: bool
    width: str
    words: Words = ENGLISH

    def place(self, position: float) -> str:
        """A value: a number with the decimals that the bins need, or a day."""
        if self.is_date:
            return moment(position)
        return number(position, 0 if self.is_whole else _decimals_of(self.width), self.words)

    def span(self, low: float, end: float) -> str:
        """From a value to below another one: "20–39" of whole numbers, "1.5 to 2" of others."""
        if self.is_whole or (self.is_date and not (low % DAY or end % DAY)):
            last = end - (1.0 if self.is_whole else DAY)
            if last <= low:
                return self.place(low)
            if self.is_whole and low >= 0:
                return f"{self.place(low)}–{self.place(last)}"
            return tr("{low} to {high}", low=self.place(low), high=self.place(last))
        return self.place(low) if end <= low else tr("{low} to {high}", low=self.place(low), high=self.place(end))

    def per(self, attribute: str) -> str:
        """The unit of the height of a bar: "5 values of age", "month of admission"."""
        if self.is_date:
            return tr("{width} of {attribute}", width=self.step, attribute=attribute)
        if self.is_whole and self.width == "1":
            return tr("value of {attribute}", attribute=attribute)
        if self.is_whole:
            return tr("{width} values of {attribute}", width=self.step, attribute=attribute)
        return tr("{width} of {attribute}", width=self.step, attribute=attribute)

    @property
    def step(self) -> str:
        """The width of the bins."""
        return tr(self.width) if self.is_date else number(float(self.width), _decimals_of(self.width), self.words)


def number(value: float, decimals: int, words: Words = ENGLISH) -> str:
    """A number; small whole ones without separators."""
    if decimals == 0 and abs(value) < _PLAIN:
        return f"{round(value)}".replace("-", "−")
    return words.decimal(value, decimals) if abs(value) < 1e15 else f"{value:.3g}"


def significant(value: float, words: Words = ENGLISH) -> str:
    """A number with as many decimals as it takes to read four digits."""
    size = abs(value)
    if not isfinite(value) or size >= 1e15:
        return f"{value:.4g}"
    if size and size < 1e-4:
        return f"{value:.3g}".replace("-", "−")
    decimals = 0 if size >= 10_000 else 1 if size >= 10 else 2 if size >= 1 else 4
    return words.decimal(value, decimals).replace("-", "−")


def moment(seconds: float) -> str:
    """A day, with the time unless it is midnight: the format of dates in tables."""
    try:
        when = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return tr("out of range")
    return f"{when:%Y-%m-%d}" if seconds % DAY == 0 else f"{when:%Y-%m-%d %H:%M}"


def mean_moment(seconds: float, span: float) -> str:
    """A mean of dates over a `span`: to the day, or to the minute for short spans."""
    unit = DAY if span >= 2 * DAY else 60.0
    return moment(round(seconds / unit) * unit)


def duration(seconds: float, words: Words = ENGLISH) -> str:
    """A span between dates: in days, or in smaller units where it is short."""
    for length in (DAY, 3600.0, 60.0):
        if abs(seconds) >= length:
            amount = significant(seconds / length, words) if seconds % length else number(seconds / length, 0, words)
            counted = 1 if amount == "1" else 2
            if length == DAY:
                return tr_n(counted, "{n} day", "{n} days", n=amount)
            if length == 60.0:
                return tr_n(counted, "{n} minute", "{n} minutes", n=amount)
            return tr_n(counted, "{n} hour", "{n} hours", n=amount)
    return tr("0 days") if seconds == 0 else f"{significant(seconds, words)} s"


def _decimals_of(width: str) -> int:
    """The decimals that the multiples of a width need: "0.05" two."""
    exponent = Decimal(width).as_tuple().exponent
    return min(8, max(0, -exponent)) if isinstance(exponent, int) else 0
