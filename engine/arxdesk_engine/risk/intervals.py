"""Intervals of shares and of their differences."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

NORMAL = 1.959963984540054
UNDECIDED = 0.1
"""Where so large an excess cannot be excluded, "no more" is not said of a difference."""
"""Of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of a number of cases, with the interval that has the true share in 95 % of samples (Wilson 1927)."""

    some: int
    of: int

    @property
    def value(self) -> float:
        """The share; 0 without a case."""
        return self.some / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """From 0 to 1 without a case."""
        if not self.of:
            return 0.0, 1.0
        z, n, share = NORMAL, self.of, self.value
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {"some": self.some, "of": self.of, "share": self.value, "interval": list(self.interval)}


def wilson_widths(some: NDArray[np.int64], of: NDArray[np.int64]) -> NDArray[np.float64]:
    """How wide the intervals of many shares are, float64[n], before they end at 0 and 1; each is of a case or more."""
    z, share = NORMAL, some / of
    return 2 * z / (1 + z * z / of) * np.sqrt(share * (1 - share) / of + z * z / (4 * of * of))


def is_open(found: tuple[float, float, float]) -> bool:
    """Whether a difference with its interval can be 0 as well as larger than UNDECIDED: too few were compared."""
    _value, low, high = found
    return low <= 0.0 <= high and high > UNDECIDED


def difference(first: Share, second: Share) -> tuple[float, float, float]:
    """The first share less the second, with its interval of 95 % (Newcombe 1998, method 10)."""
    (low, high), (other_low, other_high) = first.interval, second.interval
    found = first.value - second.value
    down = math.sqrt((first.value - low) ** 2 + (other_high - second.value) ** 2)
    up = math.sqrt((high - first.value) ** 2 + (second.value - other_low) ** 2)
    return found, found - down, found + up
