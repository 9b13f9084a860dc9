"""Suppression of whole people: no history stays torn.

Everybody with a record in a violating class goes, with all of their records; then further classes can violate, and so
on until none does. Where every part of a violating class violates, and every union of classes that do not violate does
not either, what is left is the largest set of people whose classes all fulfil the criteria: if the people of such a set
are all left at some step, their records in a class fulfil the criterion, so that the class, of which they are a part,
does, and none of them goes. Such a set of a specialization is one of the transformation, too, since its classes are
unions. So whoever goes at a transformation goes at each of its specializations, and fact 8 of the search design holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, RowNumbers
from arxdesk_engine.classes.people import counting_people, people_in
from arxdesk_engine.privacy.criterion import ClassCriterion, PeopleCriterion, TableCriterion
from arxdesk_engine.search.small_classes import smallest_to_suppress


@dataclass(frozen=True, slots=True)
class Judging:
    """The criteria, for each class criterion whether unions fulfil it, and the people that a class needs at least.

    Criteria of people are taken to pass on to parts, and to unions.
    """

    class_criteria: tuple[ClassCriterion, ...]
    monotonic: tuple[bool, ...]
    people_criteria: tuple[PeopleCriterion, ...]
    table_criteria: tuple[TableCriterion, ...]
    minimal_class_size: int


@dataclass(frozen=True, slots=True)
class Remaining:
    """The classes with the records of suppressed people apart.

    `violating` bool[classes] hold nothing but records of suppressed people, `inherited` those who are suppressed at
    every specialization, `inherited_people` of all `people`. `is_impossible`: a class without a record that counts
    violates, which nothing can mend. `is_ruled_out`: before anything was suppressed, a criterion was violated that
    no specialization fulfils without suppression.
    """

    classes: Classes
    violating: NDArray[np.bool_]
    inherited: NDArray[np.bool_]
    people: int
    inherited_people: int
    is_impossible: bool
    is_ruled_out: bool


def remaining(judging: Judging, classes: Classes) -> Remaining:
    """Suppress people until all classes of the others fulfil all criteria."""
    removal = _Removal(judging, classes)
    absent = [each for each in judging.class_criteria if each.judges_absence]
    is_impossible = bool((removal.violating(absent) & (classes.counts == 0)).any())
    monotonic = [each for each, holds in zip(judging.class_criteria, judging.monotonic, strict=True) if holds]
    is_ruled_out = bool(removal.people_against(monotonic).any())
    passed_on = [each for each in monotonic if each.violations_are_inherited]
    removal.repeat(lambda: removal.people_against(passed_on))
    inherited = removal.gone.copy()
    removal.repeat(lambda: removal.people_against(judging.class_criteria))
    if judging.table_criteria:
        removal.repeat(removal.people_against_all)
    return removal.result(inherited, is_impossible=is_impossible, is_ruled_out=is_ruled_out)


class _Removal:
    """Removes people from classes, step by step. Classes keep their numbers, and may become empty."""

    def __init__(self, judging: Judging, classes: Classes) -> None:
        people = classes.people
        if people is None:
            raise ValueError("nobody says whose records these are")
        self._judging = judging
        self._whole = classes
        self._people = people
        self.gone = np.zeros(classes.grouping.all_people, np.bool_)
        self._take(classes.members)

    def _take(self, members: RowNumbers) -> None:
        self._records = self._whole.with_members(members, len(self._whole))
        self._counted = counting_people(self._records, self._whole.members)

    def violating(self, criteria: Sequence[ClassCriterion]) -> NDArray[np.bool_]:
        """The classes that violate one of the criteria, bool[classes]."""
        found = np.zeros(len(self._records), np.bool_)
        for each in criteria:
            found |= each.violating(self._counted if each.counts_people else self._records)
        return found

    def people_against(self, criteria: Sequence[ClassCriterion]) -> NDArray[np.bool_]:
        """Who has to go because of some criteria of classes, of too few people in a class, or by themselves, bool[all
        people]. People are judged once no class is broken: it takes longer."""
        broken = self._broken_by(criteria)
        found = people_in(self._records, broken) if broken.any() else np.zeros(len(self.gone), np.bool_)
        if not found.any():
            for each in self._judging.people_criteria:
                found |= each.violating_people(self._records)
        return found

    def people_against_all(self) -> NDArray[np.bool_]:
        """The same for all criteria, those of the whole table included: of one size the first classes go."""
        found = self.people_against(self._judging.class_criteria)
        if found.any():
            return found
        kept = np.flatnonzero(self._counted.counts > 0)
        sizes = self._counted.counts[kept]
        small = smallest_to_suppress(self._judging.table_criteria, np.sort(sizes))
        order = np.lexsort((self._records.first_rows[kept], sizes))
        broken = np.zeros(len(self._records), np.bool_)
        broken[kept[order[: len(small)]]] = True
        return people_in(self._records, broken)

    def repeat(self, against: Callable[[], NDArray[np.bool_]]) -> None:
        """Remove people until none has to go."""
        while (found := against()).any():
            self.gone |= found
            self._take(np.where(self.gone[self._people], np.uint32(0), self._whole.members))

    def _broken_by(self, criteria: Sequence[ClassCriterion]) -> NDArray[np.bool_]:
        people = self._counted.counts
        return (people > 0) & ((people < self._judging.minimal_class_size) | self.violating(criteria))

    def result(self, inherited: NDArray[np.bool_], *, is_impossible: bool, is_ruled_out: bool) -> Remaining:
        """The classes with the records of suppressed people apart; `inherited` bool[all people]."""
        whole, number = self._whole, len(self._whole)
        if not self.gone.any():
            nobody = np.zeros(number, np.bool_)
            return Remaining(whole, nobody, nobody, 0, 0, is_impossible, is_ruled_out)
        part = (self.gone.astype(np.int64) + inherited)[self._people]  # 0 stays, 1 goes, 2 goes at all specializations
        places = np.where(whole.members > 0, whole.members + part * number, 0)
        is_used = np.bincount(places, minlength=3 * number + 1) > 0
        is_used[0] = False
        numbers = np.cumsum(is_used).astype(np.uint32) * is_used.astype(np.uint32)
        part_of = (np.flatnonzero(is_used) - 1) // number
        return Remaining(
            whole.with_members(numbers[places], int(is_used.sum())),
            part_of > 0,
            part_of > 1,
            int(self.gone.sum()),
            int(inherited.sum()),
            is_impossible,
            is_ruled_out,
        )
