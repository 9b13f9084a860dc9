"""How records spread over class sizes, and so over risks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIZE_LIMITS = (1, 2, 4, 5, 10, 20, 33, 100, 1000)
"""The largest class size of each range but the last, which is open."""


@dataclass(frozen=True, slots=True)
class SizeRange:
    """Class sizes from `smallest` to `largest` (None: any size above)."""

    smallest: int
    largest: int | None

    @property
    def highest_risk(self) -> float:
        """The risk in the smallest class of the range."""
        return 1.0 / self.smallest


def size_ranges() -> tuple[SizeRange, ...]:
    """The ranges of class sizes that distributions are shown in, small classes first."""
    starts = (1, *(limit + 1 for limit in SIZE_LIMITS))
    return tuple(SizeRange(start, end) for start, end in zip(starts, (*SIZE_LIMITS, None), strict=True))


def records_by_class_size(class_sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many records are in classes of each range of `size_ranges`, int64[ranges]."""
    ranges = np.searchsorted(np.array(SIZE_LIMITS), class_sizes, side="left")
    return np.bincount(ranges, weights=class_sizes, minlength=len(SIZE_LIMITS) + 1).astype(np.int64)
