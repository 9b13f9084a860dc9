"""Partitions: the rows that a transformation and its specializations can keep, and the class of each.

Where the classes of a generalization are known, those of a specialization are found by splitting them by the codes of
the attributes that differ: no row is hashed as a whole. Rows of classes below the minimal size are left out for good,
since every part of such a class is too small as well (fact 8 of the search design).
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.classes.people_partition import PeopleOfTuples
from arxdesk_engine.data.dataset import Codes

_SPARE_SLOTS = 4096
_NOT_GROUPED = -1
_CELLS_PER_THREAD = 4_000_000  # tuples times levels: a few milliseconds
LEAVE_OUT = 0.25
"""Which share of the records must have been dropped for their rows to be left out: until then rows are shared with
the source, and all of them stand in their order, which is faster to go through."""

Rows = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Partition:
    """The classes of one transformation that have the minimal size.

    `levels` int64[attributes]. Where only the facts were asked for the arrays are None: counts int64[classes], the
    records of each class; rows, row_counts, members uint32[n]: row of the grouping, number of records and class (from
    1; 0 where it was dropped) of each row. `smallest` and `largest` are numbers of records. Where the grouping knows
    people they are numbers of people, rows are the distinct tuples, and `alive` int32[people] are those who were not
    dropped.
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
    alive: NDArray[np.int32] | None = None

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


class LevelColumns(NamedTuple):
    """Codes uint32[columns, tuples] and weights unsigned[tuples, columns] by attribute and level.

    Per attribute the column of its level 0 in `offsets` and the number of its levels in `heights`, int64[attributes];
    domains int64[columns]: how many codes.
    """

    codes: NDArray[np.uint32]
    weights: NDArray[np.unsignedinteger[Any]]
    offsets: NDArray[np.int64]
    heights: NDArray[np.int64]
    domains: NDArray[np.int64]


class Scratch:
    """The output of one call of the kernels."""

    def __init__(self, tuples: int) -> None:
        self.buffers = np.empty((6, tuples + 1), np.uint32)
        self.table = np.empty(4 * tuples + _SPARE_SLOTS, np.uint32)
        self.pairs = np.empty(tuples + 1, np.uint64)
        self.sizes = np.empty(tuples + 1, np.uint32)
        self.facts = np.zeros(6, np.int64)  # of people too, which stay 0 where nobody asks


class Partitioner:
    """Splits classes along the lattice. Any number of threads may use it at once.

    `minimal_class_size` is the size below which every class violates the privacy models; `weights` what rows that are
    left out are weighed with, per attribute and level. With `whole_population` classes have the sizes that they have
    in the population, so that those without a record of the research subset are there as well. Where the grouping knows
    people, sizes are numbers of people; with `removes_people` they are dropped with all of their records. Large tables
    are prepared by some `threads`.
    """

    def __init__(
        self,
        grouping: Grouping,
        minimal_class_size: int,
        weights: LevelWeights | None,
        *,
        whole_population: bool = False,
        removes_people: bool = False,
        threads: int = 1,
    ) -> None:
        hierarchies = grouping.hierarchies
        people = grouping.rows.people
        tuples = grouping.rows.tuples if people is None else np.arange(len(grouping.tuples), dtype=np.int32)
        rows = len(tuples)
        sizes = _sizes(grouping, of_population=whole_population)
        self._grouping = grouping
        self._minimal = minimal_class_size
        self._whole_population = whole_population
        whole = removes_people and not whole_population
        self._people = None
        if people is not None:
            self._people = PeopleOfTuples(grouping, people, minimal_class_size, whole=whole)
        self._records = int(sizes.sum(dtype=np.int64))
        self._heights = np.array([hierarchy.levels for hierarchy in hierarchies])
        self._offsets = np.concatenate([[0], np.cumsum(self._heights)[:-1]]).astype(np.int64)
        self._has_level = np.arange(self._heights.max()) < self._heights[:, None]
        width = int(self._heights.sum())
        self._columns = np.empty((width, rows), np.uint32)
        heaviest = int(weights.flat.max(initial=0)) if weights is not None else 0
        self._weights = np.zeros((rows, width if weights is not None else 0), np.min_scalar_type(heaviest))
        _fill_levels(grouping, tuples, weights, self._columns, self._weights, threads)
        self._domains = np.array([len(labels) for each in hierarchies for labels in each.labels], np.int64)
        self._spare: deque[Scratch] = deque()  # taking from it and putting back need no lock
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
            alive=None if self._people is None else self._people.everybody,
        )
        """All rows in one class, which is a generalization of everything."""

    def refine(self, source: Partition, levels: NDArray[np.int64], *, keep_rows: bool, most_weighed: int) -> Partition:
        """The partition of a specialization of `source`, levels int64[attributes].

        The weights are right only where at most `most_weighed` records are dropped (or people, where they are dropped
        as wholes). Raises ValueError when the rows of `source` were not kept.
        """
        from arxdesk_engine.kernels.people.counting import PEOPLE_DROPPED  # noqa: PLC0415
        from arxdesk_engine.kernels.refine import DROPPED, MEMBERS, RECORDS_DROPPED, compact, refine, weigh_rows  # noqa: PLC0415

        if source.rows is None or source.row_counts is None or source.members is None:
            raise ValueError("the rows of this partition were not kept")
        people = self._people
        removed = source.dropped_weights.copy()
        scratch = self.take_scratch()
        try:
            facts = scratch.facts
            facts[RECORDS_DROPPED] = source.dropped_records
            alive, row_counts = source.alive, source.row_counts
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
                most_weighed if people is None else -1,
                keep_rows or people is not None,
                scratch.buffers,
                scratch.table,
                scratch.pairs,
                scratch.sizes,
                facts,
            )
            members = scratch.buffers[MEMBERS, : len(source.rows)]
            if people is not None and alive is not None:
                facts[RECORDS_DROPPED], facts[PEOPLE_DROPPED] = source.dropped_records, source.dropped_people
                row_counts, alive = people.drop(
                    source.rows,
                    source.row_counts,
                    (source.members, members),
                    alive,
                    facts,
                    self._weights,
                    removed,
                    most_weighed,
                )
            classes, dropped, smallest, largest, gone, dropped_people = facts.tolist()
            if people is None and gone and dropped <= most_weighed:
                places = scratch.buffers[DROPPED, :gone]
                weigh_rows(places, source.rows, source.row_counts, self._weights, removed)
            kept: tuple[Rows | None, Rows | None, Rows | None] = None, None, None
            counts = None
            left_out = source.left_out_records
            if keep_rows:
                if people is None:
                    counts = scratch.sizes[:classes].astype(np.int64)
                else:
                    counts = _sums(members, row_counts, classes)
                listed = source.rows, row_counts, members
                if dropped - left_out > LEAVE_OUT * (self._records - left_out):
                    left = compact(*listed, scratch.buffers)
                    rows, row_counts, members = (part[:left].copy() for part in scratch.buffers[:3])
                    kept, left_out = (rows, row_counts, members), dropped
                else:
                    kept = source.rows, row_counts, members.copy()
        finally:
            self._spare.append(scratch)
        found = Partition(levels, classes, smallest, largest, dropped, removed, left_out, counts, *kept)
        return found if people is None else replace(found, dropped_people=dropped_people, alive=alive)

    @property
    def counts_people(self) -> bool:
        """Whether sizes are numbers of people, who may have several rows."""
        return self._people is not None

    @property
    def minimal_class_size(self) -> int:
        """The size below which classes are dropped."""
        return self._minimal

    @property
    def columns(self) -> LevelColumns:
        """Codes and weights of the distinct tuples at every level."""
        return LevelColumns(self._columns, self._weights, self._offsets, self._heights.astype(np.int64), self._domains)

    def give_back(self, scratch: Scratch) -> None:
        """Let another call use what `take_scratch` gave."""
        self._spare.append(scratch)

    def take_scratch(self) -> Scratch:
        """What a call of the kernels may write to: it has been used before, where that is possible."""
        try:
            return self._spare.pop()
        except IndexError:
            return Scratch(self._columns.shape[1])

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
        if classes.people is not None:
            rows = self._grouping.rows.tuples.view(np.uint32)
        else:
            rows = np.arange(len(self._grouping.rows), dtype=np.uint32)
        if classes.listed_rows is not None:
            rows = rows[classes.listed_rows]
        weigh_rows(places, rows, classes.weights_of_rows(), self._weights, sums)
        return sums

    def weigh_at(self, classes: Classes, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The weight of the chosen classes bool[classes] at their levels alone, int64[attributes]."""
        from arxdesk_engine.kernels.histogram import weigh_classes  # noqa: PLC0415

        sums = np.empty(len(self._offsets), np.int64)
        columns = self._offsets + classes.level_array
        first = classes.first_rows
        if classes.people is not None:
            first = self._grouping.rows.tuples[first].astype(np.int64)
        weigh_classes(first, classes.counts, chosen, self._weights, columns, sums)
        return sums

    def classes(self, partition: Partition) -> Classes:
        """The classes of a partition, for the models to judge. Raises ValueError when its rows were not kept."""
        if partition.rows is None:
            raise ValueError("the rows of this partition were not kept")
        if self._people is not None and partition.alive is not None:
            counted = self._grouping.rows.counts
            members = self._people.of_rows(partition.rows, partition.kept_members, partition.alive, counted)
            return Classes(self._grouping, partition.levels, members, partition.classes)
        has_all = len(partition.rows) == self._columns.shape[1]
        return Classes(
            self._grouping,
            partition.levels,
            partition.kept_members,
            partition.classes,
            rows=None if has_all else partition.rows,
            counts=None if self._whole_population else partition.kept_counts,
        )


def _fill_levels(
    grouping: Grouping,
    tuples: Codes,
    weights: LevelWeights | None,
    columns: Rows,
    weights_of: NDArray[np.unsignedinteger[Any]],
    threads: int,
) -> None:
    """The codes of tuples at every level, uint32[columns, n], and what these weigh, unsigned[n, columns]."""
    from arxdesk_engine.kernels.labels import fill_levels  # noqa: PLC0415 - Numba is loaded where it is first needed

    hierarchies, packing = grouping.hierarchies, grouping.packing
    maps = [codes for hierarchy in hierarchies for codes in hierarchy.codes]
    known, known_starts = np.zeros(1, np.int64), np.zeros(len(maps), np.int64)
    if weights is not None:
        known = weights.flat
        each = zip(hierarchies, weights.offsets, strict=True)
        known_starts = np.concatenate([offsets[: hierarchy.levels] for hierarchy, offsets in each])
    fill = partial(
        fill_levels,
        grouping.tuples.keys,
        tuples,
        packing.words,
        packing.shifts,
        packing.masks,
        np.cumsum([hierarchy.levels for hierarchy in hierarchies]),
        np.concatenate(maps),
        np.cumsum([0, *map(len, maps[:-1])]),
        known,
        known_starts,
        columns,
        weights_of,
    )
    parts = min(threads, 1 + columns.size // _CELLS_PER_THREAD)
    ends = [part * len(tuples) // parts for part in range(parts + 1)]
    if parts == 1:
        fill(*ends)
        return
    with ThreadPoolExecutor(parts) as pool:
        for _done in pool.map(fill, ends[:-1], ends[1:]):
            pass


def _sums(members: Rows, counts: Rows, classes: int) -> NDArray[np.int64]:
    """The records of each class, int64[classes]."""
    from arxdesk_engine.kernels.histogram import sum_of_class  # noqa: PLC0415

    sums = np.empty(classes + 1, np.int64)
    sum_of_class(members, counts, sums)
    return sums[1:]


def _sizes(grouping: Grouping, *, of_population: bool) -> Rows:
    """The records of each row, or of each tuple where rows are those of people."""
    if grouping.rows.people is None:
        return grouping.rows.population_counts if of_population else grouping.rows.counts
    tuples = grouping.tuples
    return (tuples.population_counts if of_population else tuples.counts).astype(np.uint32)
