"""One number from one loss per attribute."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.kernels.aggregates import ARITHMETIC_MEAN, GEOMETRIC_MEAN, MAXIMUM, SUM

Scores = NDArray[np.float64]

AGGREGATES: dict[str, int] = {
    "sum": SUM,
    "maximum": MAXIMUM,
    "arithmetic-mean": ARITHMETIC_MEAN,
    "geometric-mean": GEOMETRIC_MEAN,
}
"""The aggregates by the name they have in a job; each never falls when any loss rises."""


def aggregated(losses: Scores, kind: int) -> float:
    """One number from weighted losses float64[attributes]; the same function that bounds are formed with."""
    from engine.kernels.bound import aggregate  # noqa: PLC0415 - Numba is loaded where it is first needed

    return float(aggregate(np.ascontiguousarray(losses), kind))


def aggregated_at(table: Scores, levels: NDArray[np.int16], kind: int) -> float:
    """One number from the weighted losses in a table float64[attributes, levels], at `levels` int16[attributes]."""
    from engine.kernels.bound import bound_at  # noqa: PLC0415

    return bound_at(table, levels, kind, np.empty(len(levels)))


def normalized_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights divided by the largest; all 1 when all are 0 (engine reference 4.1)."""
    largest = weights.max(initial=0.0)
    return weights / largest if largest > 0 else np.ones_like(weights)
