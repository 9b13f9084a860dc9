"""The sizes of the equivalence classes of a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.words import Unit


@dataclass(frozen=True, slots=True)
class Sizes:
    """The number of classes, and the average, smallest and largest size; all 0 without classes."""

    classes: int
    average: float
    smallest: int
    largest: int


@dataclass(frozen=True, slots=True)
class ClassSizes:
    """The classes that are kept, and the same with all suppressed records as one class more (reference 4.16).

    Of a table that says whose its records are, all of these are people, each counted in every class (`unit`).
    """

    kept: Sizes
    with_suppressed: Sizes
    kept_records: int
    suppressed_records: int
    records: int
    unit: Unit = "records"


def class_sizes(sizes: NDArray[np.int64], suppressed: int = 0, numbers: NDArray[np.int64] | None = None) -> ClassSizes:
    """From the sizes of the classes that are kept, int64[classes], and the number of suppressed records.

    `numbers` int64[classes] says how many classes there are of each size, where equal ones are given once.
    """
    numbers = np.ones_like(sizes) if numbers is None else numbers
    kept = int(sizes @ numbers)
    every, of_every = (np.append(sizes, suppressed), np.append(numbers, 1)) if suppressed else (sizes, numbers)
    return ClassSizes(_of(sizes, numbers), _of(every, of_every), kept, suppressed, kept + suppressed)


def _of(sizes: NDArray[np.int64], numbers: NDArray[np.int64]) -> Sizes:
    if not len(sizes):
        return Sizes(0, 0.0, 0, 0)
    classes = int(numbers.sum())
    return Sizes(classes, int(sizes @ numbers) / classes, int(sizes.min()), int(sizes.max()))
