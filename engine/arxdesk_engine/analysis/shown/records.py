"""The records behind a figure, group by group: places in the table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.cells import shown_cells
from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable, OutputTable
from arxdesk_engine.foundation.control import Control

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]


def in_classes_of_size(
    table: AnalyzedTable, smallest: int, largest: int | None, control: Control | None = None
) -> Rows:
    """The records in groups of `smallest` to `largest` records (None: of any size from there on), intp[records]."""
    sizes = table.classes.sizes
    wanted = sizes >= smallest
    if largest is not None:
        wanted &= sizes <= largest
    return in_classes(table, wanted, control)


def above_risk(table: AnalyzedTable, threshold: float, control: Control | None = None) -> Rows:
    """The records whose risk, one over the size of their group, exceeds a threshold, intp[records]."""
    return in_classes(table, 1.0 / table.classes.sizes > threshold, control)


def removed(table: AnalyzedTable) -> Rows:
    """The removed records among those that count, in file order, intp[records]; none in an input."""
    if isinstance(table, InputTable):
        return np.zeros(0, np.intp)
    included = table.included
    return np.flatnonzero(table.suppressed if included is None else table.suppressed & included)


def looking_like(table: AnalyzedTable, record: int) -> Rows:
    """The records in the group of a record, itself among them, intp[records]; none where it is in no group."""
    of_records = table.classes.of_records
    own = of_records[record]
    return np.flatnonzero(of_records == own) if own >= 0 else np.zeros(0, np.intp)


def showing(table: AnalyzedTable, values: Iterable[tuple[str, Iterable[str]]], control: Control | None = None) -> Rows:
    """The records that show one of some texts in each of some attributes, group by group, intp[records].

    `values` are pairs of attribute and texts. Hidden values of removed records do not count. Raises a UserError
    for an unreadable research subset, or Stopped.
    """
    control = control or Control()
    found = np.ones(table.dataset.records, np.bool_)
    for attribute, texts in values:
        control.raise_if_stopped()
        shown, wanted = shown_cells(table, attribute), frozenset(texts)
        found &= shown.records
        found &= np.array([value in wanted for value in shown.column.values], np.bool_)[shown.column.codes]
    return by_group(table, np.flatnonzero(found))


def showing_nothing(table: AnalyzedTable, attribute: str) -> Rows:
    """The records without a visible cell of an attribute because they were removed, group by group, intp[records].

    Raises a UserError where the research subset cannot be read.
    """
    shown = shown_cells(table, attribute)
    return by_group(table, np.flatnonzero(shown.counted & ~shown.records))


def in_classes(table: AnalyzedTable, wanted: Mask, control: Control | None = None) -> Rows:
    """The records in some of the groups (bool[classes]), group by group, intp[records]. Raises Stopped."""
    (control or Control()).raise_if_stopped()
    # records in no group have -1 as theirs, which is the last place: there nothing is wanted
    return by_group(table, np.flatnonzero(np.append(wanted, False)[table.classes.of_records]))


def by_group(table: AnalyzedTable, records: Rows) -> Rows:
    """Records in the order of their groups, as in the file within each; those in no group come last, removed first."""
    groups = table.classes.of_records[records].view(np.uint32)  # which turns -1 into the last
    found = records[np.argsort(groups, kind="stable")]
    included = table.included
    if isinstance(table, OutputTable) and included is not None:
        found = np.concatenate([found[included[found]], found[~included[found]]])
    return found
