"""The risk of people who may have records in several groups: that of the smallest one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class PeopleAtRisk:
    """The people of a table by the smallest group in which they have a record.

    `smallest` int64[people] is the number of people in it, `smallest_in_population` int64[people] that of the smallest
    one in the population; both of people with a record in some group. `removed` people have none left.
    """

    smallest: NDArray[np.int64]
    smallest_in_population: NDArray[np.int64]
    removed: int = 0

    def __len__(self) -> int:
        return len(self.smallest)


def people_at_risk(
    people: NDArray[np.int32],
    group_of_record: NDArray[np.int32],
    sizes: NDArray[np.int64],
    population_sizes: NDArray[np.int64],
    included: NDArray[np.bool_] | None = None,
) -> PeopleAtRisk:
    """Find the smallest group of each person.

    people int32[records] is whose record each is, group_of_record int32[records] its group, negative for none;
    included bool[records]: the records that count (None: all). sizes and population_sizes int64[groups] are numbers of
    people.
    """
    is_there = group_of_record >= 0
    counted = people if included is None else people[included]
    who, groups = people[is_there], group_of_record[is_there]
    is_left = np.zeros(int(people.max(initial=-1)) + 1, np.bool_)
    is_left[who] = True
    removed = int(len(np.unique(counted)) - is_left.sum())

    def smallest(of: NDArray[np.int64]) -> NDArray[np.int64]:
        least = np.full(len(is_left), np.iinfo(np.int64).max)
        np.minimum.at(least, who, of[groups])
        return least[is_left]

    found = smallest(sizes)
    in_population = found if population_sizes is sizes else smallest(population_sizes)
    return PeopleAtRisk(found, in_population, removed)
