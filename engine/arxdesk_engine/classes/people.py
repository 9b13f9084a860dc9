"""Classes in which people are counted in place of records: (X, Y)-anonymity (Wang and Fung 2006)."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Histograms, RowNumbers
from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.data.dataset import Codes


class PeopleClasses(Classes):
    """Some classes as privacy models see them that count people.

    A person counts once in each class, and once for each of their values in it. `population` uint32[n] is the class of
    each listed row where its people belong to the population although they are removed from the classes (None: as the
    classes say).
    """

    def __init__(self, classes: Classes, people: Codes, population: RowNumbers | None = None) -> None:
        super().__init__(classes.grouping, classes.level_array, classes.members, len(classes), rows=classes.listed_rows)
        self._people = people
        self._population = classes.members if population is None else population

    @cached_property
    def counts(self) -> Counts:
        """The people in each class with a record that counts, int64[classes]."""
        return self._people_of(self.members, self.weights_of_rows())

    @cached_property
    def population_counts(self) -> Counts:
        """All people in each class, int64[classes]."""
        return self._people_of(self._population, self.weights_of_rows(of_population=True))

    def histograms(self, attribute: str) -> Histograms:
        """How many people have each value of a sensitive attribute, in each class."""
        return self._counted_values(attribute, self._firsts)

    def counted_values(self, attribute: str) -> Counts:
        """More than the people where some of them have several values."""
        found = self.histograms(attribute)
        return np.diff(np.concatenate([[0], np.cumsum(found.counts)])[found.starts])

    def _firsts(self, values: Codes, domain: int) -> RowNumbers:
        from arxdesk_engine.kernels.people.counting import mark_first_values  # noqa: PLC0415 - Numba is loaded when it is needed

        most = int(np.bincount(self._people).max(initial=0))
        slots = 1 << (2 * most).bit_length()
        firsts = np.empty(len(values), np.uint32)
        pairs, owners = np.empty(slots, np.uint64), np.empty(slots, np.int32)
        mark_first_values(
            self.members, self._people, values, self.weights_of_rows(), max(domain, 1), pairs, owners, firsts
        )
        return firsts

    def _people_of(self, members: RowNumbers, amounts: RowNumbers) -> Counts:
        from arxdesk_engine.kernels.people.counting import count_people  # noqa: PLC0415

        sums, last = np.empty(len(self) + 1, np.int64), np.empty(len(self) + 1, np.int32)
        count_people(members, self._people, amounts, last, sums)
        return sums[1:]


def counting_people(classes: Classes, population: RowNumbers | None = None) -> Classes:
    """The classes with people counted, see `PeopleClasses`; themselves where nobody asks whose records they are."""
    people = classes.people
    return classes if people is None else PeopleClasses(classes, people, population)


def people_in(classes: Classes, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The people with a record that counts in one of the chosen classes (bool[classes]): bool[all people]."""
    people = classes.people
    if people is None:
        raise ValueError("nobody says whose records these are")
    found = np.zeros(classes.grouping.all_people, np.bool_)
    there = np.concatenate([[False], chosen])[classes.members] & (classes.weights_of_rows() > 0)
    found[people[there]] = True
    return found
