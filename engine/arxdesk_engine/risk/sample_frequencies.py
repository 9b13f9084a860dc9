"""Frequencies of keys in a sample, and in the population that the sample stands for."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.risk.wildcards import SUPPRESSED_CELL, DistinctTuples, compatible_records

Amounts = NDArray[np.float64]

_SUM_BITS = 61


@dataclass(frozen=True, slots=True)
class SampleFrequencies:
    """The frequencies of the key of each record.

    `sample` float64[records]: f_k, how many records of the sample are compatible with it, itself among them, at least
    1 and whole. `population` float64[records]: F_k, estimated by the sum of their sampling weights, above 0.
    """

    sample: Amounts
    population: Amounts


def sample_frequencies(tuples: DistinctTuples, weights: Amounts, control: Control | None = None) -> SampleFrequencies:
    """The frequencies of the keys of records with sampling weights (Benedetti & Franconi 1998; Hundepool et al. 2012,
    section 3.6).

    `weights` float64[rows]: the sampling weight of each row, which has to be one record. Suppressed cells match every
    value; weights are added up in units of 2^-61 of their sum then, so that they are counted as records are. Raises
    ValueError for weights that are not positive and finite, or not as many as rows; Stopped.
    """
    if len(weights) != tuples.rows:
        raise ValueError("every record needs one weight")
    if not (np.isfinite(weights) & (weights > 0.0)).all():
        raise ValueError("sampling weights have to be positive numbers")
    sums: Amounts = np.bincount(tuples.tuple_of_record, weights, len(tuples)).astype(np.float64)
    if not (tuples.codes == SUPPRESSED_CELL).any():
        return _of_records(tuples, tuples.counts.astype(np.float64), sums)
    scale = 2.0 ** (_SUM_BITS - math.frexp(float(sums.sum()))[1])
    in_units = np.maximum(1, np.rint(sums * scale)).astype(np.int64)
    sample = compatible_records(tuples, control)
    population = compatible_records(dataclasses.replace(tuples, counts=in_units), control)
    if sample is None or population is None:
        raise Stopped
    return _of_records(tuples, sample.astype(np.float64), population / scale)


def _of_records(tuples: DistinctTuples, sample: Amounts, population: Amounts) -> SampleFrequencies:
    return SampleFrequencies(sample[tuples.tuple_of_record], population[tuples.tuple_of_record])
