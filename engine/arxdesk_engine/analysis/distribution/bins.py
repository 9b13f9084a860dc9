"""Round bins for numbers and dates: whole steps of 1, 2 or 5, or whole days, weeks, months, years."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

USUAL_BINS = {"number": 20, "time": 36}
"""The most bins by default."""
MOST_BINS = 240
FINEST = 80
"""The most bins where bands of the output are narrow."""
_DAY, _YEAR = 86400.0, 365.2425 * 86400
_TIMES = dict(
    (
        *(
            ("second", 1.0),
            ("minute", 60.0),
            ("10 minutes", 600.0),
            ("hour", 3600.0),
            ("day", _DAY),
            ("week", 7 * _DAY),
        ),
        *(("month", _YEAR / 12), ("quarter", _YEAR / 4), ("year", _YEAR)),
        *(("5 years", 5 * _YEAR), ("10 years", 10 * _YEAR), ("50 years", 50 * _YEAR)),
    )
)
"""Approximate lengths in seconds."""
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "5 years": 60, "10 years": 120, "50 years": 600}
_FIRST_MONDAY = -3 * 86400.0  # before 1970-01-01, a Thursday


@dataclass(frozen=True, eq=False)
class Bins:
    """`edges` float64[bins + 1], rising; `width` names how wide they are: "5", "0.1", "month"."""

    edges: Numbers
    width: str

    def __len__(self) -> int:
        return len(self.edges) - 1

    def place(self, positions: Numbers) -> Numbers:
        """Positions measured in bins: 2.5 is the middle of the third one."""
        return np.interp(positions, self.edges, self._steps)

    def bin_of(self, positions: Numbers) -> NDArray[np.int64]:
        """The bin of each position; outer positions belong to the first or the last."""
        found = np.searchsorted(self.edges, positions, "right") - 1
        return np.clip(found, 0, len(self) - 1)

    @cached_property
    def _steps(self) -> Numbers:
        return np.arange(len(self.edges), dtype=np.float64)


def widths(low: float, end: float, step: float, *, is_time: bool) -> tuple[str, ...]:
    """The widths offered for bins from `low` to `end`, finest first; `step` is the extent of a single value."""
    span = max(end - low, step)
    if is_time:
        fitting = [name for name, length in _TIMES.items() if length >= step and span / length <= MOST_BINS - 1]
        return tuple(fitting[: _first_wide(fitting, span) + 1])
    least = max(step, span / (MOST_BINS - 1), abs(low) * 1e-12, abs(end) * 1e-12)
    power = math.floor(math.log10(least)) if least > 0 else 0
    found: list[str] = []
    for exponent in range(power, power + 5):
        for factor in (1, 2, 5):
            width = float(f"{factor}e{exponent}")
            if width >= least * (1 - 1e-9) and (width < 2 * span or not found):
                found.append(_named(width))
    return tuple(found)


def usual_width(offered: tuple[str, ...], low: float, end: float, narrowest: float, *, is_time: bool) -> str:
    """The default width: few enough bins, and none wider than `narrowest`, the narrowest band of an output."""
    most = USUAL_BINS["time" if is_time else "number"]
    lengths = {name: _TIMES[name] if is_time else float(name) for name in offered}
    fitting = [name for name in offered if (end - low) / lengths[name] <= most] or [offered[-1]]
    usual = fitting[0]
    if lengths[usual] > narrowest * 1.05:
        finer = [
            name for name in offered if lengths[name] <= narrowest * 1.05 and (end - low) / lengths[name] <= FINEST
        ]
        usual = finer[-1] if finer else usual
    return usual


def make_bins(low: float, end: float, last: float, width: str, *, is_time: bool) -> Bins:
    """Bins that hold all from `low` to below `end`, and the value `last`."""
    if is_time and width in _MONTHS:
        return Bins(_by_months(low, max(end, last + 1), _MONTHS[width]), width)
    size = _TIMES[width] if is_time else float(width)
    origin = _FIRST_MONDAY if width == "week" else 0.0
    first = _floor((low - origin) / size)
    number = max(math.ceil(round((end - origin) / size, 9)), _floor((last - origin) / size) + 1) - first
    edges: Numbers = origin + (first + np.arange(max(number, 1) + 1, dtype=np.float64)) * size
    if not is_time and size < 1:
        edges = edges.round(12 - math.floor(math.log10(size)))
    return Bins(edges, width)


def _by_months(low: float, end: float, months: int) -> Numbers:
    first = _absolute_month(low) // months * months
    last = -(-(_absolute_month(end - 1) + 1) // months) * months
    starts = np.arange(first, last + 1, months) - 1970 * 12
    return starts.astype("datetime64[M]").astype("datetime64[s]").astype(np.float64)


def _absolute_month(seconds: float) -> int:
    return 1970 * 12 + int(np.datetime64(math.floor(seconds), "s").astype("datetime64[M]").astype(np.int64))


def _first_wide(names: list[str], span: float) -> int:
    return next((place for place, name in enumerate(names) if _TIMES[name] >= span), len(names) - 1)


def _floor(value: float) -> int:
    return math.floor(round(value, 9))


def _named(width: float) -> str:
    return str(int(width)) if 1 <= width < 1e15 else repr(width)
