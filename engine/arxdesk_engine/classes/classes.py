"""Equivalence classes: what is grouped, and all that privacy and quality models see of the classes of a transformation.

After `Grouping` is built no record is ever touched again (fact 1 of the search design).
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.classes.packing import Counts, Keys, Packing, group
from arxdesk_engine.classes.people_at_risk import PeopleAtRisk, people_at_risk
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.lattice import Levels

_MOST_RECORDS = 2**32

RowNumbers = NDArray[np.uint32]
_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Tuples:
    """The distinct quasi-identifier tuples of a table, in the order of their first records.

    `keys` uint64[tuples, words] are their packed codes, `counts` int64[tuples] the records that count,
    `population_counts` int64[tuples] all records: more where a research subset is declared.
    """

    keys: Keys
    counts: Counts
    population_counts: Counts

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a grouping: the distinct combinations of a quasi-identifier tuple and sensitive values.

    In the order of their first records. `tuples` int32[rows] is the tuple of each; counts as in `Tuples`, uint32;
    `sensitive` holds int32[rows] codes per sensitive attribute. Without sensitive attributes rows are tuples.
    Where a column says whose record each is, rows are distinct in the person as well, and stand in the order of
    `people` int32[rows]: all rows of a person one after the other.
    """

    tuples: Codes
    counts: RowNumbers
    population_counts: RowNumbers
    sensitive: Mapping[str, Codes]
    people: Codes | None = None

    def __len__(self) -> int:
        return len(self.tuples)


@dataclass(frozen=True, slots=True)
class AggregatedColumns:
    """Quasi-identifiers that show an aggregate of each class.

    `columns` are those, by their places, of which nothing else is left, and the column of the sensitive values that
    has the values which are aggregated. `clustered` are the places of those by whose labels classes are formed
    nevertheless: their labels are what is scored.
    """

    columns: Mapping[int, str]
    clustered: Collection[int] = ()


class Grouping:
    """The distinct rows of a table, and the equivalence classes of any transformation of it.

    `columns` and `hierarchies` are those of the quasi-identifiers, `sensitive` the codes of attributes that privacy
    models look at in each class. `included` bool[records] says which records form the research subset: only they are
    to be anonymized; all of them form the population that the subset is hidden in. Without it every record counts.
    `weights` int64[records] is the number of records that each row of the columns stands for (None: one each); every
    count is of what they stand for, and must be below 2^32 in total.
    `aggregates` are the quasi-identifiers that show aggregates of each class. `ungrouped` are
    the codes of quasi-identifiers by which no classes are formed, as they are in the table: nothing but `input_sizes`
    looks at them. `people` int32[records] is whose record each is, from 0 without gaps (None: nobody asks). Rows with
    the weight 0 are as if there were none: they neither count nor are in the population.
    """

    def __init__(
        self,
        columns: Sequence[Codes],
        hierarchies: Sequence[BoundHierarchy],
        sensitive: Mapping[str, Codes] | None = None,
        included: NDArray[np.bool_] | None = None,
        *,
        weights: Counts | None = None,
        aggregates: AggregatedColumns | None = None,
        ungrouped: Sequence[Codes] = (),
        people: Codes | None = None,
    ) -> None:
        if not columns or len(columns) != len(hierarchies):
            raise ValueError("grouping needs at least one column, and one hierarchy for each")
        self.hierarchies = tuple(hierarchies)
        self.packing = Packing(hierarchies)
        keys = self.packing.pack(columns)
        self.included = self.chosen = included
        """`chosen` are those that would count if no row had the weight 0, which whoever knows says afterwards."""
        self._weights = None if weights is None else np.require(weights, np.int64, ("C", "W"))
        representatives, counts, population, self.tuple_of_record = self._grouped(keys)
        self.tuples = Tuples(np.ascontiguousarray(keys[representatives]), counts, population)
        self.records = int(counts.sum())
        if int(population.sum()) >= _MOST_RECORDS:
            raise ValueError("rows are counted in 32 bits: there are too many records")
        self.row_of_record: Codes | None = None
        """The row of every record, int32[records], where rows know their people."""
        self.rows = self._distinct_rows(sensitive or {}, people)
        self.people = 0 if people is None else people_among(self.rows, self.rows.counts)
        """How many people have a record that counts; 0 where nobody asks."""
        self.all_people = 0 if people is None else int(people.max(initial=-1)) + 1
        self.people_of_records = people
        self.aggregated = {} if aggregates is None else dict(aggregates.columns)
        self.clustered = frozenset(() if aggregates is None else aggregates.clustered)
        self.distinct_values = {
            name: len(np.unique(self.rows.sensitive[name][self.rows.counts > 0])) for name in self.aggregated.values()
        }
        """The number of distinct values of each aggregated column in records that count, missing cells being one.
        Those of the whole table in `restricted_to`, too."""
        self.input_sizes = self._input_sizes(ungrouped)
        """How many records of the input are alike in all quasi-identifiers: int64[2, combinations of their values that
        occur among the records that count], those that count and all of them."""
        self.input_groups: Counts = self.input_sizes
        """`input_sizes` with people counted in place of records where the table says whose they are."""
        self.input_people: PeopleAtRisk | None = None
        """These people by the smallest of these groups."""
        if people is not None:
            self.input_groups, self.input_people = self._input_people(ungrouped, people)

    @cached_property
    def rows_of_values(self) -> LevelWeights:
        """The number of hierarchy rows that the label of every value covers, by attribute and level."""
        return LevelWeights(
            [
                [rows[codes] for rows, codes in zip(hierarchy.domain_rows, hierarchy.codes, strict=True)]
                for hierarchy in self.hierarchies
            ]
        )

    @cached_property
    def sensitive_domains(self) -> dict[str, int]:
        """For each sensitive attribute a number above all codes of its values."""
        return {name: int(codes.max(initial=-1)) + 1 for name, codes in self.rows.sensitive.items()}

    def records_of_tuples(self, chosen: NDArray[np.bool_]) -> Counts:
        """How many records with each distinct tuple the chosen rows (bool[records]) stand for, int64[tuples]."""
        weights = None if self._weights is None else self._weights[chosen]
        return _sums(self.tuple_of_record[chosen], weights, len(self.tuples))

    def _grouped(self, keys: Keys) -> tuple[Counts, Counts, Counts, Codes]:
        """Equal rows as one: the first of each group, its records that count, all its records, and the group of each
        row."""
        weights = np.ones(len(keys), np.int64) if self._weights is None else self._weights
        first, population, members = group(keys, weights)
        if self.included is None:
            return first, population, population, members
        shared = None if self._weights is None else self._weights[self.included]
        return first, _sums(members[self.included], shared, len(population)), population, members

    def _distinct_rows(self, sensitive: Mapping[str, Codes], people: Codes | None) -> Rows:
        if not sensitive and people is None:
            tuples = self.tuples
            numbers = np.arange(len(tuples), dtype=np.int32)
            return Rows(numbers, tuples.counts.astype(np.uint32), tuples.population_counts.astype(np.uint32), {})
        asked = [*sensitive.values()] if people is None else [people, *sensitive.values()]
        columns = np.stack([self.tuple_of_record, *asked], axis=1)
        first, counts, population, members = self._grouped(np.ascontiguousarray(columns, np.uint64))
        if people is not None:
            order = np.argsort(people[first], kind="stable")
            place = np.empty_like(order)
            place[order] = np.arange(len(order))
            self.row_of_record = place.astype(np.int32)[members]
            first, counts, population = first[order], counts[order], population[order]
        return Rows(
            self.tuple_of_record[first],
            counts.astype(np.uint32),
            population.astype(np.uint32),
            {name: codes[first] for name, codes in sensitive.items()},
            None if people is None else people[first],
        )

    def _input_sizes(self, ungrouped: Sequence[Codes]) -> Counts:
        counts, population = self.tuples.counts, self.tuples.population_counts
        if ungrouped:
            columns = np.ascontiguousarray(np.stack([self.tuple_of_record, *ungrouped], axis=1), np.uint64)
            _first, counts, population, _members = self._grouped(columns)
        return np.stack([counts, population])[:, counts > 0]

    def _input_people(self, ungrouped: Sequence[Codes], people: Codes) -> tuple[Counts, PeopleAtRisk]:
        columns = np.ascontiguousarray(np.stack([self.tuple_of_record, *ungrouped], axis=1), np.uint64)
        alike = self._grouped(columns)[3]
        first, counts, population, _members = self._grouped(np.stack([alike, people], axis=1).astype(np.uint64))
        sizes = np.stack([np.bincount(alike[first], each > 0) for each in (counts, population)]).astype(np.int64)
        of_records = alike if self.included is None else np.where(self.included, alike, np.int32(-1))
        of_population = sizes[0] if self.included is None else sizes[1]
        at_risk = people_at_risk(people, of_records, sizes[0], of_population, self.included)
        return sizes[:, sizes[0] > 0], at_risk

    @property
    def units(self) -> int:
        """The number that privacy models count: of people where the table says whose records these are, or records."""
        return self.people or self.records

    @property
    def sample_sizes(self) -> Counts:
        """The number of records that count with each distinct tuple, int64[tuples that occur among them]."""
        counts = self.tuples.counts
        return counts if self.included is None else counts[counts > 0]

    def restricted_to(self, chosen: NDArray[np.bool_]) -> Grouping:
        """The grouping of the records of some distinct tuples (bool[tuples]) alone, over the same hierarchies.

        Nothing is grouped anew: tuples and records keep their order.
        """
        part = copy.copy(self)
        number = (np.cumsum(chosen) - 1).astype(np.int32)
        of_record = chosen[self.tuple_of_record]
        tuples, rows = self.tuples, self.rows
        part.tuples = Tuples(
            np.ascontiguousarray(tuples.keys[chosen]), tuples.counts[chosen], tuples.population_counts[chosen]
        )
        part.tuple_of_record = number[self.tuple_of_record[of_record]]
        part.included = None if self.included is None else self.included[of_record]
        part._weights = None if self._weights is None else self._weights[of_record]  # noqa: SLF001 - our own copy
        part.records = int(part.tuples.counts.sum())
        part.input_sizes = part.input_groups = part._input_sizes(())  # noqa: SLF001 - our own copy
        kept = chosen[rows.tuples]
        sensitive = {name: codes[kept] for name, codes in rows.sensitive.items()}
        people = None if rows.people is None else rows.people[kept]
        part.rows = Rows(number[rows.tuples[kept]], rows.counts[kept], rows.population_counts[kept], sensitive, people)
        if self.row_of_record is not None:
            part.row_of_record = (np.cumsum(kept) - 1).astype(np.int32)[self.row_of_record[of_record]]
            part.people = people_among(part.rows, part.rows.counts)
        return part

    def classes(self, levels: Levels) -> Classes:
        """The equivalence classes of a transformation, by grouping all rows anew."""
        codes = [
            hierarchy.codes[level][self.packing.unpack(self.tuples.keys, index)]
            for index, (hierarchy, level) in enumerate(zip(self.hierarchies, levels, strict=True))
        ]
        _representatives, counts, members = group(self.packing.pack(codes), self.tuples.counts)
        of_rows = (members[self.rows.tuples] + 1).astype(np.uint32)
        return Classes(self, np.array(levels, np.int64), of_rows, len(counts), counts=counts)

    def rows_covered(self, attribute: int, levels: NDArray[np.int64]) -> Counts:
        """How many rows of its hierarchy the label of each distinct tuple covers, int64[tuples].

        `levels` int64[tuples] is the level of the attribute in each of them.
        """
        hierarchy = self.hierarchies[attribute]
        rows = np.array([rows[codes] for rows, codes in zip(hierarchy.domain_rows, hierarchy.codes, strict=True)])
        covered: Counts = rows[levels, self.packing.unpack(self.tuples.keys, attribute)]
        return covered


@dataclass(frozen=True, slots=True)
class Histograms:
    """How often each sensitive value occurs in each class; values that do not occur are not listed.

    `starts` int64[classes + 1]: the entries of class c are those from starts[c] to starts[c + 1]; `values` int32[n]
    their codes, in no order, `counts` int64[n] their records.
    """

    starts: Counts
    values: Codes
    counts: Counts


class Classes:
    """The equivalence classes of one transformation: all that privacy and quality models see.

    `members` uint32[n] is the class of each of some rows of the grouping, from 1; 0 for those in no class. `rows`
    uint32[n] are their numbers; None: all rows in their order. What is not given is formed when it is asked for.
    """

    def __init__(
        self,
        grouping: Grouping,
        levels: NDArray[np.int64],
        members: RowNumbers,
        number: int,
        *,
        rows: RowNumbers | None = None,
        counts: Counts | None = None,
    ) -> None:
        self.grouping = grouping
        self.members = members
        self.listed_rows = rows
        self._number = number
        self._counts = counts
        self._histograms: dict[str, Histograms] = {}
        self._known: dict[int, tuple[object, NDArray[Any]]] = {}
        self.level_array = levels

    def __len__(self) -> int:
        return self._number

    @property
    def levels(self) -> Levels:
        """The transformation."""
        return tuple(self.level_array.tolist())

    @cached_property
    def counts(self) -> Counts:
        """The records in each class that count, int64[classes]; 0 where the research subset has none of them."""
        return self._sums(self.grouping.rows.counts) if self._counts is None else self._counts

    @cached_property
    def population_counts(self) -> Counts:
        """All records in each class, int64[classes]."""
        if self.grouping.included is None:
            return self.counts
        return self._sums(self.grouping.rows.population_counts)

    def histograms(self, attribute: str) -> Histograms:
        """The distribution of the records that count over the values of a sensitive attribute, in each class."""
        return self._counted_values(attribute, lambda _values, _domain: self.weights_of_rows())

    def _counted_values(self, attribute: str, amounts_of: Callable[[Codes, int], RowNumbers]) -> Histograms:
        """The histograms of an attribute by an amount for each row, which its values and their number decide."""
        known = self._histograms.get(attribute)
        if known is None:
            from arxdesk_engine.kernels.histogram import count_values  # noqa: PLC0415 - Numba is loaded when it is needed

            values = self.values_of_rows(attribute)
            domain = self.grouping.sensitive_domains[attribute]
            starts = np.empty(len(self) + 1, np.int64)
            found, counts = np.empty(len(values), np.int32), np.empty(len(values), np.int64)
            number = count_values(self.members, values, amounts_of(values, domain), domain, starts, found, counts)
            known = self._histograms[attribute] = Histograms(starts, found[:number], counts[:number])
        return known

    def counted_values(self, attribute: str) -> Counts:  # noqa: ARG002 - where people are counted, it matters
        """The sum of each histogram of a sensitive attribute, int64[classes]."""
        return self.counts

    def distinct_values(self, attribute: str) -> Counts:
        """How many different values of a sensitive attribute the records of each class have that count, int64[classes].

        Missing cells are one value.
        """
        return np.diff(self.histograms(attribute).starts)

    def known(self, asker: object, form: Callable[[Classes], NDArray[_Number]]) -> NDArray[_Number]:
        """The result of `form` for these classes; it is remembered for the same object."""
        known = self._known.get(id(asker))
        if known is None:
            known = self._known[id(asker)] = asker, form(self)  # held, so that no other object gets its number
        return known[1]

    @cached_property
    def first_rows(self) -> Counts:
        """The number of the first row of each class, int64[classes]; rows are in the order of their first records."""
        from arxdesk_engine.kernels.histogram import first_of_class  # noqa: PLC0415

        first = np.empty(len(self) + 1, np.int64)
        first_of_class(self.members, first)
        return first[1:] if self.listed_rows is None else self.listed_rows[first[1:]].astype(np.int64)

    @cached_property
    def rows_covered(self) -> Counts:
        """How many rows of each attribute's hierarchy the label of each class covers, int64[classes, attributes]."""
        return self.rows_covered_by(np.arange(len(self)))

    def rows_covered_by(self, chosen: NDArray[np.intp]) -> Counts:
        """`rows_covered` of some classes, int64[chosen, attributes]."""
        from arxdesk_engine.kernels.labels import look_up  # noqa: PLC0415

        grouping = self.grouping
        rows, packing = grouping.rows_of_values, grouping.packing
        tuples = grouping.rows.tuples[self.first_rows[chosen]].astype(np.int64)
        covered = np.empty((len(chosen), len(grouping.hierarchies)), np.int64)
        starts = rows.offsets[np.arange(len(grouping.hierarchies)), self.level_array]
        where = packing.words, packing.shifts, packing.masks
        look_up(grouping.tuples.keys, tuples, *where, rows.flat, starts, covered)
        return covered

    def codes_of(self, attribute: int) -> Codes:
        """The code of the label of each class in one attribute, int32[classes]."""
        grouping = self.grouping
        keys = grouping.tuples.keys[grouping.rows.tuples[self.first_rows]]
        codes: Codes = grouping.hierarchies[attribute].codes[self.levels[attribute]][
            grouping.packing.unpack(keys, attribute)
        ]
        return codes

    @property
    def of_tuples(self) -> Codes:
        """The class of every distinct tuple, int32[tuples]; -1 for those in none."""
        found = np.full(len(self.grouping.tuples), -1, np.int32)
        found[self._of_rows(self.grouping.rows.tuples)] = self.members.astype(np.int32) - 1
        return found

    @property
    def of_records(self) -> Codes:
        """The class of every record, int32[records]; -1 for those in none."""
        grouping = self.grouping
        if grouping.row_of_record is None:
            return self.of_tuples[grouping.tuple_of_record]
        of_rows = np.full(len(grouping.rows), -1, np.int32)
        of_rows[slice(None) if self.listed_rows is None else self.listed_rows] = self.members.astype(np.int32) - 1
        return of_rows[grouping.row_of_record]

    @cached_property
    def people(self) -> Codes | None:
        """Whose each of the listed rows is, int32[n], in rising order; None where nobody asks."""
        people = self.grouping.rows.people
        return None if people is None else self._of_rows(people)

    def with_members(self, members: RowNumbers, number: int) -> Classes:
        """The same listed rows in other classes of the same transformation."""
        return Classes(self.grouping, self.level_array, members, number, rows=self.listed_rows)

    def weights_of_rows(self, *, of_population: bool = False) -> RowNumbers:
        """The records of each of the listed rows, uint32[n]: those that count, or all of them."""
        rows = self.grouping.rows
        return self._of_rows(rows.population_counts if of_population else rows.counts)

    def values_of_rows(self, attribute: str) -> Codes:
        """The value of a sensitive attribute in each of the listed rows, int32[n]."""
        return self._of_rows(self.grouping.rows.sensitive[attribute])

    def _of_rows(self, column: NDArray[_Number]) -> NDArray[_Number]:
        return column if self.listed_rows is None else column[self.listed_rows]

    def _sums(self, amounts: RowNumbers) -> Counts:
        from arxdesk_engine.kernels.histogram import sum_of_class  # noqa: PLC0415

        sums = np.empty(len(self) + 1, np.int64)
        sum_of_class(self.members, self._of_rows(amounts), sums)
        return sums[1:]


def people_among(rows: Rows, amounts: RowNumbers) -> int:
    """How many people have a row with an amount above 0; amounts uint32[rows]."""
    found = rows.people[amounts > 0] if rows.people is not None else np.zeros(0, np.int32)
    return int(np.count_nonzero(np.diff(found, prepend=-1)))


def _sums(members: Codes, weights: Counts | None, groups: int) -> Counts:
    """The records of each group, int64[groups]; sums of weights are exact below 2^53."""
    return np.bincount(members, weights, groups).astype(np.int64)
