"""One number from one loss per attribute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.aggregates import ARITHMETIC_MEAN, GEOMETRIC_MEAN, MAXIMUM, RANK, SUM

Scores = NDArray[np.float64]

AGGREGATES: dict[str, int] = {
    "sum": SUM,
    "maximum": MAXIMUM,
    "arithmetic-mean": ARITHMETIC_MEAN,
    "geometric-mean": GEOMETRIC_MEAN,
    "rank": RANK,
}
"""The aggregates by the name they have in a job; each never falls when any loss rises."""


class RankedScore(float):
    """Losses compared by rank: the largest first, then the second largest, and so on (engine reference 4.1).

    As a number, to be shown, it is their geometric mean. Beside a plain number the numbers are compared.
    """

    losses: tuple[float, ...]

    def __new__(cls, losses: Scores) -> Self:
        """From weighted losses float64[attributes], in any order."""
        score = super().__new__(cls, _aggregated(losses, GEOMETRIC_MEAN))
        score.losses = tuple(sorted(losses.tolist(), reverse=True))
        return score

    @classmethod
    def kept(cls, number: float, losses: Sequence[float]) -> Self:
        """The score with this number and these losses, the largest first; recomputed it may differ in a digit."""
        score = super().__new__(cls, number)
        score.losses = tuple(losses)
        return score

    def gap_above(self, bound: float) -> float:
        """The possible decrease of the largest loss, as a share of it: the only certain gap in this order.

        1 if the bound is a plain number, which implies nothing about single losses.
        """
        largest = self.losses[0]
        if largest == 0.0:
            return 0.0
        return max(0.0, (largest - bound.losses[0]) / largest) if isinstance(bound, RankedScore) else 1.0

    def __eq__(self, other: object) -> bool:
        return self.losses == other.losses if isinstance(other, RankedScore) else float(self) == other

    def __hash__(self) -> int:
        return hash(self.losses)

    def __lt__(self, other: float) -> bool:
        return self.losses < other.losses if isinstance(other, RankedScore) else float(self) < other

    def __le__(self, other: float) -> bool:
        return self.losses <= other.losses if isinstance(other, RankedScore) else float(self) <= other

    def __gt__(self, other: float) -> bool:
        return not self <= other

    def __ge__(self, other: float) -> bool:
        return not self < other

    def __reduce__(self) -> tuple[Any, ...]:
        return RankedScore, (np.array(self.losses),)


def aggregated(losses: Scores, kind: int) -> float:
    """One number from weighted losses float64[attributes]; the same function that bounds are formed with."""
    return RankedScore(losses) if kind == RANK else _aggregated(losses, kind)


def aggregated_at(table: Scores, levels: NDArray[np.int16], kind: int) -> float:
    """One number from the weighted losses in a table float64[attributes, levels], at `levels` int16[attributes]."""
    from arxdesk_engine.kernels.bound import bound_at  # noqa: PLC0415

    if kind == RANK:
        return RankedScore(table[np.arange(len(levels)), levels])
    return bound_at(table, levels, kind, np.empty(len(levels)))


def aggregated_rows(losses: Scores, kind: int) -> Scores:
    """One number float64[n] for each row of weighted losses float64[n, attributes]; of ranked ones that shown."""
    from arxdesk_engine.kernels.scores import aggregate_rows  # noqa: PLC0415

    scores = np.empty(len(losses))
    aggregate_rows(np.ascontiguousarray(losses), GEOMETRIC_MEAN if kind == RANK else kind, scores)
    return scores


def normalized_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights divided by the largest; all 1 when all are 0 (engine reference 4.1)."""
    largest = weights.max(initial=0.0)
    return weights / largest if largest > 0 else np.ones_like(weights)


def rounded_down(losses: Scores) -> Scores:
    """Losses float64[...] at ten decimals, rounded down, never below 0 (engine reference 4.1)."""
    decimals = 1e10
    nearest = np.rint(losses * decimals)
    down = np.where(nearest / decimals > losses, nearest - 1.0, nearest) / decimals
    found: Scores = np.maximum(down, 0.0)
    return found


def _aggregated(losses: Scores, kind: int) -> float:
    from arxdesk_engine.kernels.bound import aggregate  # noqa: PLC0415 - Numba is loaded where it is first needed

    found = float(aggregate(np.ascontiguousarray(losses), kind))
    return found if math.isfinite(found) else float(np.finfo(np.float64).max)
