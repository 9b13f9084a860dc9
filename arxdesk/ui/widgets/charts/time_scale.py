"""Time along the bottom of a chart: evenly, or so that a hundredth of a second and an hour are both readable."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_step
from arxdesk.ui.words import decimal

Kind = Literal["linear", "log"]
Tick = tuple[float, str]

SHORTEST = 0.001
"""Seconds. Earlier times are at the left edge of a logarithmic scale, which has no zero."""
_MARGIN = 0.08
_MAIN: tuple[Tick, ...] = (
    *((0.001, "1 ms"), (0.01, "10 ms"), (1.0, "1 s"), (10.0, "10 s"), (60.0, "1 min"), (600.0, "10 min")),
    *((3600.0, "1 h"), (36_000.0, "10 h"), (360_000.0, "100 h")),
)
_BETWEEN: tuple[Tick, ...] = (
    *((0.002, "2 ms"), (0.005, "5 ms"), (0.02, "20 ms"), (0.05, "50 ms"), (2.0, "2 s"), (5.0, "5 s"), (20.0, "20 s")),
    *((30.0, "30 s"), (120.0, "2 min"), (300.0, "5 min"), (1200.0, "20 min"), (7200.0, "2 h"), (18_000.0, "5 h")),
)


def _tenth() -> Tick:
    return 0.1, f"{decimal(0.1, 1)} s"


def even_ticks(top: float, step: float) -> list[Tick]:
    """Every multiple of a step up to `top`, with the decimals that it takes."""
    decimals = decimals_of(step)
    return [(place * step, decimal(place * step, decimals)) for place in range(round(top / step) + 1)]


@dataclass(frozen=True, slots=True)
class TimeScale:
    """From `start` to `end` (seconds), which are round where the scale is linear."""

    kind: Kind
    start: float
    end: float

    @classmethod
    def over(cls, kind: Kind, first: float, last: float) -> TimeScale:
        """A scale for times between `first` (the first above 0) and `last`, with room for a label."""
        if kind == "linear":
            end = last * (1 + _MARGIN) if last > 0 else 1.0
            step = nice_step(end, 6)
            return cls(kind, 0.0, ceil(end / step - 1e-9) * step)
        first = max(SHORTEST, first)
        start = 10.0 ** floor(log10(first) + 1e-9)
        end = max(last, 10 * start)
        return cls(kind, start, end * (end / start) ** _MARGIN)

    @property
    def span(self) -> tuple[float, float]:
        """Both ends, as places on the scale."""
        return self.place(self.start), self.place(self.end)

    def place(self, seconds: float) -> float:
        """The place of a time."""
        return seconds if self.kind == "linear" else log10(max(self.start, seconds))

    def places(self, seconds: NDArray[np.float64]) -> NDArray[np.float64]:
        """The places of times, float64[n]."""
        return seconds if self.kind == "linear" else np.log10(np.maximum(self.start, seconds))

    def seconds(self, place: float) -> float:
        """The time that stands at a place."""
        return place if self.kind == "linear" else float(10.0**place)

    @property
    def ticks(self) -> list[Tick]:
        """Places with their words: numbers of seconds where time goes evenly."""
        if self.kind == "linear":
            return even_ticks(self.end, nice_step(self.end, 6))
        inside = [each for each in (*_MAIN, _tenth()) if self._holds(each)]
        if len(inside) < 4:
            inside += [
                each
                for each in (*_BETWEEN, (0.2, f"{decimal(0.2, 1)} s"), (0.5, f"{decimal(0.5, 1)} s"))
                if self._holds(each)
            ]
        return [(self.place(seconds), text) for seconds, text in sorted(inside)]

    def _holds(self, tick: Tick) -> bool:
        return self.start * (1 - 1e-9) <= tick[0] <= self.end
