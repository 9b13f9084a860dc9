"""How places on the scale of numbers and dates are put into words: bounds of bars, ticks, centres."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil, isfinite

from PySide6.QtCore import QDateTime, QLocale

from arxdesk.quality.distribution.bins import make_bins, widths
from arxdesk.ui import words
from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_step

DAY = 86400.0
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_PLAIN = 10_000
"""Whole numbers below it are written without separators: years and postal areas are no amounts."""


@dataclass(frozen=True, slots=True)
class ScaleWords:
    """Words for a scale whose bins are `width` wide, as `arxdesk.quality.distribution.bins` names it."""

    is_date: bool
    is_whole: bool
    width: str

    def place(self, position: float) -> str:
        """A value: a number with the decimals that the bins need, or a day."""
        if self.is_date:
            return moment(position)
        return number(position, 0 if self.is_whole else decimals_of(float(self.width)))

    def span(self, low: float, end: float) -> str:
        """From a value to below another one: "20–39" of whole numbers, "1.5 to 2" of others."""
        if self.is_whole or (self.is_date and not (low % DAY or end % DAY)):
            last = end - (1.0 if self.is_whole else DAY)
            if last <= low:
                return self.place(low)
            return f"{self.place(low)}{'–' if self.is_whole and low >= 0 else ' to '}{self.place(last)}"
        return self.place(low) if end <= low else f"{self.place(low)} to {self.place(end)}"

    def per(self, attribute: str) -> str:
        """What the height of a bar counts the people per: "5 values of age", "month of admission"."""
        if self.is_date:
            return f"{self.width} of {attribute}"
        if self.is_whole:
            return f"value of {attribute}" if self.width == "1" else f"{self.step} values of {attribute}"
        return f"{self.step} of {attribute}"

    @property
    def step(self) -> str:
        """How wide the bins are."""
        return self.width if self.is_date else number(float(self.width), decimals_of(float(self.width)))

    def ticks(self, low: float, end: float, most: int) -> Sequence[tuple[float, str]]:
        """At most so many round places."""
        return _date_ticks(low, end, most) if self.is_date else _number_ticks(low, end, most, is_whole=self.is_whole)


def number(value: float, decimals: int) -> str:
    """A number; small whole ones without separators."""
    if decimals == 0 and abs(value) < _PLAIN:
        return f"{round(value)}".replace("-", "−")
    return words.decimal(value, decimals) if abs(value) < 1e15 else f"{value:.3g}"


def significant(value: float) -> str:
    """A number with as many decimals as it takes to read four digits."""
    size = abs(value)
    if not isfinite(value) or size >= 1e15:
        return f"{value:.4g}"
    if size and size < 1e-4:
        return f"{value:.3g}".replace("-", "−")
    decimals = 0 if size >= 10_000 else 1 if size >= 10 else 2 if size >= 1 else 4
    return words.decimal(value, decimals).replace("-", "−")


def moment(seconds: float) -> str:
    """A day, with the time unless it is midnight: as dates stand in tables, whose values are shown beside it."""
    try:
        when = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return "out of range"
    return f"{when:%Y-%m-%d}" if seconds % DAY == 0 else f"{when:%Y-%m-%d %H:%M}"


def mean_moment(seconds: float, span: float) -> str:
    """A mean of dates that are `span` apart: to the day, or to the minute where that says too little."""
    unit = DAY if span >= 2 * DAY else 60.0
    return moment(round(seconds / unit) * unit)


def duration(seconds: float) -> str:
    """How much time lies between two dates: in days, or less where it is little."""
    for length, one, many in ((DAY, "day", "days"), (3600.0, "hour", "hours"), (60.0, "minute", "minutes")):
        if abs(seconds) >= length:
            amount = significant(seconds / length) if seconds % length else number(seconds / length, 0)
            return f"{amount} {one if amount == '1' else many}"
    return "0 days" if seconds == 0 else f"{significant(seconds)} s"


def _number_ticks(low: float, end: float, most: int, *, is_whole: bool) -> list[tuple[float, str]]:
    step = nice_step(end - low, most)
    if is_whole:
        step = max(1.0, step if step >= 1 and step == round(step) else ceil(step))
    decimals = decimals_of(step)
    first = ceil(round(low / step, 9))
    count = int(round((end / step), 9)) - first + 1
    return [((first + at) * step, number((first + at) * step, decimals)) for at in range(max(0, count))]


def _date_ticks(low: float, end: float, most: int) -> list[tuple[float, str]]:
    for width in widths(low, end, 1.0, is_time=True):
        edges = [edge for edge in make_bins(low, end, end, width, is_time=True).edges.tolist() if low <= edge <= end]
        if len(edges) <= most:
            return [(edge, _date_tick(edge, width)) for edge in edges]
    return [(low, moment(low)), (end, moment(end))]


def _date_tick(seconds: float, width: str) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(seconds), QDateTime.currentDateTimeUtc().timeZone())
    form = "yyyy" if "year" in width else "MMM yyyy" if width in ("month", "quarter") else "d MMM"
    return QLocale().toString(when, form if seconds % DAY == 0 else "HH:mm")
