"""The sizes of the groups of a table: enough for most figures of risk, however large the table is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes, class_sizes
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.risk.distribution import ClassSizeHistogram

Sizes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ClassCounts:
    """`numbers` int64[s] classes have `sizes` int64[s] records and `population_sizes` int64[s] in the population; the
    pairs of both sizes are distinct and rising.

    They are formed by `quasi_identifiers` attributes. `suppressed` records count, but are in no class.
    """

    sizes: NDArray[np.int64]
    population_sizes: NDArray[np.int64]
    numbers: NDArray[np.int64]
    suppressed: int
    quasi_identifiers: int

    @property
    def kept(self) -> int:
        """The records in classes."""
        return int(self.sizes @ self.numbers)

    @property
    def counted(self) -> int:
        """The records that count."""
        return self.kept + self.suppressed

    @property
    def classes(self) -> int:
        """The number of classes."""
        return int(self.numbers.sum())

    @property
    def histogram(self) -> ClassSizeHistogram:
        """The sizes in the table alone."""
        sizes, place = np.unique(self.sizes, return_inverse=True)
        return ClassSizeHistogram(sizes, np.bincount(place, self.numbers, len(sizes)).astype(np.int64))

    @property
    def class_sizes(self) -> ClassSizes:
        """Average, smallest and largest size, with and without the removed records."""
        return class_sizes(self.sizes, self.suppressed, self.numbers)

    def of_sizes(self, smallest: int, largest: int | None) -> tuple[int, int]:
        """The number of classes of these sizes (None: of any size from the smallest on), and of their records."""
        inside = self.sizes >= smallest
        if largest is not None:
            inside &= self.sizes <= largest
        return int(self.numbers[inside].sum()), int((self.sizes * self.numbers)[inside].sum())


def count_classes(table: AnalyzedTable) -> ClassCounts:
    """The groups of a table by their sizes. Raises a UserError where the research subset cannot be read."""
    suppressed = table.applied.output.suppressed_records if isinstance(table, OutputTable) else 0
    classes, number = table.classes, len(table.quasi_identifiers)
    return counts_of(classes.sizes, classes.population_sizes, suppressed=suppressed, quasi_identifiers=number)


def counts_of(sizes: Sizes, population_sizes: Sizes, *, suppressed: int, quasi_identifiers: int) -> ClassCounts:
    """The groups by their sizes in the table and in the population, int64[classes]; those without records are left
    out."""
    occurs = sizes > 0
    return ClassCounts(*_counted(sizes[occurs], population_sizes[occurs]), suppressed, quasi_identifiers)


def _counted(sizes: Sizes, population_sizes: Sizes) -> tuple[Sizes, Sizes, Sizes]:
    """The distinct pairs of both sizes, rising, and how often each occurs."""
    base = int(population_sizes.max(initial=0)) + 1  # no size reaches 2³¹, so that a pair is one number
    pairs, numbers = np.unique(sizes * base + population_sizes, return_counts=True)
    return pairs // base, pairs % base, numbers
