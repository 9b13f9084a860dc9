"""The number of unique records, in the sample and, by estimates, in the population (engine reference 3.7, 3.8, 5.5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.risk.dankar import dankar_choice
from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.pitman import pitman_uniques
from arxdesk_engine.risk.population import Population
from arxdesk_engine.risk.snb import snb_uniques
from arxdesk_engine.risk.zayatz import zayatz_uniques

STEPS_PER_DECADE = 10
SAMPLING_FRACTIONS = (
    *(10.0 ** (step / STEPS_PER_DECADE) for step in range(-7 * STEPS_PER_DECADE, -STEPS_PER_DECADE + 1)),
    *(0.125, 0.15, 0.175, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
)
"""The sampling fractions of the curves of uniqueness: close enough for a curve."""


def _dankar_uniques(histogram: ClassSizeHistogram, population: int) -> float | None:
    return dankar_choice(histogram, population, zayatz_fallback=False).uniques


Estimator = Callable[[ClassSizeHistogram, int], float | None]

ESTIMATORS: Mapping[str, Estimator] = MappingProxyType(
    {"pitman": pitman_uniques, "zayatz": zayatz_uniques, "snb": snb_uniques, "dankar": _dankar_uniques}
)
"""The estimators by their names in a job. As a criterion the decision rule has no fallback (engine reference 3.7)."""


def population_uniques(class_sizes: NDArray[np.int64], population: int, estimator: str = "dankar") -> float | None:
    """The estimated number of population uniques from the class sizes int64[classes]; None without an estimate.

    Raises ValueError when the population is smaller than the sample, KeyError when the estimator is not known.
    """
    return ESTIMATORS[estimator](ClassSizeHistogram.of(class_sizes), population)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number of population uniques, and their share of the population; None where not available."""

    uniques: float | None
    share: float | None

    @property
    def available(self) -> bool:
        """Whether there is an estimate. 0 is one."""
        return self.uniques is not None


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """Sample and population uniques of a sample of `records` from a population of that size.

    Where people are counted, who can be in several classes, all of these are people, and estimates are made of people
    in classes (`memberships_of_population`). `records` are those considered: kept ones. `sampling_fraction` is records
    / population; `sample_share` the share of the records that are sample uniques. `dankar` is the estimate chosen by
    the decision rule, with the fallback to Zayatz, and `dankar_choice` the name of its estimator; None without a
    choice.
    """

    records: int
    population: int
    sampling_fraction: float
    sample_uniques: int
    sample_share: float
    pitman: Estimate
    zayatz: Estimate
    snb: Estimate
    dankar: Estimate
    dankar_choice: str | None


ClassSizes = NDArray[np.int64] | ClassSizeHistogram
"""The sizes of all classes, int64[classes], or the number of classes of each size, which takes less room."""


def uniqueness(class_sizes: ClassSizes, population: int) -> Uniqueness:
    """Uniqueness by every estimator from the class sizes of a sample of a population of that size.

    Raises ValueError when the population is smaller than the sample.
    """
    return _uniqueness(_histogram(class_sizes), population)


def uniqueness_by_fraction(
    class_sizes: ClassSizes, fractions: tuple[float, ...] = SAMPLING_FRACTIONS
) -> tuple[Uniqueness, ...]:
    """Uniqueness for each of the sampling fractions, as though the sample were that share of the population.

    Empty without records. Raises ValueError when a fraction is not in (0, 1].
    """
    histogram = _histogram(class_sizes)
    if histogram.records == 0:
        return ()
    sizes = [Population(sampling_fraction=fraction).size_for(int(histogram.affected.sum())) for fraction in fractions]
    return tuple(_uniqueness(histogram, size) for size in sizes)


def _histogram(class_sizes: ClassSizes) -> ClassSizeHistogram:
    return class_sizes if isinstance(class_sizes, ClassSizeHistogram) else ClassSizeHistogram.of(class_sizes)


def memberships_of_population(population: int, memberships: int, people: int) -> int:
    """The size of a population in which each person is counted once for every class they are in.

    People can be in several classes, and the estimators ask for classes that share nobody. A person in a class is
    counted, therefore, of whom the table has `memberships` for its `people`, and the population as many times more.
    """
    return max(memberships, round(population * memberships / max(people, 1)))


def _uniqueness(histogram: ClassSizeHistogram, population: int) -> Uniqueness:
    records, uniques, of_population = histogram.records, histogram.uniques, population
    if histogram.people is not None:
        of_population = memberships_of_population(population, records, int(histogram.people.sum()))
        records, uniques = int(histogram.people.sum()), int(histogram.people[histogram.sizes == 1].sum())

    def estimate(found: float | None) -> Estimate:
        if found is None:
            return Estimate(None, None)
        share = found / max(of_population, 1)
        return Estimate(found if histogram.people is None else share * population, share)

    choice = dankar_choice(histogram, of_population, zayatz_fallback=True)
    return Uniqueness(
        records=records,
        population=population,
        sampling_fraction=records / max(population, 1),
        sample_uniques=uniques,
        sample_share=uniques / max(records, 1),
        pitman=estimate(pitman_uniques(histogram, of_population)),
        zayatz=estimate(zayatz_uniques(histogram, of_population)),
        snb=estimate(snb_uniques(histogram, of_population)),
        dankar=estimate(choice.uniques),
        dankar_choice=choice.estimator,
    )
