"""Population uniqueness by the shifted negative binomial model (Chen & Keller-McNulty 1998; engine reference 3.8).

Each of the K classes of the population has 1 + X people, X negative binomial with parameters a > 0 and 0 < b < 1; each
person is in the sample with probability π. With d = (1-π)(1-b) the expected numbers of sample classes of one and two
records are

    c₁ = K π (b/(1-d))^a (a d/(1-d) + 1)
    c₂ = K a π² (1-b) b^a (2 - (1-a) d) / (2 (1-d)^{a+2})

of which b^a K are the uniques of the population. K is estimated beforehand by the modified Shlosser estimator (Haas &
Stokes 1998). With v = (1-b)/(1-d) the equations are

    c₁ = K π (1-πv)^a (1 + a(1-π)v)   and   2 c₂ / (π c₁) = a v (2 + (a+1)(1-π)v) / (1 + a(1-π)v):

the second gives the only a > 0 for each v, and the first is then one equation in v, whose right side falls with v.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.risk.distribution import ClassSizeHistogram

_BISECTIONS = 75
_LOWEST, _HIGHEST = -60.0, 700.0


@dataclass(frozen=True, slots=True)
class ShiftedNegativeBinomial:
    """The number of population classes K, and a and b of the distribution of their sizes.

    `uniques` is the expected number of classes of one person, K b^a; it has more digits than can be computed from b,
    which is nearly 1 where the sizes nearly follow a Poisson distribution.
    """

    classes: float
    a: float
    b: float
    uniques: float


def snb_uniques(histogram: ClassSizeHistogram, population: int) -> float | None:
    """The estimated number of uniques in the population.

    None where no parameters give the numbers of sample uniques and pairs, or the estimate is more than the population.
    Raises ValueError when the population is smaller than the sample.
    """
    known = histogram.known_uniques(population)
    if known is not None:
        return known
    model = fit_snb(histogram, histogram.records / population)
    if model is None:
        return None
    return model.uniques if model.uniques <= population else None


def shlosser_classes(histogram: ClassSizeHistogram, fraction: float) -> float:
    """The modified Shlosser estimate of the number of population classes, for a sample of that fraction in (0, 1).

    Haas & Stokes 1998; the sample needs uniques.
    """
    sizes, numbers = histogram.sizes.astype(np.float64), histogram.numbers.astype(np.float64)
    log_kept, log_square = math.log1p(-fraction), math.log1p(-fraction * fraction)
    a = numbers @ (sizes * np.exp((sizes - 1.0) * log_square)) * fraction * fraction
    b = numbers @ (np.exp(sizes * log_square) - np.exp(sizes * log_kept))
    c = numbers @ np.exp(sizes * log_kept)
    d = numbers @ (sizes * np.exp((sizes - 1.0) * log_kept)) * fraction
    return histogram.classes + histogram.uniques * float(a / b * (c / d) ** 2)


def fit_snb(histogram: ClassSizeHistogram, fraction: float) -> ShiftedNegativeBinomial | None:
    """The parameters for a sample of that fraction π in (0, 1), with uniques; None without a solution."""
    uniques, pairs = histogram.uniques, histogram.pairs
    if pairs == 0:
        return None
    classes = shlosser_classes(histogram, fraction)
    ratio = 2.0 * pairs / (fraction * uniques)
    target = math.log(uniques / (classes * fraction))
    # The unknown is the logarithm of πv/(1-πv), which covers all v in (0, 1/π) evenly.
    low, high = _LOWEST, _HIGHEST
    if _excess(low, ratio, fraction) <= target or _excess(high, ratio, fraction) >= target:
        return None
    for _bisection in range(_BISECTIONS):
        middle = 0.5 * (low + high)
        if _excess(middle, ratio, fraction) > target:
            low = middle
        else:
            high = middle
    v = _v(low, fraction)
    a, log_b = _a(v, ratio, fraction), -_softplus(low) - math.log1p((1.0 - fraction) * v)
    return ShiftedNegativeBinomial(classes, a, math.exp(log_b), classes * math.exp(a * log_b))


def _softplus(x: float) -> float:
    """ln(1 + e^x)."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


def _v(x: float, fraction: float) -> float:
    return 1.0 / (fraction * (1.0 + math.exp(-x)))


def _a(v: float, ratio: float, fraction: float) -> float:
    """The positive root of q v² a² + v (2 + q v - q ratio) a - ratio, with q = 1 - π."""
    q = 1.0 - fraction
    quadratic, linear = q * v * v, v * (2.0 + q * v - q * ratio)
    root = math.sqrt(linear * linear + 4.0 * quadratic * ratio)
    return 2.0 * ratio / (linear + root) if linear > 0.0 else (root - linear) / (2.0 * quadratic)


def _excess(x: float, ratio: float, fraction: float) -> float:
    """The logarithm of c₁ / (K π) at x."""
    v = _v(x, fraction)
    a = _a(v, ratio, fraction)
    return math.log1p(a * (1.0 - fraction) * v) - a * _softplus(x)
