"""The distribution of records over class sizes, and so over risks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SIZE_LIMITS = (1, 2, 4, 5, 10, 20, 33, 100, 1000)
"""The largest class size of each range but the last, which is open."""

RISK_THRESHOLDS = (
    *(1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3),
    *(0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09),
    *(0.1, 0.125, 0.143, 0.167, 0.2, 0.25, 0.334, 0.5, 1.0),
)
"""The risks at which the distribution of risks is cut (engine reference 5.2)."""

_SPARSE = 8


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
    """The ranges of class sizes in distributions, small classes first."""
    starts = (1, *(limit + 1 for limit in SIZE_LIMITS))
    return tuple(SizeRange(start, end) for start, end in zip(starts, (*SIZE_LIMITS, None), strict=True))


def records_by_class_size(
    class_sizes: NDArray[np.int64], numbers: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """The number of records in classes of each range of `size_ranges`, int64[ranges].

    `numbers` int64[classes] is the multiplicity of each class size, if equal ones are given once.
    """
    return _summed_by_range(class_sizes, class_sizes if numbers is None else class_sizes * numbers)


def affected_by_size(histogram: ClassSizeHistogram) -> NDArray[np.int64]:
    """The same from the number of classes of each size; people where they are counted."""
    return _summed_by_range(histogram.sizes, histogram.affected)


def classes_by_size(class_sizes: NDArray[np.int64], numbers: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
    """The number of classes in each range of `size_ranges`, int64[ranges]; `numbers` as above."""
    return _summed_by_range(class_sizes, np.ones_like(class_sizes) if numbers is None else numbers)


def _summed_by_range(class_sizes: NDArray[np.int64], summed: NDArray[np.int64]) -> NDArray[np.int64]:
    ranges = np.searchsorted(np.array(SIZE_LIMITS), class_sizes, side="left")
    return np.bincount(ranges, weights=summed, minlength=len(SIZE_LIMITS) + 1).astype(np.int64)


@dataclass(frozen=True, slots=True)
class ClassSizeHistogram:
    """The number of classes of each size: the input of the estimators of population uniqueness.

    `sizes` int64[s], distinct, ascending, at least 1; `numbers` int64[s], at least 1. Only kept records are
    in classes: suppressed records count neither as records nor as a class. Where people can be in several classes,
    sizes are numbers of people, and `people` int64[s] counts them by the size of the smallest one: risks are theirs.
    """

    sizes: NDArray[np.int64]
    numbers: NDArray[np.int64]
    people: NDArray[np.int64] | None = None

    @property
    def affected(self) -> NDArray[np.int64]:
        """The records in classes of each size, or the people whose smallest class has it, int64[s]."""
        return self.sizes * self.numbers if self.people is None else self.people

    @classmethod
    def of(cls, class_sizes: NDArray[np.int64]) -> ClassSizeHistogram:
        """The histogram of the class sizes int64[classes]; classes without records are left out."""
        if class_sizes.max(initial=0) > _SPARSE * len(class_sizes):
            sizes, numbers = np.unique(class_sizes[class_sizes > 0], return_counts=True)
            return cls(sizes, numbers)
        of_every_size = np.bincount(class_sizes)
        sizes = np.flatnonzero(of_every_size[1:]) + 1
        return cls(sizes, of_every_size[sizes])

    @property
    def records(self) -> int:
        """n, the records that are kept."""
        return int(self.sizes @ self.numbers)

    @property
    def classes(self) -> int:
        """u, the number of classes."""
        return int(self.numbers.sum())

    @property
    def uniques(self) -> int:
        """c₁, the number of classes of one record."""
        return int(self.numbers[0]) if len(self.sizes) > 0 and self.sizes[0] == 1 else 0

    @property
    def pairs(self) -> int:
        """c₂, the number of classes of two records."""
        place = 1 if self.uniques else 0
        return int(self.numbers[place]) if len(self.sizes) > place and self.sizes[place] == 2 else 0

    def known_uniques(self, population: int) -> float | None:
        """The number of population uniques if it is known without an estimator; None otherwise.

        0 without sample uniques, for somebody unique in the population is unique in the sample; that of the sample
        where it is the whole population; and everybody where every record of the sample is unique, which is the
        limit of all estimators. Raises ValueError when the population is smaller than the sample.
        """
        records, uniques = self.records, self.uniques
        if population < records:
            raise ValueError(f"the population ({population}) is smaller than the sample ({records} records)")
        if uniques == 0 or population == records:
            return float(uniques)
        return float(population) if uniques == records else None


@dataclass(frozen=True, slots=True)
class RiskDistribution:
    """The distribution of prosecutor risks, 1 / class size, over the records (engine reference 5.2).

    `shares` float64[t] holds the share of the records whose risk is at most the threshold but above the one before it;
    `at_most` and `above` float64[t] those with a risk up to a threshold and above it. `affected_by_lowest` and
    `affected_by_highest` are the shares of the records in classes of the largest and the smallest size. `records`
    are those considered: kept ones. Without records every share is 0.
    """

    records: int
    thresholds: tuple[float, ...]
    shares: NDArray[np.float64]
    at_most: NDArray[np.float64]
    above: NDArray[np.float64]
    affected_by_lowest: float
    affected_by_highest: float


def risk_distribution(
    class_sizes: NDArray[np.int64], thresholds: tuple[float, ...] = RISK_THRESHOLDS
) -> RiskDistribution:
    """The distribution of risks over the thresholds, ascending and ending with 1, from class sizes int64[classes]."""
    return distribution_of(ClassSizeHistogram.of(class_sizes), thresholds)


def distribution_of(histogram: ClassSizeHistogram, thresholds: tuple[float, ...] = RISK_THRESHOLDS) -> RiskDistribution:
    """The same from the number of classes of each size."""
    affected = histogram.affected
    sizes, affected = histogram.sizes[affected > 0], affected[affected > 0]
    records = int(affected.sum())
    places = np.searchsorted(np.array(thresholds), 1.0 / sizes, side="left")
    in_bin = np.bincount(places, weights=affected, minlength=len(thresholds))
    up_to = np.cumsum(in_bin)
    n = max(records, 1)
    return RiskDistribution(
        records=records,
        thresholds=thresholds,
        shares=in_bin / n,
        at_most=up_to / n,
        above=(records - up_to) / n,
        affected_by_lowest=int(affected[-1]) / n if records else 0.0,
        affected_by_highest=int(affected[0]) / n if records else 0.0,
    )
