"""The records behind a figure, group by group: places in the table, for tables that show just these."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk.analysis.request import Request
from arxdesk.analysis.tables import InputTable, OutputTable, Table
from arxdesk_engine.foundation.control import Control

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class InClassesOfSize(Request[Rows]):
    """The records in groups of `smallest` to `largest` records, of any size from there on where that is None."""

    smallest: int
    largest: int | None

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, intp[records]."""
        sizes = table.classes.sizes
        wanted = sizes >= self.smallest
        if self.largest is not None:
            wanted &= sizes <= self.largest
        return in_classes(table, wanted, control)


@dataclass(frozen=True, slots=True)
class AboveRisk(Request[Rows]):
    """The records whose risk, one over the size of their group, exceeds a threshold."""

    threshold: float

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, intp[records]."""
        return in_classes(table, 1.0 / table.classes.sizes > self.threshold, control)


@dataclass(frozen=True, slots=True)
class Removed(Request[Rows]):
    """The records that count and that the output shows nothing of, as in the file; none in an input."""

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, intp[records]."""
        del control
        if isinstance(table, InputTable):
            return np.zeros(0, np.intp)
        included = table.included
        return np.flatnonzero(table.suppressed if included is None else table.suppressed & included)


@dataclass(frozen=True, slots=True)
class LookingLike(Request[Rows]):
    """The records in the group of a record, itself among them; none where it is in no group."""

    record: int

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, intp[records]."""
        del control
        of_records = table.classes.of_records
        own = of_records[self.record]
        return np.flatnonzero(of_records == own) if own >= 0 else np.zeros(0, np.intp)


def in_classes(table: Table, wanted: Mask, control: Control) -> Rows:
    """The records in some of the groups (bool[classes]), group by group, intp[records]."""
    control.raise_if_stopped()
    # records in no group have -1 as theirs, which is the last place: there nothing is wanted
    return by_group(table, np.flatnonzero(np.append(wanted, False)[table.classes.of_records]))


def by_group(table: Table, records: Rows) -> Rows:
    """Records in the order of their groups, as in the file within each; those in no group come last, removed first."""
    groups = table.classes.of_records[records].view(np.uint32)  # which turns -1 into the last
    found = records[np.argsort(groups, kind="stable")]
    included = table.included
    if isinstance(table, OutputTable) and included is not None:
        found = np.concatenate([found[included[found]], found[~included[found]]])
    return found
