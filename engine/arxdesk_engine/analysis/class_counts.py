"""The sizes of the groups of a table: enough for most figures of risk, however large the table is."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes, class_sizes
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.classes.people_at_risk import PeopleAtRisk
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.reidentification import ProsecutorRisk, prosecutor_risk

Sizes = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class ClassCounts:
    """`numbers` int64[s] classes have `sizes` int64[s] records and `population_sizes` int64[s] in the population; the
    pairs of both sizes are distinct and rising.

    They are formed by `quasi_identifiers` attributes. `suppressed` records count, but are in no class. Where the table
    says whose the records are, all of these are numbers of people, and `people` int64[s] counts them by the size of the
    smallest class they are in, `people_of_population` int64[s] by that of the smallest one in the population.
    """

    sizes: NDArray[np.int64]
    population_sizes: NDArray[np.int64]
    numbers: NDArray[np.int64]
    suppressed: int
    quasi_identifiers: int
    people: NDArray[np.int64] | None = None
    people_of_population: NDArray[np.int64] | None = None

    @property
    def affected(self) -> NDArray[np.int64]:
        """The records in classes of each pair of sizes, or the people whose smallest class has them, int64[s]."""
        return self.sizes * self.numbers if self.people is None else self.people

    @property
    def affected_in_population(self) -> NDArray[np.int64]:
        """The same by the sizes in the population."""
        return self.sizes * self.numbers if self.people_of_population is None else self.people_of_population

    @property
    def kept(self) -> int:
        """The records in classes, or people."""
        return int(self.affected.sum())

    @property
    def counted(self) -> int:
        """The records that count."""
        return self.kept + self.suppressed

    @property
    def unit(self) -> Unit:
        """What is counted."""
        return "records" if self.people is None else "people"

    @property
    def classes(self) -> int:
        """The number of classes."""
        return int(self.numbers.sum())

    @property
    def histogram(self) -> ClassSizeHistogram:
        """The sizes in the table alone."""
        sizes, place = np.unique(self.sizes, return_inverse=True)
        numbers = np.bincount(place, self.numbers, len(sizes)).astype(np.int64)
        if self.people is None:
            return ClassSizeHistogram(sizes, numbers)
        return ClassSizeHistogram(sizes, numbers, np.bincount(place, self.people, len(sizes)).astype(np.int64))

    @property
    def class_sizes(self) -> ClassSizes:
        """Average, smallest and largest size, with and without the removed records."""
        found = class_sizes(self.sizes, self.suppressed, self.numbers)
        return replace(found, unit=self.unit)

    def of_sizes(self, smallest: int, largest: int | None) -> tuple[int, int]:
        """The number of classes of these sizes (None: of any size from the smallest on), and of their records,
        or of the people whose smallest class is one of them."""
        inside = self.sizes >= smallest
        if largest is not None:
            inside &= self.sizes <= largest
        return int(self.numbers[inside].sum()), int(self.affected[inside].sum())


def count_classes(table: AnalyzedTable) -> ClassCounts:
    """The groups of a table by their sizes. Raises a UserError where the research subset cannot be read."""
    suppressed = table.applied.output.suppressed_records if isinstance(table, OutputTable) else 0
    classes, number = table.classes, len(table.quasi_identifiers)
    return counts_of(
        classes.sizes,
        classes.population_sizes,
        suppressed=suppressed,
        quasi_identifiers=number,
        people=classes.people,
    )


def counts_of(
    sizes: Sizes,
    population_sizes: Sizes,
    *,
    suppressed: int,
    quasi_identifiers: int,
    people: PeopleAtRisk | None = None,
) -> ClassCounts:
    """The groups by their sizes in the table and in the population, int64[classes]; those without records are left
    out. With `people` sizes are numbers of people, and those who were removed are counted in place of records."""
    occurs = sizes > 0
    found = _counted(sizes[occurs], population_sizes[occurs])
    if people is None:
        return ClassCounts(*found, suppressed, quasi_identifiers)
    by_size = _by_first_of(found[0], people.smallest)
    by_population = _by_first_of(found[1], people.smallest_in_population)
    return ClassCounts(*found, people.removed, quasi_identifiers, by_size, by_population)


def histogram_of(sizes: Sizes, people: PeopleAtRisk | None) -> ClassSizeHistogram:
    """The groups of so many records, or people, int64[classes], by their sizes."""
    if people is None:
        return ClassSizeHistogram.of(sizes)
    return _in_table(sizes, people).histogram


def risk_of(sizes: Sizes, people: PeopleAtRisk | None) -> ProsecutorRisk:
    """The prosecutor's risk in groups of so many records, or people, int64[classes]."""
    if people is None:
        return prosecutor_risk(sizes)
    counts = _in_table(sizes, people)
    return prosecutor_risk(counts.sizes, numbers=counts.numbers, affected=counts.people)


def _in_table(sizes: Sizes, people: PeopleAtRisk) -> ClassCounts:
    """The groups by their people in the table alone."""
    alone = PeopleAtRisk(people.smallest, people.smallest, people.removed)
    return counts_of(sizes, sizes, suppressed=0, quasi_identifiers=0, people=alone)


def _by_first_of(sizes: Sizes, smallest: Sizes) -> Sizes:
    """How many people have each size as their smallest one, at the first of equal sizes, int64[sizes]."""
    distinct, first = np.unique(sizes, return_index=True)
    counted = np.zeros(len(sizes), np.int64)
    counted[first] = np.bincount(np.searchsorted(distinct, smallest), minlength=len(distinct))
    return counted


def _counted(sizes: Sizes, population_sizes: Sizes) -> tuple[Sizes, Sizes, Sizes]:
    """The distinct pairs of both sizes, rising, and how often each occurs."""
    base = int(population_sizes.max(initial=0)) + 1  # no size reaches 2³¹, so that a pair is one number
    pairs, numbers = np.unique(sizes * base + population_sizes, return_counts=True)
    return pairs // base, pairs % base, numbers
