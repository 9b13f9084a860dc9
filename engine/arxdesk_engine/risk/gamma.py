"""Differences of the gamma function's logarithm and derivatives that keep their digits where arguments are large.

The estimators of uniqueness compare such functions at arguments of the size of a population; subtracting the values
themselves would lose up to ten digits. All use the asymptotic expansions (Abramowitz & Stegun 6.1.40, 6.3.18, 6.4.12)
from `_LARGE` on, where those are exact to the last digits.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_LARGE = 16.0

_Numbers = TypeVar("_Numbers", float, NDArray[np.float64])


def log_gamma_difference(x: float, m: float) -> float:
    """The logarithm of Γ(x + m) / Γ(x); x and x + m must be positive."""
    end = x + m
    remainders = _stirling_remainder(end) - _stirling_remainder(x)
    return (x - 0.5) * math.log1p(m / x) + m * (math.log(end) - 1.0) + remainders


def _stirling_remainder(x: float) -> float:
    """The remainder of Stirling's formula: ln Γ(x) - (x - ½) ln x + x - ½ ln 2π."""
    if x < _LARGE:
        return math.lgamma(x) - (x - 0.5) * math.log(x) + x - 0.5 * math.log(2.0 * math.pi)
    return _stirling_tail(1.0 / x)


def _stirling_tail(inverse: _Numbers) -> _Numbers:
    square = inverse * inverse
    return inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))


def log_gamma_differences(x: NDArray[np.float64], m: NDArray[np.float64]) -> NDArray[np.float64]:
    """The logarithms of Γ(x + m) / Γ(x), float64[n]; all x and x + m must be positive."""
    end = x + m
    logarithms: NDArray[np.float64] = (x - 0.5) * np.log1p(m / x) + m * (np.log(end) - 1.0)
    return logarithms + (_stirling_remainders(end) - _stirling_remainders(x))


def _stirling_remainders(x: NDArray[np.float64]) -> NDArray[np.float64]:
    remainders = _stirling_tail(1.0 / x)
    if x.min(initial=_LARGE) < _LARGE:
        small = np.flatnonzero(x < _LARGE)
        remainders[small] = [_stirling_remainder(each) for each in x[small].tolist()]
    return remainders


def digamma_difference(x: float, m: float) -> float:
    """ψ(x + m) - ψ(x), which is the sum of 1/(x + i) over i = 0 … m - 1 where m is an integer; x > 0, m >= 0."""
    if x < _LARGE:
        from scipy.special import psi  # noqa: PLC0415

        return float(psi(x + m) - psi(x))
    end = x + m
    difference = math.log1p(m / x) + 0.5 * m / (x * end)
    return difference + _digamma_tail(1.0 / (x * x)) - _digamma_tail(1.0 / (end * end))


def _digamma_tail(square: float) -> float:
    """ln x - 1/(2x) - ψ(x), of 1/x²."""
    return square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132))))


def trigamma(x: float) -> float:
    """ψ'(x), for x > 0."""
    total = 0.0
    while x < _LARGE:
        total += 1.0 / (x * x)
        x += 1.0
    return total + trigamma_of_large(x)


def trigamma_of_large(x: _Numbers) -> _Numbers:
    """ψ'(x), for x >= 16."""
    inverse = 1.0 / x
    square = inverse * inverse
    tail = square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - square * (5 / 66)))))
    return inverse + 0.5 * square + inverse * tail
