"""Population uniques among sample uniques by a log-linear model of the keys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.risk.sample_frequencies import Amounts, SampleFrequencies
from arxdesk_engine.risk.wildcards import DistinctTuples


def independent_means(tuples: DistinctTuples, amounts: Amounts) -> Amounts:
    """The expected amount of each key when its attributes are independent, float64[tuples].

    This is the Poisson log-linear model of main effects, whose maximum-likelihood fit is known in closed form: n times
    the product of the shares of the values of a key (Bishop, Fienberg & Holland 1975). `amounts` float64[tuples]: with
    the records of each key the means of the sample, with its sums of sampling weights those of the population, by
    pseudo maximum likelihood (Skinner & Shlomo 2008, section 4). A suppressed cell is a value of its own.
    """
    total = float(amounts.sum())
    means = np.full(len(amounts), total)
    for codes in tuples.codes:
        cells = codes + 1
        means *= np.bincount(cells, amounts)[cells] / total
    return means


@dataclass(frozen=True, slots=True)
class UniquesRisk:
    """The sample uniques of a table: their number; how many of them are expected to be unique in the population, and to
    be linked correctly (tau 1 and tau 2 of Skinner & Shlomo 2008)."""

    sample_uniques: int
    population_uniques: float
    correct_links: float


def risk_of_uniques(counts: NDArray[np.int64], means: Amounts, fractions: Amounts) -> UniquesRisk:
    """The risk of the keys that one record of the sample has.

    `counts` int64[keys] are their records in the sample, `means` float64[keys] their expected frequencies in the
    population, `fractions` float64[keys] the shares of them that are in the sample, above 0 and at most 1. With
    m = mean (1 - fraction) people expected outside the sample, a sample unique is unique in the population with
    probability exp(-m), and linked correctly with (1 - exp(-m)) / m (Skinner & Holmes 1998; Skinner & Shlomo 2008,
    equations 2 to 4).
    """
    unique = counts == 1
    outside = means[unique] * (1.0 - fractions[unique])
    links = np.ones(len(outside))
    np.divide(-np.expm1(-outside), outside, out=links, where=outside > 0.0)
    return UniquesRisk(int(unique.sum()), float(np.exp(-outside).sum()), float(links.sum()))


def log_linear_risk(tuples: DistinctTuples, weights: Amounts, frequencies: SampleFrequencies) -> UniquesRisk:
    """The risk of the sample uniques with sampling weights, float64[rows], by the model of main effects.

    `frequencies` are those of the keys; suppressed cells match every value in them, and are values for the model.
    """
    population: Amounts = np.bincount(tuples.tuple_of_record, weights, len(tuples)).astype(np.float64)
    means = independent_means(tuples, population)[tuples.tuple_of_record]
    fractions = np.minimum(1.0, frequencies.sample / frequencies.population)
    return risk_of_uniques(frequencies.sample.astype(np.int64), means, fractions)
