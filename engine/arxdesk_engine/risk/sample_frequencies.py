"""Frequencies of keys in a sample, and in the population that the sample stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.risk.wildcards import SUPPRESSED_CELL, DistinctTuples

Amounts = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SampleFrequencies:
    """The frequencies of the key of each record.

    `sample` float64[records]: f_k, how many records of the sample are compatible with it, itself among them, at least
    1 and whole. `population` float64[records]: F_k, estimated by the sum of their sampling weights, above 0.
    """

    sample: Amounts
    population: Amounts


def sample_frequencies(tuples: DistinctTuples, weights: Amounts) -> SampleFrequencies:
    """The frequencies of the keys of records with sampling weights (Benedetti & Franconi 1998; Hundepool et al. 2012,
    section 3.6).

    `weights` float64[rows]: the sampling weight of each row, which has to be one record. Suppressed cells match every
    value. Raises ValueError for weights that are not positive and finite, or not as many as rows.
    """
    if len(weights) != tuples.rows:
        raise ValueError("every record needs one weight")
    if not (np.isfinite(weights) & (weights > 0.0)).all():
        raise ValueError("sampling weights have to be positive numbers")
    sums = np.bincount(tuples.tuple_of_record, weights, len(tuples))
    amounts = np.array([tuples.counts.astype(np.float64), sums])
    sample, population = _compatible_sums(tuples.codes, amounts)[:, tuples.tuple_of_record]
    return SampleFrequencies(sample, population)


def _compatible_sums(codes: NDArray[np.int32], amounts: Amounts) -> Amounts:
    """The sum of each amount over all tuples compatible with each tuple, float64[amounts, tuples].

    Tuples with the same suppressed attributes are one pattern. Two patterns are compared on what neither suppresses:
    work is patterns x patterns x the tuples in them.
    """
    if not (codes == SUPPRESSED_CELL).any():
        return amounts
    patterns = list(_patterns(codes))
    totals = np.zeros_like(amounts)
    for kept, members in patterns:
        for other_kept, others in patterns:
            totals[:, members] += _sums_where_equal(codes[kept & other_kept], members, others, amounts)
    return totals


def _patterns(codes: NDArray[np.int32]) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.int64]]]:
    """The attributes that are not suppressed, bool[attributes], and the tuples with just those."""
    shown, pattern_of = np.unique(codes != SUPPRESSED_CELL, axis=1, return_inverse=True)
    order = np.argsort(pattern_of, kind="stable")
    ends = np.cumsum(np.bincount(pattern_of))
    yield from zip(shown.T, np.split(order, ends[:-1]), strict=True)


def _sums_where_equal(
    codes: NDArray[np.int32], members: NDArray[np.int64], others: NDArray[np.int64], amounts: Amounts
) -> Amounts:
    """The sum of each amount over the others that equal each member in all of `codes`."""
    both = np.concatenate([members, others])
    group = np.zeros(len(both), np.int64)
    for column in codes:
        cells = column[both].astype(np.int64)
        group = np.unique(group * (int(cells.max()) + 1) + cells, return_inverse=True)[1]
    groups = int(group.max()) + 1
    of_members, of_others = np.split(group, [len(members)])
    return np.array([np.bincount(of_others, amount[others], groups)[of_members] for amount in amounts])
