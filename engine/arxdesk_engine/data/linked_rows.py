"""The rows of linked tables in the records of their join."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

NO_ROW = -1


@dataclass(frozen=True, slots=True, eq=False)
class LinkedRows:
    """One of several linked tables, as far as it is in the records of their join.

    `rows` int32[records] is the row of the table in each record, from 0; NO_ROW where its parent has none there.
    `columns` are its attributes. `key` is its column that leads to its parent, which is not among them: the attribute
    `parent_key` has the same values. The first table has no parent: both are "".
    """

    name: str
    rows: NDArray[np.int32]
    columns: tuple[str, ...]
    key: str = ""
    parent_key: str = ""
    unmatched: int = 0
    """Rows of the table that were left out since they belong to no row of the parent."""

    @property
    def number(self) -> int:
        """How many rows of the table are in the join."""
        ordered = np.sort(self.rows[self.rows != NO_ROW])  # sorting leaves other threads alone, np.unique does not
        return int(np.count_nonzero(np.diff(ordered))) + min(1, len(ordered))

    def renamed(self, names: Mapping[str, str]) -> LinkedRows:
        """The same rows, attributes of other names, all at once: two can change theirs with each other."""
        columns = tuple(names.get(each, each) for each in self.columns)
        return replace(self, columns=columns, parent_key=names.get(self.parent_key, self.parent_key))
