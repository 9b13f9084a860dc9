"""Applying a transformation: generalize or aggregate quasi-identifiers, suppress the records of violating classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.classes.people_at_risk import PeopleAtRisk, people_at_risk
from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, Role, ValueType
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.perturbation.method import AppliedPerturbation
from arxdesk_engine.release.transform.microaggregate import Aggregation, ClassAggregates, aggregate, squared_errors
from arxdesk_engine.release.transform.perturbing import Perturbing
from arxdesk_engine.release.transform.shown_items import ItemRecoding, ShownItems

if TYPE_CHECKING:
    import pandas as pd

NO_CLASS = -1


@dataclass(frozen=True, slots=True)
class Treatment:
    """The treatment of attributes beside generalization.

    `columns` replace those of the same name, whatever their roles; `aggregations` are the
    quasi-identifiers with one value for each class, formed of its records that count, whose values the grouping
    has under their names; the cells of the attributes in `hidden` read "*" in suppressed records, as those of
    quasi-identifiers do; `items` are the columns of sets whose items are recoded for the records that are kept;
    `perturbing` changes cells of the columns after that, None: nothing does.
    """

    columns: Mapping[str, Column] = field(default_factory=dict)
    aggregations: Mapping[str, Aggregation] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    items: Mapping[str, ItemRecoding] = field(default_factory=dict)
    perturbing: Perturbing | None = None

    def of_kept(
        self, kept: NDArray[np.bool_]
    ) -> tuple[Treatment, dict[str, ShownItems], tuple[AppliedPerturbation, ...]]:
        """The treatment where some records (bool[records]) are kept: with the columns of sets and the perturbed ones as
        they are then; how items are shown, and what was perturbed."""
        found = {name: recoding.shown(kept) for name, recoding in self.items.items()}
        columns = {name: column for name, (column, _shown) in found.items()}
        shown = {name: items for name, (_column, items) in found.items()}
        treated = replace(self, columns={**self.columns, **columns}, hidden=self.hidden | set(columns))
        if self.perturbing is None:
            return treated, shown, ()
        changed, applied = self.perturbing.applied(treated.columns, kept)
        hidden = treated.hidden | set(changed)
        return replace(treated, columns={**treated.columns, **changed}, hidden=hidden), shown, applied


UNTREATED = Treatment()


@dataclass(frozen=True, slots=True)
class KeptClasses:
    """The classes of an output that are kept; `of_records` int32[records] is that of each, NO_CLASS for none."""

    classes: Classes
    included: NDArray[np.bool_] | None
    of_records: NDArray[np.int32]

    @classmethod
    def of(cls, grouping: Grouping, of_records: NDArray[np.int32], number: int) -> KeptClasses:
        """From the class of every record (`Output.members`) and the number of classes."""
        kept = of_records != NO_CLASS
        levels = np.zeros(len(grouping.hierarchies), np.int64)
        if grouping.row_of_record is None:
            of_tuples = np.zeros(len(grouping.tuples), np.uint32)
            of_tuples[grouping.tuple_of_record[kept]] = of_records[kept] + 1
            of_rows = of_tuples[grouping.rows.tuples]
        else:
            of_rows = np.zeros(len(grouping.rows), np.uint32)
            of_rows[grouping.row_of_record[kept]] = of_records[kept] + 1
        return cls(Classes(grouping, levels, of_rows, number), grouping.included, of_records)

    @property
    def suppressed(self) -> NDArray[np.bool_]:
        """Records in no class, bool[records]."""
        found: NDArray[np.bool_] = self.of_records == NO_CLASS
        return found

    def aggregates(self, column: Column, aggregation: Aggregation) -> ClassAggregates:
        """The aggregates that each class shows in an attribute."""
        return aggregate(column, self.classes.histograms(column.name), aggregation)

    def aggregated(self, column: Column, aggregation: Aggregation) -> Column:
        """The column with the aggregate of its class in each record, "*" in the suppressed ones."""
        found = self.aggregates(column, aggregation)
        codes = np.append(found.codes, np.int32(0))[self.of_records]
        return Column(column.name, *starred(codes, found.texts, self.suppressed), aggregation.result_type(column))

    def errors(self, column: Column, aggregation: Aggregation) -> NDArray[np.float64]:
        """The error of the aggregate of each class, float64[classes] in [0, 1].

        See `release.transform.microaggregate.squared_errors`.
        """
        found = self.aggregates(column, aggregation)
        return squared_errors(column, self.classes.histograms(column.name), found, aggregation)


@dataclass(frozen=True, slots=True)
class Output:
    """A transformed table, its records in the order of the input.

    `suppressed` bool[records]; `members` int32[records]: the class of each record, NO_CLASS if it is suppressed;
    `class_sizes` int64[classes]: the records of each kept class. `included` bool[records] are the records of
    the research subset, None for all. Records outside it count as suppressed and show nothing: "*" in every
    cell. `population_sizes` int64[classes] counts them as well: all records of each kept class.
    `own_levels` int16[records, attributes] are the levels of each record where they went through several
    transformations; None where `levels` are those of all. Where the table says whose records these are,
    `people_of_classes` are the people of each kept class, in the part that counts and in the whole table, twice
    int64[classes], and `people` those who are left, by their smallest class. `items` says of each column of sets that
    was recoded how its items are shown, `perturbations` what was done to cells of other columns.
    """

    dataset: Dataset
    levels: Levels
    suppressed: NDArray[np.bool_]
    members: NDArray[np.int32]
    class_sizes: NDArray[np.int64]
    included: NDArray[np.bool_] | None
    population_sizes: NDArray[np.int64]
    own_levels: NDArray[np.int16] | None = None
    people_of_classes: tuple[NDArray[np.int64], NDArray[np.int64]] | None = None
    people: PeopleAtRisk | None = None
    items: Mapping[str, ShownItems] = field(default_factory=dict)
    perturbations: tuple[AppliedPerturbation, ...] = ()

    @property
    def groups(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The sizes that risks are about, int64[classes] twice: the records of each class, or its people where the
        table says whose they are; those that count, and all of them."""
        if self.people_of_classes is not None:
            return self.people_of_classes
        return self.class_sizes, self.population_sizes

    @property
    def suppressed_records(self) -> int:
        """The number of suppressed records among those that count."""
        return self.dataset.records_of(self.suppressed if self.included is None else self.suppressed & self.included)

    def to_write(self, *, with_suppressed: bool) -> NDArray[np.bool_] | None:
        """The records to be written to a file, bool[records]; None for all."""
        if not with_suppressed:
            return ~self.suppressed
        return self.included

    def to_pandas(self) -> pd.DataFrame:
        """The output as a data frame of categorical text columns, with the visible texts as categories.

        A file written from it must not list hidden values.
        """
        frame = self.dataset.to_pandas()
        return frame.assign(**{str(name): cells.cat.remove_unused_categories() for name, cells in frame.items()})


def apply(
    dataset: Dataset,
    grouping: Grouping,
    classes: Classes,
    violating: NDArray[np.bool_],
    roles: Mapping[str, Role],
    hierarchies: Mapping[str, BoundHierarchy],
    treatment: Treatment = UNTREATED,
) -> Output:
    """Apply one of the transformations of a table, given by its `classes`.

    `hierarchies` holds the quasi-identifiers in the order of the levels. The records of the violating classes
    (bool[classes]) are suppressed: their quasi-identifiers read "*". Identifying attributes read "*" everywhere;
    the others stay as they are, unless changed by `treatment`.
    """
    levels, included = classes.levels, grouping.included
    kept = ~violating & (classes.counts > 0)
    number = np.where(kept, np.cumsum(kept) - 1, NO_CLASS).astype(np.int32)
    of_records = number[classes.of_records]
    if included is not None:
        of_records[~included] = NO_CLASS
    shown = KeptClasses.of(grouping, of_records, int(kept.sum()))
    level_of = dict(zip(hierarchies, levels, strict=True))
    changed = {
        name: generalized(dataset[name], hierarchies[name], level, shown.suppressed)
        for name, level in level_of.items()
        if name not in treatment.columns and name not in treatment.aggregations
    }
    people_of_classes, people = _people(classes, kept, of_records)
    treatment, items, perturbations = treatment.of_kept(~shown.suppressed)
    return Output(
        dataset.with_columns(all_columns(dataset, changed, shown, roles, treatment)),
        levels,
        shown.suppressed,
        of_records,
        classes.counts[kept],
        included,
        classes.population_counts[kept],
        people_of_classes=people_of_classes,
        people=people,
        items=items,
        perturbations=perturbations,
    )


def _people(
    classes: Classes, kept: NDArray[np.bool_], of_records: NDArray[np.int32]
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]] | None, PeopleAtRisk | None]:
    grouping, counted = classes.grouping, counting_people(classes)
    if grouping.people_of_records is None:
        return None, None
    sizes = counted.counts[kept]
    population = sizes if grouping.included is None else counted.population_counts[kept]
    at_risk = people_at_risk(grouping.people_of_records, of_records, sizes, population, grouping.included)
    return (sizes, population), at_risk


def all_columns(
    dataset: Dataset,
    generalized_columns: Mapping[str, Column],
    shown: KeptClasses,
    roles: Mapping[str, Role],
    treatment: Treatment,
) -> tuple[Column, ...]:
    """The columns of an output: the generalized ones, those changed by a treatment, and all others."""

    def transformed(column: Column) -> Column:
        name = column.name
        if name in generalized_columns:
            return generalized_columns[name]
        if name in treatment.aggregations:
            return shown.aggregated(column, treatment.aggregations[name])
        included = ~shown.suppressed if name in treatment.hidden else shown.included
        if name in treatment.columns:
            return _shown_where(treatment.columns[name], included)
        return other_column(column, roles, included)

    return tuple(transformed(column) for column in dataset)


def other_column(column: Column, roles: Mapping[str, Role], included: NDArray[np.bool_] | None) -> Column:
    """A column that is no quasi-identifier: "*" everywhere where it is identifying, as it was otherwise.

    Records that are not `included` (None: all are) show nothing in any case.
    """
    if roles.get(column.name) is Role.IDENTIFYING:
        return Column(column.name, np.zeros_like(column.codes), (SUPPRESSED,))
    return _shown_where(column, included)


def _shown_where(column: Column, included: NDArray[np.bool_] | None) -> Column:
    if included is None:
        return column
    return Column(column.name, *starred(column.codes, column.values, ~included), column.type)


def generalized(column: Column, hierarchy: BoundHierarchy, level: int, suppressed: NDArray[np.bool_]) -> Column:
    """One column at a level of its hierarchy, "*" in the suppressed records."""
    codes, labels = starred(hierarchy.codes[level][column.codes], hierarchy.labels[level], suppressed)
    return Column(column.name, codes, labels, column.type if level == 0 else ValueType())


def starred(codes: Codes, labels: tuple[str, ...], hidden: NDArray[np.bool_]) -> tuple[Codes, tuple[str, ...]]:
    """Codes and labels with "*" for the records that are hidden."""
    if not hidden.any():
        return codes, labels
    if SUPPRESSED not in labels:
        labels = (*labels, SUPPRESSED)
    return np.where(hidden, np.int32(labels.index(SUPPRESSED)), codes), labels
