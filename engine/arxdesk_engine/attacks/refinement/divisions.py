"""Of all ways to divide the records of a group among finer labels, the share in which no label has too many or too few.

Each record has each combination of values with the same chance, which is how ways are counted: the numbers of records
with each label are multinomial. With p the shares of the labels and A the numbers allowed, the share is
n! [z^n] prod_i sum_{x in A} (p_i z)^x / x!. Logarithms to base e.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
MOST_RECORDS = 1000
"""Larger groups are left out: nothing is concluded of them."""
MOST_LABELS = 100
MOST_TABLES = 10_000
"""Divisions among all combinations of labels that are gone through one by one."""


def none_small(records: int, shares: Floats, least: int) -> float | None:
    """The logarithm of the share of ways in which each label has no record or at least `least`; None where unknown."""
    if len(shares) == 1:
        return 0.0
    if records < 2 * least:  # all have the same label
        return float(_sum_of_logs(records * np.log(shares)))
    if records > MOST_RECORDS or len(shares) > MOST_LABELS:
        return None
    return _ways(records, shares, [0, *range(least, records + 1)])


def none_above(records: int, shares: Floats, most: int) -> float:
    """The same in which no label has more than `most`; 0 where that is unknown."""
    if records <= most or records > MOST_RECORDS or len(shares) > MOST_LABELS:
        return 0.0
    if records > most * len(shares):
        return -math.inf
    return _ways(records, shares, list(range(most + 1)))


def _ways(records: int, shares: Floats, allowed: list[int]) -> float:
    factorials = np.array([math.lgamma(each + 1) for each in range(records + 1)])
    found = np.full(records + 1, -np.inf)
    found[0] = 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        for share in np.log(shares).tolist():
            after = np.full(records + 1, -np.inf)
            for number in allowed:
                moved = found[: records + 1 - number] + number * share - factorials[number]
                after[number:] = np.logaddexp(after[number:], moved)
            found = after
    return float(found[records] + factorials[records])


def none_small_anywhere(records: int, shares: tuple[Floats, ...], least: int) -> float | None:
    """The same as `none_small` in each of several attributes at once; None where these are too many to go through."""
    cells = math.prod(len(each) for each in shares)
    if math.comb(records + cells - 1, cells - 1) > MOST_TABLES:
        return None
    joint = np.log(shares[0])
    for each in shares[1:]:
        joint = np.add.outer(joint, np.log(each))
    logs, total = joint.ravel(), -math.inf
    for chosen in combinations_with_replacement(range(cells), records):
        counts = np.bincount(chosen, minlength=cells)
        table = counts.reshape([len(each) for each in shares])
        sums = [table.sum(axis=tuple(each for each in range(table.ndim) if each != axis)) for axis in range(table.ndim)]
        if all(((each == 0) | (each >= least)).all() for each in sums):
            ways = math.lgamma(records + 1) - sum(math.lgamma(each + 1) for each in counts.tolist())
            total = float(np.logaddexp(total, ways + float(counts @ logs)))
    return total


def _sum_of_logs(logs: Floats) -> float:
    return float(np.logaddexp.reduce(logs))
