"""Population uniqueness by Zayatz's method (Zayatz 1991; engine reference 3.8)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.gamma import log_gamma_differences


def zayatz_uniques(histogram: ClassSizeHistogram, population: int) -> float:
    """The estimated number of uniques in the population of N; it always exists.

    The classes of the population are taken to have the sizes of those of the sample, fᵢ of u with i records. A class
    of i leaves one record in a sample of n with the hypergeometric probability H(i), so that a record that is unique
    in the sample is unique in the population with probability P = f₁ H(1) / Σ fᵢ H(i). The estimate is f₁ P N / n,
    which is f₁² / Σ fᵢ H(i), for H(1) = n / N. Raises ValueError when the population is smaller than the sample.
    """
    known = histogram.known_uniques(population)
    if known is not None:
        return known
    expected = histogram.numbers @ probability_of_one(histogram.sizes, population, histogram.records)
    return min(histogram.uniques**2 / float(expected), float(population))


def probability_of_one(sizes: NDArray[np.int64], population: int, records: int) -> NDArray[np.float64]:
    """H(i): the probability of one record of a class of i in a sample drawn without replacement, float64[s].

    sizes int64[s], ascending, at least 1. H(i) = i n/N Π_{j=0}^{i-2} (N-n-j)/(N-1-j), whose product is computed as a
    quotient of gamma functions.
    """
    fitting = int(np.searchsorted(sizes, population - records + 1, side="right"))
    others = sizes[:fitting].astype(np.float64) - 1.0
    logarithms = log_gamma_differences(population - records + 1.0 - others, others)
    logarithms -= log_gamma_differences(population - others, others)
    probabilities = np.zeros(len(sizes))
    probabilities[:fitting] = sizes[:fitting] * (records / population) * np.exp(logarithms)
    return probabilities
