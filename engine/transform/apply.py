"""Applying a transformation: generalize the quasi-identifiers, suppress the records of violating classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping
from engine.dataset import Codes, Column, Dataset
from engine.hierarchies.hierarchy import BoundHierarchy
from engine.lattice.lattice import Levels
from engine.schema import SUPPRESSED, Role, ValueType

if TYPE_CHECKING:
    import pandas as pd

NO_CLASS = -1


@dataclass(frozen=True, slots=True)
class Output:
    """A transformed table, its records in the order of the input.

    `suppressed` bool[records]; `members` int32[records]: the class of each record, NO_CLASS where it is suppressed;
    `class_sizes` int64[classes]: the records of each class that is kept. `included` bool[records] are the records of
    the research subset, None where all are. What is outside it counts as suppressed and shows nothing: "*" in every
    cell. `population_sizes` int64[classes] counts it as well: all records of each class that is kept.
    """

    dataset: Dataset
    levels: Levels
    suppressed: NDArray[np.bool_]
    members: NDArray[np.int32]
    class_sizes: NDArray[np.int64]
    included: NDArray[np.bool_] | None
    population_sizes: NDArray[np.int64]

    @property
    def suppressed_records(self) -> int:
        """How many records that count are suppressed."""
        suppressed = self.suppressed if self.included is None else self.suppressed & self.included
        return int(suppressed.sum())

    def to_write(self, *, with_suppressed: bool) -> NDArray[np.bool_] | None:
        """Which records belong into a file, bool[records]; None for all."""
        if not with_suppressed:
            return ~self.suppressed
        return self.included

    def to_pandas(self) -> pd.DataFrame:
        """The output as a data frame of categorical text columns."""
        return self.dataset.to_pandas()


def apply(
    dataset: Dataset,
    grouping: Grouping,
    classes: Classes,
    violating: NDArray[np.bool_],
    roles: Mapping[str, Role],
    hierarchies: Mapping[str, BoundHierarchy],
) -> Output:
    """Transform a table as `classes`, one of its transformations, says.

    `hierarchies` holds the quasi-identifiers in the order of the levels. The records of the violating classes
    (bool[classes]) are suppressed: their quasi-identifiers read "*". Identifying attributes read "*" everywhere;
    the others stay as they are.
    """
    levels, included = classes.levels, grouping.included
    members = classes.of_records
    kept = ~violating & (classes.counts > 0)
    renumbered = np.where(kept, np.cumsum(kept) - 1, NO_CLASS).astype(np.int32)[members]
    if included is not None:
        renumbered[~included] = NO_CLASS
    suppressed = renumbered == NO_CLASS
    level_of = dict(zip(hierarchies, levels, strict=True))

    def transformed(column: Column) -> Column:
        if column.name in level_of:
            return generalized(column, hierarchies[column.name], level_of[column.name], suppressed)
        return other_column(column, roles, included)

    columns = tuple(transformed(column) for column in dataset)
    return Output(
        Dataset(columns, dataset.source),
        levels,
        suppressed,
        renumbered,
        classes.counts[kept],
        included,
        classes.population_counts[kept],
    )


def other_column(column: Column, roles: Mapping[str, Role], included: NDArray[np.bool_] | None) -> Column:
    """A column that is no quasi-identifier: "*" everywhere where it is identifying, as it was otherwise.

    Records that are not `included` (None: all are) show nothing in any case.
    """
    if roles.get(column.name) is Role.IDENTIFYING:
        return Column(column.name, np.zeros_like(column.codes), (SUPPRESSED,))
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
