"""How many records each row of a table stands for, read a second time from its column of counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
_MOST = 2**53
"""Floating-point numbers are exact up to here."""
_NO_COUNT = 0
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def counts_in(cells: pd.Categorical, number_in: Callable[[str], str | None] = str) -> Numbers:
    """The counts of the rows, int64[rows].

    `number_in` gives a text with a decimal point for a cell, None for what is no number. Raises ValueError, without the
    cell, where one is no whole number from 1 on, and where their sum would not be exact.
    """
    counts: Numbers = np.array([_count(number_in(text)) for text in cells.categories], np.int64)[cells.codes]
    if (counts == _NO_COUNT).any():
        raise ValueError("a count is no whole number from 1 on")
    if counts.sum(dtype=np.float64) > _MOST:
        raise ValueError("the counts are too large to be added up")
    return counts


def _count(text: str | None) -> int:
    if text is None or _NUMBER.fullmatch(text) is None:
        return _NO_COUNT
    number = Decimal(text)
    return int(number) if 1 <= number <= _MOST and number == number.to_integral_value() else _NO_COUNT
