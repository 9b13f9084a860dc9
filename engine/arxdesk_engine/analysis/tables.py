"""The two tables that are analyzed, input and output. Some properties take a while."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.classes.people_at_risk import PeopleAtRisk, people_at_risk
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of
from arxdesk_engine.preparation.people import people_of, surplus_records
from arxdesk_engine.preparation.subset import included_records, subset_records
from arxdesk_engine.release.transform.apply import NO_CLASS
from arxdesk_engine.release.treatments.treatments import as_judged
from arxdesk_engine.risk.wildcards import DistinctTuples, distinct_tuples
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Solution


@dataclass(frozen=True, slots=True, eq=False)
class TableClasses:
    """The equivalence classes of a table, of the records that count and are kept.

    `sizes` int64[classes], each at least 1, are numbers of records, or of people where the job says whose records these
    are; `population_sizes` int64[classes] counts those outside a research subset as well; `of_records` int32[records]:
    the class of each record, NO_CLASS where it is suppressed or does not count. Empty where no column is
    quasi-identifying. `people`: those in the classes; None where records are counted.
    """

    sizes: NDArray[np.int64]
    population_sizes: NDArray[np.int64]
    of_records: NDArray[np.int32]
    people: PeopleAtRisk | None = None

    @property
    def records(self) -> int:
        """The records in all classes, or people."""
        return int(self.sizes.sum()) if self.people is None else len(self.people)


@dataclass(frozen=True, eq=False)
class InputTable:
    """The table as it was loaded, with what the job says of its columns; two are never the same, so that what was
    found of one is not taken for that of another.

    `drawn` bool[records] are the records that a search has drawn (`ReleasePolicy.draws_sample`), None where none has:
    without a seed they are others every time.
    """

    job: Job
    dataset: Dataset
    drawn: NDArray[np.bool_] | None = None

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return policy_of(self.job)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The attributes that attackers are assumed to know, in column order."""
        settings, quasi = self.job.settings_of, Role.QUASI_IDENTIFYING
        return tuple(name for name in self.dataset.names if settings(name).role is quasi)

    @cached_property
    def included(self) -> NDArray[np.bool_] | None:
        """The records that count, bool[records]; None where all do. Raises a UserError.

        A sample that was not drawn yet leaves nobody out.
        """
        if self.drawn is not None or self.policy.draws_sample:
            return self.drawn
        return included_records(self.job, self.dataset)

    @cached_property
    def chosen(self) -> NDArray[np.bool_] | None:
        """The records that count, or would if the number of each person were not limited, bool[records]; None: all.
        Raises a UserError."""
        if self.drawn is not None or self.policy.draws_sample:
            return self.drawn
        return subset_records(self.job, self.dataset)

    @cached_property
    def classes(self) -> TableClasses:
        """The groups of records that look the same in all quasi-identifiers. Raises a UserError."""
        included, records = self.included, self.dataset.records
        surplus = surplus_records(self.job, self.dataset)
        if not self.quasi_identifiers or not records:
            none = np.zeros(0, np.int64)
            return TableClasses(none, none, np.full(records, NO_CLASS, np.int32))
        judged = as_judged(self.job, self.dataset)
        weights = self.dataset.weights
        tuples = distinct_tuples([judged[name].codes for name in self.quasi_identifiers], weights)
        counts = population = tuples.counts
        if included is not None:
            counted = None if weights is None else weights[included]
            counts = np.bincount(tuples.tuple_of_record[included], counted, len(tuples)).astype(np.int64)
        if surplus is not None:
            population = np.bincount(tuples.tuple_of_record[~surplus], minlength=len(tuples)).astype(np.int64)
        people = None if self.job.data.person is None else people_of(self.dataset, self.job.data.person)
        if people is not None:
            counts = _people_of_groups(tuples, people, included)
            there = None if surplus is None else ~surplus
            population = counts if included is None else _people_of_groups(tuples, people, there)
        if included is None:
            of_records = tuples.tuple_of_record
            at_risk = None if people is None else people_at_risk(people, of_records, counts, population)
            return TableClasses(counts, population, of_records, at_risk)
        present = counts > 0
        number = np.where(present, np.cumsum(present) - 1, NO_CLASS).astype(np.int32)
        of_records = np.where(included, number[tuples.tuple_of_record], NO_CLASS).astype(np.int32)
        sizes = counts[present], population[present]
        at_risk = None if people is None else people_at_risk(people, of_records, *sizes, included)
        return TableClasses(*sizes, of_records, at_risk)

    @cached_property
    def counted(self) -> int:
        """The number of records that count. Raises a UserError."""
        return self.dataset.total_records if self.included is None else self.dataset.records_of(self.included)


@dataclass(frozen=True, eq=False)
class OutputTable:
    """What a transformation made of the input, whose records stand in the same order.

    `job` is the configuration that was searched, `problem` the one that it posed, with `hierarchies` of the
    quasi-identifiers in column order, and `solution` what the search found.
    """

    input: InputTable
    job: Job
    problem: SearchProblem
    hierarchies: Mapping[str, BoundHierarchy]
    solution: Solution
    applied: Applied

    @property
    def dataset(self) -> Dataset:
        """The cells as they are released."""
        return self.applied.output.dataset

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The attributes that were transformed, in column order."""
        return tuple(self.hierarchies)

    @property
    def roles(self) -> dict[str, Role]:
        """The role of every attribute of the input."""
        return {name: self.job.settings_of(name).role for name in self.input.dataset.names}

    @property
    def records(self) -> int:
        """The records that count: all of the table, or those of its `part`. Shares are shares of them."""
        return self.problem.grouping.records

    @property
    def part(self) -> str:
        """The name of the records that count where they are not the whole table, else ""."""
        return self.policy.part

    def counted_noun(self, unit: Unit) -> str:
        """What is counted, for `Words.count_with_share`: "records", or "records of the research subset"."""
        if not self.part:
            return unit
        told = marked("people of the {part}") if unit == "people" else marked("records of the {part}")
        return tr(told, part=tr(self.part))

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return policy_of(self.job)

    @property
    def included(self) -> NDArray[np.bool_] | None:
        """The records that count, bool[records]; None where all do."""
        return self.applied.output.included

    @property
    def suppressed(self) -> NDArray[np.bool_]:
        """The records without any visible value, bool[records], including those that do not count."""
        return self.applied.output.suppressed

    @cached_property
    def classes(self) -> TableClasses:
        """The groups of records that look the same in all quasi-identifiers, without those that are suppressed."""
        output = self.applied.output
        return TableClasses(*output.groups, output.members, output.people)


def _people_of_groups(
    tuples: DistinctTuples, people: NDArray[np.int32], chosen: NDArray[np.bool_] | None
) -> NDArray[np.int64]:
    """The people of each distinct tuple with a record among the chosen ones (None: all), int64[tuples]."""
    number = int(people.max(initial=0)) + 1
    pairs = tuples.tuple_of_record * np.int64(number) + people
    found = np.unique(pairs if chosen is None else pairs[chosen]) // number
    return np.bincount(found, minlength=len(tuples)).astype(np.int64)


AnalyzedTable = InputTable | OutputTable
