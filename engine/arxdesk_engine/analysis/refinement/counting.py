"""How many ways there are to divide records among finer labels: exact whole numbers, and their logarithms."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

MOST_TERMS = 2000
"""Sums of more terms are left out: what is counted is then no more than there is."""


def divisions(records: int, labels: int) -> int:
    """The vectors of `labels` counts whose sum is `records`."""
    if labels == 0:
        return int(records == 0)
    return math.comb(records + labels - 1, labels - 1)


def divisions_up_to(records: int, labels: int, most: int) -> int:
    """Those in which no count is above `most`: inclusion and exclusion of the counts that are."""
    if records > labels * most:
        return 0
    if most >= records:
        return divisions(records, labels)
    over = range(min(labels, records // (most + 1)) + 1)
    return sum((-1) ** each * math.comb(labels, each) * divisions(records - each * (most + 1), labels) for each in over)


def divisions_without_small(records: int, labels: int, least: int) -> int:
    """Those in which every count is 0 or at least `least`."""
    most = min(labels, records // least)
    return sum(math.comb(labels, each) * divisions(records - each * least, each) for each in range(most + 1))


def logarithms(count: Callable[..., int], *columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """The logarithms to base 2 of counts for rows of whole numbers int64[n] each; rows that are equal are counted once.

    -inf where there is no way.
    """
    rows, places = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    found = [count(*row) for row in rows.tolist()]
    values = np.array([math.log2(each) if each > 0 else -math.inf for each in found], np.float64)
    return values[places.ravel()]
