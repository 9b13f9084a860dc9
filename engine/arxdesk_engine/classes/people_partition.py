"""What a partition drops where a person may have several records: classes of too few people, and whole people."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping

if TYPE_CHECKING:
    from arxdesk_engine.kernels.people.counting import PeopleScratch

Numbers = NDArray[np.uint32]


class PeopleOfTuples:
    """The rows of each person and of each tuple, and the people who are left when classes are too small.

    `minimal` is the number of people that a class needs; with `whole` a person is dropped with all of their records.
    """

    def __init__(self, grouping: Grouping, people: NDArray[np.int32], minimal: int, *, whole: bool) -> None:
        from arxdesk_engine.kernels.people.counting import PersonRows  # noqa: PLC0415 - Numba is loaded when it is needed

        rows = grouping.rows
        self._minimal, self._whole = minimal, whole
        self._tuples = len(grouping.tuples)
        starts = np.searchsorted(people, np.arange(grouping.all_people + 1))
        of_tuple = np.bincount(rows.tuples, minlength=self._tuples)
        marked = np.where(rows.counts > 0, rows.tuples, np.int32(self._tuples))
        marked[starts[:-1]] = ~marked[starts[:-1]]
        self._rows = PersonRows(
            starts.astype(np.int64),
            rows.tuples,
            rows.counts,
            marked,
            people,
            np.concatenate([[0], np.cumsum(of_tuple)]).astype(np.int64),
            np.argsort(rows.tuples, kind="stable").astype(np.int32),
        )
        self._spare: deque[PeopleScratch] = deque()
        self.everybody = np.arange(grouping.all_people, dtype=np.int32)

    def drop(
        self,
        tuples: Numbers,
        counts: Numbers,
        classes: tuple[Numbers, Numbers],
        alive: NDArray[np.int32],
        facts: NDArray[np.int64],
        weights: NDArray[np.unsignedinteger],
        removed: NDArray[np.int64],
        most_weighed: int,
    ) -> tuple[Numbers, NDArray[np.int32]]:
        """Drop from some tuples what is too small after `refine`: the records that are left of each, and the people.

        tuples, counts uint32[n]; `classes`: before and after `refine`, uint32[n] each. The latter, `facts` int64[6] and
        the weights of what was dropped, `removed` int64[columns], are changed; see `drop_people`. Where
        more than `most_weighed` records are dropped (with `whole`: people), the weights are left, and where these are
        people all else is only right as bounds.
        """
        from arxdesk_engine.kernels.people.counting import PEOPLE_DROPPED, drop_people  # noqa: PLC0415
        from arxdesk_engine.kernels.refine import CLASSES, RECORDS_DROPPED, ROWS_DROPPED, weigh_rows  # noqa: PLC0415

        people_before = int(facts[PEOPLE_DROPPED])
        scratch = self._take_scratch()
        scratch.left[tuples] = counts
        try:
            most = most_weighed if self._whole else len(self.everybody)
            is_too_much = drop_people(
                tuples,
                *classes,
                int(facts[CLASSES]),
                alive,
                self._rows,
                self._minimal,
                most,
                self._whole,
                scratch,
                facts,
            )
            gone = int(facts[ROWS_DROPPED])
            if is_too_much:
                return counts, alive
            if gone and (self._whole or facts[RECORDS_DROPPED] <= most_weighed):
                places = np.arange(gone, dtype=np.uint32)
                weigh_rows(places, scratch.removed_tuples[:gone], scratch.removed_counts[:gone], weights, removed)
            if facts[PEOPLE_DROPPED] > people_before:
                counts, alive = scratch.left[tuples], alive[~scratch.gone[alive]]
        finally:
            self._spare.append(scratch)
        return counts, alive

    def of_rows(
        self, tuples: Numbers, members: Numbers, alive: NDArray[np.int32], counted: Numbers
    ) -> NDArray[np.uint32]:
        """The class of each row of the grouping, from the classes of some tuples; 0 for those of people who are gone.

        `counted` uint32[rows]: rows that count nobody stay in the class of their tuple.
        """
        of_tuple = np.zeros(self._tuples, np.uint32)
        of_tuple[tuples] = members
        is_gone = np.ones(len(self.everybody), np.bool_)
        is_gone[alive] = False
        found: NDArray[np.uint32] = of_tuple[self._rows.tuples]
        found[is_gone[self._rows.people] & (counted > 0)] = 0
        return found

    def _take_scratch(self) -> PeopleScratch:
        from arxdesk_engine.kernels.people.counting import PeopleScratch  # noqa: PLC0415

        try:
            return self._spare.pop()
        except IndexError:
            people, tuples = len(self.everybody), self._tuples
            most = max(len(self._rows.tuples), tuples)
            return PeopleScratch(
                np.empty(people, np.bool_),
                np.empty(people, np.int32),
                np.empty(tuples + 1, np.uint32),
                np.empty(tuples + 1, np.int64),
                np.empty(tuples + 1, np.int32),
                np.empty(tuples, np.uint32),
                np.empty(most, np.uint32),
                np.empty(most, np.uint32),
            )
