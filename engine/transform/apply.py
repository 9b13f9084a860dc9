"""Applying a transformation: generalize the quasi-identifiers, suppress the records of violating classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping
from engine.dataset import Column, Dataset
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
    `class_sizes` int64[classes]: the records of each class that is kept.
    """

    dataset: Dataset
    levels: Levels
    suppressed: NDArray[np.bool_]
    members: NDArray[np.int32]
    class_sizes: NDArray[np.int64]

    @property
    def counts(self) -> NDArray[np.int64]:
        """The records of each class, under the name that privacy models look for."""
        return self.class_sizes

    @property
    def suppressed_records(self) -> int:
        """How many records are suppressed."""
        return int(self.suppressed.sum())

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
    levels = classes.levels
    members = grouping.members(classes)
    suppressed = violating[members]
    renumbered = np.where(violating, NO_CLASS, np.cumsum(~violating) - 1).astype(np.int32)
    level_of = dict(zip(hierarchies, levels, strict=True))

    def transformed(column: Column) -> Column:
        if column.name in level_of:
            return generalized(column, hierarchies[column.name], level_of[column.name], suppressed)
        return other_column(column, roles)

    columns = tuple(transformed(column) for column in dataset)
    return Output(Dataset(columns, dataset.source), levels, suppressed, renumbered[members], classes.counts[~violating])


def other_column(column: Column, roles: Mapping[str, Role]) -> Column:
    """A column that is no quasi-identifier: "*" everywhere where it is identifying, as it was otherwise."""
    if roles.get(column.name) is Role.IDENTIFYING:
        return Column(column.name, np.zeros_like(column.codes), (SUPPRESSED,))
    return column


def generalized(column: Column, hierarchy: BoundHierarchy, level: int, suppressed: NDArray[np.bool_]) -> Column:
    """One column at a level of its hierarchy, "*" in the suppressed records."""
    labels = hierarchy.labels[level]
    codes = hierarchy.codes[level][column.codes]
    if suppressed.any():
        if SUPPRESSED not in labels:
            labels = (*labels, SUPPRESSED)
        codes = np.where(suppressed, np.int32(labels.index(SUPPRESSED)), codes)
    return Column(column.name, codes, labels, column.type if level == 0 else ValueType())
