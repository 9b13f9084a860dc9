"""One number from one loss per attribute."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Scores = NDArray[np.float64]
AggregateFunction = Callable[[Scores], Scores]


def _geometric_mean(losses: Scores) -> Scores:
    product: Scores = np.prod(losses + 1.0, axis=-1)
    mean: Scores = np.power(product, 1.0 / losses.shape[-1]) - 1.0
    return mean


def _arithmetic_mean(losses: Scores) -> Scores:
    total: Scores = np.sum(losses, axis=-1)
    mean: Scores = total / losses.shape[-1]
    return mean


AGGREGATES: dict[str, AggregateFunction] = {
    "sum": lambda losses: np.sum(losses, axis=-1),
    "maximum": lambda losses: np.max(losses, axis=-1),
    "arithmetic-mean": _arithmetic_mean,
    "geometric-mean": _geometric_mean,
}
"""From weighted losses float64[..., attributes] to float64[...]; each never falls when any loss rises."""


def normalized_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights divided by the largest; all 1 when all are 0 (engine reference 4.1)."""
    largest = weights.max(initial=0.0)
    return weights / largest if largest > 0 else np.ones_like(weights)
