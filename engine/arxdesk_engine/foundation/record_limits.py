"""Limits on numbers of records, as shares that mean the decimals they are written as."""

from __future__ import annotations

import math
from fractions import Fraction


def records_within(share: float | Fraction, records: int) -> int:
    """How many of so many records a share allows at most, the share meant as it is written: 29 of 100 with 0.29.

    Binary numbers next to a decimal may be a little less than it. A share that was computed, such as that of 3 records
    of 7, allows them all.
    """
    number = math.floor(Fraction(str(share)) * records)
    return number + 1 if number < records and (number + 1) / records <= share else number
