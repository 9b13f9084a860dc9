"""Partitions: the rows that a transformation and its specializations can keep, and the class of each.

Where the classes of a generalization are known, those of a specialization are found by splitting them by the codes of
the attributes that differ: no row is hashed as a whole. Rows of classes below the minimal size are left out for good,
since every part of such a class is too small as well (fact 8 of the search design).
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.level_weights import LevelWeights

_SPARE_SLOTS = 4096
_NOT_GROUPED = -1
LEAVE_OUT = 0.25
"""Which share of the records must have been dropped for their rows to be left out: until then rows are shared with
the source, and all of them stand in their order, which is faster to go through."""

Rows = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Partition:
    """The classes of one transformation that have the minimal size.

    `levels` int64[attributes]. Where only the facts were asked for the arrays are None: counts int64[classes], the
    records of each class; rows, row_counts, members uint32[n]: row of the grouping, number of records and class (from
    1; 0 where it was dropped) of each row. `smallest` and `largest` are numbers of records, or of people where the
    grouping knows them.
    `dropped_records` lie in smaller classes, or are those of `dropped_people` who are dropped with all of theirs;
    `dropped_weights` int64[columns] is their weight per attribute and level. The rows of `left_out_records` of them are
    not among `rows` any more.
    """

    levels: NDArray[np.int64]
    classes: int
    smallest: int
    largest: int
    dropped_records: int
    dropped_weights: NDArray[np.int64]
    left_out_records: int = 0
    counts: NDArray[np.int64] | None = None
    rows: Rows | None = None
    row_counts: Rows | None = None
    members: Rows | None = None
    dropped_people: int = 0

    @property
    def kept_counts(self) -> NDArray[np.int64]:
        """The records of each class. Raises ValueError where only the facts were asked for."""
        if self.counts is None:
            raise ValueError("the classes of this partition were not kept")
        return self.counts

    @property
    def kept_members(self) -> Rows:
        """The class of each row. Raises ValueError where only the facts were asked for."""
        if self.members is None:
            raise ValueError("the rows of this partition were not kept")
        return self.members

    @property
    def nbytes(self) -> int:
        """The memory of its arrays; rows and their counts are shared with others until some are left out."""
        counts = 0 if self.counts is None else self.counts.nbytes
        members = 0 if self.members is None else self.members.nbytes
        return counts + members * (3 if self.left_out_records else 1)


class _Scratch:
    """The output of one call of the kernels."""

    def __init__(self, tuples: int, people: int) -> None:
        self.buffers = np.empty((6, tuples + 1), np.uint32)
        self.table = np.empty(4 * tuples + _SPARE_SLOTS, np.uint32)
        self.pairs = np.empty(tuples + 1, np.uint64)
        self.sizes = np.empty(tuples + 1, np.uint32)
        self.facts = np.zeros(6, np.int64)  # of people too, which stay 0 where nobody asks
        self.gone = np.empty(people, np.bool_)
        self.people = np.empty(tuples + 1 if people else 0, np.int64)
        self.last = np.empty(tuples + 1 if people else 0, np.int32)


class Partitioner:
    """Splits classes along the lattice. Any number of threads may use it at once.

    `minimal_class_size` is the size below which every class violates the privacy models; `weights` what rows that are
    left out are weighed with, per attribute and level. With `whole_population` classes have the sizes that they have
    in the population, so that those without a record of the research subset are there as well. Where the grouping knows
    people, sizes are numbers of people; with `removes_people` they are dropped with all of their records.
    """

    def __init__(
        self,
        grouping: Grouping,
        minimal_class_size: int,
        weights: LevelWeights | None,
        *,
        whole_population: bool = False,
        removes_people: bool = False,
    ) -> None:
        hierarchies = grouping.hierarchies
        rows = len(grouping.rows)
        sizes = grouping.rows.population_counts if whole_population else grouping.rows.counts
        self._grouping = grouping
        self._minimal = minimal_class_size
        self._whole_population = whole_population
        self._removes_people = removes_people
        self._records = int(sizes.sum(dtype=np.int64))
        self._heights = np.array([hierarchy.levels for hierarchy in hierarchies])
        self._offsets = np.concatenate([[0], np.cumsum(self._heights)[:-1]]).astype(np.int64)
        self._has_level = np.arange(self._heights.max()) < self._heights[:, None]
        width = int(self._heights.sum())
        self._columns = np.empty((width, rows), np.uint32)
        heaviest = int(weights.flat.max(initial=0)) if weights is not None else 0
        self._weights = np.zeros((rows, width if weights is not None else 0), np.min_scalar_type(heaviest))
        for attribute, hierarchy in enumerate(hierarchies):
            codes = grouping.packing.unpack(grouping.tuples.keys, attribute)[grouping.rows.tuples]
            for level, mapped in enumerate(hierarchy.codes):
                column = self._offsets[attribute] + level
                np.take(mapped, codes, out=self._columns[column].view(np.int32), mode="clip")
                if weights is not None:
                    start = weights.offsets[attribute, level]
                    self._weights[:, column] = weights.flat[start:][self._columns[column]]
        self._domains = np.array([len(labels) for each in hierarchies for labels in each.labels], np.int64)
        self._spare: deque[_Scratch] = deque()  # taking from it and putting back need no lock
        tops = [each.maximum_level if len(each.labels[-1]) == 1 else _NOT_GROUPED for each in hierarchies]
        self.whole = Partition(
            levels=np.array(tops, np.int64),
            classes=1,
            smallest=grouping.people or self._records,
            largest=grouping.people or self._records,
            dropped_records=0,
            dropped_weights=np.zeros(self._weights.shape[1], np.int64),
            counts=np.array([self._records], np.int64),
            rows=np.arange(rows, dtype=np.uint32),
            row_counts=sizes,
            members=np.ones(rows, np.uint32),
        )
        """All rows in one class, which is a generalization of everything."""

    def refine(self, source: Partition, levels: NDArray[np.int64], *, keep_rows: bool, most_weighed: int) -> Partition:
        """The partition of a specialization of `source`, levels int64[attributes].

        The weights are right only where at most `most_weighed` records are dropped (or people, where they are dropped
        as wholes). Raises ValueError when the rows of `source` were not kept.
        """
        from arxdesk_engine.kernels.refine import DROPPED, MEMBERS, RECORDS_DROPPED, compact, refine, weigh_rows  # noqa: PLC0415

        if source.rows is None or source.row_counts is None or source.members is None:
            raise ValueError("the rows of this partition were not kept")
        people = self._grouping.rows.people is not None
        removed = source.dropped_weights.copy()
        scratch = self._take_scratch()
        try:
            facts = scratch.facts
            facts[RECORDS_DROPPED] = source.dropped_records
            refine(
                source.rows,
                source.row_counts,
                source.members,
                source.classes,
                source.levels,
                levels,
                self._offsets,
                self._domains,
                self._columns,
                self._minimal,
                -1 if people else most_weighed,
                keep_rows or people,
                scratch.buffers,
                scratch.table,
                scratch.pairs,
                scratch.sizes,
                facts,
            )
            if people:
                self._drop_people(source, scratch, most_weighed)
            classes, dropped, smallest, largest, gone, dropped_people = facts.tolist()
            if gone and (dropped_people if self._removes_people else dropped) <= most_weighed:
                places = scratch.buffers[DROPPED, :gone]
                weigh_rows(places, source.rows, source.row_counts, self._weights, removed)
            kept: tuple[Rows | None, Rows | None, Rows | None] = None, None, None
            counts = None
            left_out = source.left_out_records
            if keep_rows:
                members = scratch.buffers[MEMBERS, : len(source.rows)]
                counts = scratch.sizes[:classes].astype(np.int64) if not people else _sums(members, source, classes)
                listed = source.rows, source.row_counts, members
                if dropped - left_out > LEAVE_OUT * (self._records - left_out):
                    left = compact(*listed, scratch.buffers)
                    rows, row_counts, members = (part[:left].copy() for part in scratch.buffers[:3])
                    kept, left_out = (rows, row_counts, members), dropped
                else:
                    kept = source.rows, source.row_counts, members.copy()
        finally:
            self._spare.append(scratch)
        found = Partition(levels, classes, smallest, largest, dropped, removed, left_out, counts, *kept)
        return replace(found, dropped_people=dropped_people) if dropped_people else found

    def _drop_people(self, source: Partition, scratch: _Scratch, most_weighed: int) -> None:
        """Drop what lies in classes of too few people, after `refine` has dropped classes of too few records."""
        from arxdesk_engine.kernels.people import PEOPLE_DROPPED, drop_people  # noqa: PLC0415
        from arxdesk_engine.kernels.refine import (  # noqa: PLC0415
            CLASSES,
            DROPPED,
            MEMBERS,
            RECORDS_DROPPED,
            ROWS_DROPPED,
            pick_dropped,
        )

        people, facts = self._grouping.rows.people, scratch.facts
        if source.rows is None or source.row_counts is None or source.members is None or people is None:
            raise ValueError("the rows of this partition were not kept, or nobody says whose they are")
        facts[RECORDS_DROPPED], facts[PEOPLE_DROPPED] = source.dropped_records, source.dropped_people
        members = scratch.buffers[MEMBERS, : len(source.rows)]
        drop_people(
            source.rows,
            source.row_counts,
            source.members,
            members,
            int(facts[CLASSES]),
            people,
            self._minimal,
            self._removes_people,
            scratch.gone,
            scratch.people,
            scratch.last,
            facts,
        )
        dropped = facts[PEOPLE_DROPPED if self._removes_people else RECORDS_DROPPED]
        is_weighed = source.dropped_records < facts[RECORDS_DROPPED] and dropped <= most_weighed
        facts[ROWS_DROPPED] = pick_dropped(source.members, members, 0, scratch.buffers[DROPPED]) if is_weighed else 0

    def _take_scratch(self) -> _Scratch:
        try:
            return self._spare.pop()
        except IndexError:
            return _Scratch(self._columns.shape[1], self._grouping.all_people)

    def by_level(self, weights: NDArray[np.int64]) -> NDArray[np.int64]:
        """Weights int64[columns] as int64[attributes, levels], 0 where an attribute has no such level."""
        spread = np.zeros(self._has_level.shape, np.int64)
        spread[self._has_level] = weights
        return spread

    def weigh(self, classes: Classes, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The weight of the rows of the chosen classes bool[classes], int64[columns]."""
        from arxdesk_engine.kernels.refine import weigh_rows  # noqa: PLC0415

        sums = np.zeros(self._weights.shape[1], np.int64)
        places = np.flatnonzero(np.concatenate([[False], chosen])[classes.members]).astype(np.uint32)
        rows = self.whole.rows if classes.listed_rows is None else classes.listed_rows
        if rows is not None:
            weigh_rows(places, rows, classes.weights_of_rows(), self._weights, sums)
        return sums

    def weigh_at(self, classes: Classes, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The weight of the chosen classes bool[classes] at their levels alone, int64[attributes]."""
        from arxdesk_engine.kernels.histogram import weigh_classes  # noqa: PLC0415

        sums = np.empty(len(self._offsets), np.int64)
        columns = self._offsets + classes.level_array
        weigh_classes(classes.first_rows, classes.counts, chosen, self._weights, columns, sums)
        return sums

    def classes(self, partition: Partition) -> Classes:
        """The classes of a partition, for the models to judge. Raises ValueError when its rows were not kept."""
        if partition.rows is None:
            raise ValueError("the rows of this partition were not kept")
        has_all = len(partition.rows) == self._columns.shape[1]
        return Classes(
            self._grouping,
            partition.levels,
            partition.kept_members,
            partition.classes,
            rows=None if has_all else partition.rows,
            counts=None if self._whole_population else partition.kept_counts,
        )


def _sums(members: Rows, source: Partition, classes: int) -> NDArray[np.int64]:
    """The records of each class, int64[classes]."""
    from arxdesk_engine.kernels.histogram import sum_of_class  # noqa: PLC0415

    sums = np.empty(classes + 1, np.int64)
    if source.row_counts is not None:
        sum_of_class(members, source.row_counts, sums)
    return sums[1:]
