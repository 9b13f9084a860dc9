"""Individual risk: the chance that a record of a sample is linked correctly to its person in the population."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.risk.sample_frequencies import SampleFrequencies

_EXACT_UP_TO = 2
_BY_SERIES_FROM = 0.5  # shares from which the powers of 1 - p fall quickly
_TERMS = 54
_BY_RECURRENCE_BELOW = 16
_NODES = 48


def individual_risk(frequencies: SampleFrequencies) -> NDArray[np.float64]:
    """The expected value of 1/F of each record, float64[records], above 0 and at most 1.

    F, the frequency of its key in the population, is f plus a negative binomial number of people outside the sample,
    with p = f / F_k estimated from the weights (Benedetti & Franconi 1998). The mean is
    p^f / f * 2F1(f, f; f + 1; 1 - p) (Polettini 2003), which is p times the integral of s^(f-1) / (p + (1 - p) s) over
    s from 0 to 1. Where the weights of a key add up to less than its records, p is 1, and the risk 1/f.
    """
    f, p = _parameters(frequencies)
    pairs, of_record = np.unique(f + 1j * p, return_inverse=True)
    sizes, shares = pairs.real, pairs.imag
    integrals = np.empty(len(pairs))
    series = shares >= _BY_SERIES_FROM
    small = ~series & (sizes < _BY_RECURRENCE_BELOW)
    large = ~series & ~small
    integrals[series] = _by_series(sizes[series], shares[series])
    integrals[small] = _by_recurrence(sizes[small], shares[small])
    integrals[large] = _by_quadrature(sizes[large], shares[large])
    risks: NDArray[np.float64] = shares * integrals
    return risks[of_record]


def _by_series(f: NDArray[np.float64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The integral as 2F1(1, 1; f + 1; 1 - p) / f (Euler's transformation), whose terms fall faster than (1 - p)^n."""
    term = np.ones(len(f))
    total = np.ones(len(f))
    for n in range(1, _TERMS):
        term *= n / (f + n) * (1.0 - p)
        total += term
    return total / f


def _by_recurrence(f: NDArray[np.float64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The integral I(f) from I(1) = -log(p)/(1 - p) and p I(f) + (1 - p) I(f + 1) = 1/f: stable for p < 1/2."""
    integral = -np.log(p) / (1.0 - p)
    for size in range(1, int(f.max(initial=1.0))):
        integral = np.where(f > size, (1.0 / size - p * integral) / (1.0 - p), integral)
    return integral


def _by_quadrature(f: NDArray[np.float64], p: NDArray[np.float64]) -> NDArray[np.float64]:
    """The integral with s = exp(-x/f), by Gauss and Laguerre: its poles are more than 3 f away from the axis."""
    total = np.zeros(len(f))
    for node, weight in zip(*np.polynomial.laguerre.laggauss(_NODES), strict=True):
        total += weight / (p + (1.0 - p) * np.exp(-node / f))
    return total / f


def approximate_risk(frequencies: SampleFrequencies) -> NDArray[np.float64]:
    """The individual risk by the approximation that other programs report, float64[records].

    Keys of one or two records have their exact risk, larger ones p / (f - (1 - p)) (Polettini 2003; Hundepool et al.
    2012, section 3.6), which is slightly above it.
    """
    f, p = _parameters(frequencies)
    rough: NDArray[np.float64] = p / (f - (1.0 - p))
    small = f <= _EXACT_UP_TO
    exact = individual_risk(SampleFrequencies(frequencies.sample[small], frequencies.population[small]))
    rough[small] = exact
    return rough


def _parameters(frequencies: SampleFrequencies) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return frequencies.sample, np.minimum(1.0, frequencies.sample / frequencies.population)


@dataclass(frozen=True, slots=True)
class GlobalRisk:
    """The risk of a whole sample: the mean of the individual risks, and their sum, the number of records that a linkage
    of all of them is expected to re-identify (Hundepool et al. 2012, section 3.6). 0 without records."""

    records: int
    average: float
    expected: float
    highest: float


def global_risk(risks: NDArray[np.float64]) -> GlobalRisk:
    """The risk of a sample from the risks of its records, float64[records]."""
    if not len(risks):
        return GlobalRisk(0, 0.0, 0.0, 0.0)
    return GlobalRisk(len(risks), float(risks.mean()), float(risks.sum()), float(risks.max()))
