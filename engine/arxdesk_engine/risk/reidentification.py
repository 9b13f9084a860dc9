"""Re-identification risk of a table from the sizes of its equivalence classes, for three kinds of attackers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DEFAULT_THRESHOLD = 0.2


@dataclass(frozen=True, slots=True)
class ProsecutorRisk:
    """The success of an attacker who looks for one person known to be in the table (El Emam 2008; reference 5.1, 5.3).

    A record in a class of f records is found with probability 1/f. `records_at_risk` is the share of records whose
    risk is above `threshold`; `sample_uniques` the number of records that are alone in their class. All risks are
    0 when there are no records. `records` are those considered: kept ones.
    """

    records: int
    classes: int
    lowest: float
    highest: float
    average: float
    records_at_risk: float
    sample_uniques: int
    threshold: float

    @property
    def success_rate(self) -> float:
        """The share of all records that is found when every one is looked for: the average."""
        return self.average


def prosecutor_risk(
    class_sizes: NDArray[np.int64],
    threshold: float = DEFAULT_THRESHOLD,
    numbers: NDArray[np.int64] | None = None,
    affected: NDArray[np.int64] | None = None,
) -> ProsecutorRisk:
    """The prosecutor's risk from the class sizes, int64[classes], each at least 1.

    `numbers` int64[classes] is the multiplicity of each class size, if equal ones are given once. `affected`
    int64[classes] counts people by the size of the smallest class they are in, where they can be in several: theirs
    are the risks, then, and `records` are people.
    """
    numbers = np.ones_like(class_sizes) if numbers is None else numbers
    if affected is not None:
        return _risk_of_people(class_sizes, int(numbers.sum()), affected, threshold)
    in_classes = class_sizes * numbers
    records, classes = int(in_classes.sum()), int(numbers.sum())
    if records == 0:
        return ProsecutorRisk(0, 0, 0.0, 0.0, 0.0, 0.0, 0, threshold)
    at_risk = int(in_classes[1.0 / class_sizes > threshold].sum())
    return ProsecutorRisk(
        records=records,
        classes=classes,
        lowest=1.0 / int(class_sizes.max()),
        highest=1.0 / int(class_sizes.min()),
        average=classes / records,
        records_at_risk=at_risk / records,
        sample_uniques=int(numbers[class_sizes == 1].sum()),
        threshold=threshold,
    )


def _risk_of_people(
    sizes: NDArray[np.int64], classes: int, affected: NDArray[np.int64], threshold: float
) -> ProsecutorRisk:
    sizes, affected = sizes[affected > 0], affected[affected > 0]
    people = int(affected.sum())
    if people == 0:
        return ProsecutorRisk(0, 0, 0.0, 0.0, 0.0, 0.0, 0, threshold)
    return ProsecutorRisk(
        records=people,
        classes=classes,
        lowest=1.0 / int(sizes.max()),
        highest=1.0 / int(sizes.min()),
        average=float((affected / sizes).sum()) / people,
        records_at_risk=int(affected[1.0 / sizes > threshold].sum()) / people,
        sample_uniques=int(affected[sizes == 1].sum()),
        threshold=threshold,
    )


@dataclass(frozen=True, slots=True)
class PopulationRisk:
    """The success of an attacker who does not know the people in the table, but has a table of the population.

    A record whose class has F records in the population is found with probability 1/F: `lowest`, `highest` and
    `average` of the records, and `records_at_risk`, the share of them whose risk is above `threshold`. `success_rate`
    is the share of the attempts that succeed. All are 0 when there are no records. `records` and `classes` are those
    of the table that are considered: kept ones.
    """

    records: int
    classes: int
    lowest: float
    highest: float
    average: float
    records_at_risk: float
    success_rate: float
    threshold: float


def journalist_risk(
    class_sizes: NDArray[np.int64],
    population_sizes: NDArray[np.int64] | None = None,
    threshold: float = DEFAULT_THRESHOLD,
    numbers: NDArray[np.int64] | None = None,
    affected: NDArray[np.int64] | None = None,
) -> PopulationRisk:
    """The risk from an attacker who wants to find anybody at all (El Emam 2008; reference 5.3).

    class_sizes int64[classes], f, the records of each class in the table; population_sizes int64[classes], F >= f,
    those in the population, by default the same. Classes without records are left out. The success rate is the better
    one of two attacks: with the people of the J classes that occur in the table, J / Σ F, and with the records of the
    table, (1/n) Σ f/F. `numbers` int64[classes] is the multiplicity of each class size, if equal ones are given
    once; `affected` as for `prosecutor_risk`, by the smallest class in the population: then the rate is the average.
    Raises ValueError when a class is larger in the table than in the population.
    """
    if affected is not None:
        return _population_risk_of_people(class_sizes, population_sizes, threshold, numbers, affected)
    return _population_risk(class_sizes, population_sizes, threshold, numbers, from_population=True)


def marketer_risk(
    class_sizes: NDArray[np.int64],
    population_sizes: NDArray[np.int64] | None = None,
    threshold: float = DEFAULT_THRESHOLD,
    numbers: NDArray[np.int64] | None = None,
    affected: NDArray[np.int64] | None = None,
) -> PopulationRisk:
    """The risk from an attacker who wants to find as many people as possible (El Emam 2008; reference 5.3).

    Arguments and errors as for `journalist_risk`. The success rate is the average, (1/n) Σ f/F.
    """
    if affected is not None:
        return _population_risk_of_people(class_sizes, population_sizes, threshold, numbers, affected)
    return _population_risk(class_sizes, population_sizes, threshold, numbers, from_population=False)


def _population_risk_of_people(
    class_sizes: NDArray[np.int64],
    population_sizes: NDArray[np.int64] | None,
    threshold: float,
    numbers: NDArray[np.int64] | None,
    affected: NDArray[np.int64],
) -> PopulationRisk:
    sizes = class_sizes if population_sizes is None else population_sizes
    found = prosecutor_risk(sizes, threshold, numbers, affected)
    return PopulationRisk(
        found.records,
        found.classes,
        found.lowest,
        found.highest,
        found.average,
        found.records_at_risk,
        found.average,
        threshold,
    )


def _population_risk(
    class_sizes: NDArray[np.int64],
    population_sizes: NDArray[np.int64] | None,
    threshold: float,
    numbers: NDArray[np.int64] | None,
    *,
    from_population: bool,
) -> PopulationRisk:
    if population_sizes is None:
        population_sizes = class_sizes
    if population_sizes.shape != class_sizes.shape or (population_sizes < class_sizes).any():
        raise ValueError("every class of the table needs a size in the population, at least as large as its own")
    occurs = class_sizes > 0
    number = np.ones(int(occurs.sum()), np.int64) if numbers is None else numbers[occurs]
    of_population = population_sizes[occurs]
    in_classes = class_sizes[occurs] * number
    records, classes = int(in_classes.sum()), int(number.sum())
    if records == 0:
        return PopulationRisk(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, threshold)
    average = float((in_classes / of_population).sum()) / records
    rate_from_population = classes / int(of_population @ number) if from_population else 0.0
    return PopulationRisk(
        records=records,
        classes=classes,
        lowest=1.0 / int(of_population.max()),
        highest=1.0 / int(of_population.min()),
        average=average,
        records_at_risk=int(in_classes[1.0 / of_population > threshold].sum()) / records,
        success_rate=max(rate_from_population, average),
        threshold=threshold,
    )


def estimated_risk(measured: float, implied_threshold: float = 1.0) -> float:
    """The risk of a table whose privacy models imply a bound of it: the smaller one of both (reference 3.1, 5.1).

    `implied_threshold` is the least bound of the models, 1 where they imply none. It can be below the measured risk
    where the measured one is of one attacker and the models are about another, such as k-map.
    """
    return min(measured, implied_threshold)
