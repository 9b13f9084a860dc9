"""A quality measure: its raw value between the best and the worst one possible, and aggregates over attributes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """What an output loses by one measure: `raw`, in [minimum, maximum]; the smaller, the more detail is kept.

    `minimum` is that of the input, `maximum` that of an output that tells nothing.
    """

    raw: float
    minimum: float
    maximum: float

    @property
    def quality(self) -> float:
        """1 as in the input, 0 where nothing is left: 1 - (raw - minimum) / (maximum - minimum), in [0, 1].

        Where minimum and maximum are the same there is nothing to lose: 1, or 0 above them.
        """
        if self.maximum > self.minimum:
            return 1.0 - min(max((self.raw - self.minimum) / (self.maximum - self.minimum), 0.0), 1.0)
        return 1.0 if self.raw <= self.minimum else 0.0


@dataclass(frozen=True, slots=True)
class Aggregates:
    """One measure of several attributes as one (engine reference 4.15).

    Raw value, minimum and maximum are aggregated each by itself and normalized afterwards, so that attributes with
    many values weigh more; the geometric mean is (Π (x + 1))^(1/m) - 1. `arithmetic_mean_of_qualities` and
    `geometric_mean_of_qualities` normalize first, so that all attributes weigh the same: 1 minus the mean of the
    normalized losses.
    """

    arithmetic_mean: Measure
    geometric_mean: Measure
    maximum: Measure
    arithmetic_mean_of_qualities: float
    geometric_mean_of_qualities: float


def aggregates(measures: Sequence[Measure]) -> Aggregates:
    """Aggregate one measure over the attributes, of which there must be at least one."""

    def over(aggregate: Callable[[Sequence[float]], float]) -> Measure:
        return Measure(
            aggregate([each.raw for each in measures]),
            aggregate([each.minimum for each in measures]),
            aggregate([each.maximum for each in measures]),
        )

    losses = [1.0 - each.quality for each in measures]
    return Aggregates(
        over(_arithmetic_mean),
        over(_geometric_mean),
        over(max),
        1.0 - _arithmetic_mean(losses),
        1.0 - _geometric_mean(losses),
    )


def _arithmetic_mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _geometric_mean(values: Sequence[float]) -> float:
    return math.expm1(math.fsum(map(math.log1p, values)) / len(values))
