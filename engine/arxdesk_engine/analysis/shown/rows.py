"""The rows of the two tables that stand side by side: which records, in which order, and where a group ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.records import by_group
from arxdesk_engine.analysis.shown.viewed import SortKey, view
from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable, OutputTable, TableClasses
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]
SideName = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class RowOrder:
    """By group, in file order, or by an attribute of either table."""

    kind: Literal["group", "file", "attribute"] = "group"
    attribute: str = ""
    side: SideName = "before"
    ascending: bool = True


BY_GROUP = RowOrder()


@dataclass(frozen=True, slots=True, eq=False)
class VisibleRows:
    """The records to show: `rows` intp[rows], None for all in their order.

    `bands` bool[records] alternates between neighbouring groups, None in another order; `removed`
    bool[records] are hidden in the output. The rows stand for `shown` records; `people` of all records of the table
    count, `outside` do not, and `gone` are removed. `before`, `after` are the groups of both tables, `after` None
    without an output; `smallest` and `largest` the sizes of those of the output, 0 without any.
    """

    rows: Rows | None
    bands: Mask | None
    removed: Mask | None
    shown: int
    people: int
    outside: int
    gone: int
    smallest: int
    largest: int
    before: TableClasses
    after: TableClasses | None


def shown_rows(
    table: AnalyzedTable,
    order: RowOrder = BY_GROUP,
    find: Callable[[AnalyzedTable, Control], Rows] | None = None,
    side: SideName = "before",
    *,
    with_outside: bool = False,
    control: Control | None = None,
) -> VisibleRows:
    """The rows of an output beside its input, or of an input without an output.

    `find` finds the records to show, in the table before or after (`side`); None: all of them, those outside the
    research subset only `with_outside`. Raises a UserError for an unreadable research subset, or Stopped.
    """
    control = control or Control()
    before = table.input if isinstance(table, OutputTable) else table
    after = table if isinstance(table, OutputTable) else None
    asked = after if side == "after" and after is not None else before
    chosen: Rows | None = None
    if find is not None:
        chosen = find(asked, control)
    elif table.included is not None and not with_outside:
        chosen = np.flatnonzero(table.included)
    control.raise_if_stopped()
    grouping = asked if find is not None else table
    rows = _ordered(order, chosen, before, after, grouping, control)
    control.raise_if_stopped()
    bands = _bands(grouping, rows) if order.kind == "group" else None
    included, dataset = table.included, table.dataset
    records = dataset.total_records
    people = records if included is None else dataset.records_of(included)
    sizes = np.zeros(0, np.int64) if after is None else after.classes.sizes
    return VisibleRows(
        rows=rows,
        bands=bands,
        removed=None if after is None else after.suppressed,
        shown=records if rows is None else int(len(rows) if dataset.weights is None else dataset.weights[rows].sum()),
        people=people,
        outside=records - people,
        gone=0 if after is None else after.applied.output.suppressed_records,
        smallest=int(sizes.min(initial=records)) if len(sizes) else 0,
        largest=int(sizes.max(initial=0)),
        before=before.classes,
        after=None if after is None else after.classes,
    )


def _ordered(
    order: RowOrder,
    chosen: Rows | None,
    before: InputTable,
    after: OutputTable | None,
    grouping: AnalyzedTable,
    control: Control,
) -> Rows | None:
    match order.kind:
        case "group" if grouping.quasi_identifiers:
            return by_group(grouping, np.arange(grouping.dataset.records) if chosen is None else chosen)
        case "attribute":
            side = after if order.side == "after" and after is not None else before
            return _by_attribute(order, chosen, side, control)
        case _:
            return None if chosen is None else np.sort(chosen)


def _by_attribute(order: RowOrder, chosen: Rows | None, side: AnalyzedTable, control: Control) -> Rows | None:
    mask = None
    if chosen is not None:
        mask = np.zeros(side.dataset.records, np.bool_)
        mask[chosen] = True
    key = SortKey(order.attribute, order.ascending)
    column = side.dataset[key.attribute]
    rows = view(Dataset((_in_order(column, side),)), "", [key], mask, control).order
    if rows is not None and isinstance(side, OutputTable):  # hidden ones come last in either direction
        gone = side.suppressed[rows]
        rows = np.concatenate([rows[~gone], rows[gone]])
    return rows


def _in_order(column: Column, side: AnalyzedTable) -> Column:
    """The column with codes in natural order: in an output, labels of numbers and dates come in the order of
    their values, whatever that of the hierarchy is; others by the alphabet."""
    if not isinstance(side, OutputTable):
        return column
    source, number = side.input.dataset[column.name], len(column.values)
    if not source.type.has_scale:
        return Column.encode(column.name, column.codes, column.values, column.type)
    pairs = np.unique(source.codes.astype(np.int64) * number + column.codes)
    first = np.full(number, len(source.values), np.int64)
    np.minimum.at(first, pairs % number, pairs // number)
    order = np.argsort(first, kind="stable")
    rank = np.empty(number, np.int32)
    rank[order] = np.arange(number, dtype=np.int32)
    return Column(column.name, rank[column.codes], tuple(column.values[place] for place in order), column.type)


def _bands(table: AnalyzedTable, rows: Rows | None) -> Mask | None:
    """Marks of the records in every second visible group; none that is in no group. None: there are no
    groups."""
    groups = table.classes.of_records if rows is None else table.classes.of_records[rows]
    if not (groups >= 0).any():
        return None
    changes = np.zeros(len(groups), np.bool_)
    changes[1:] = groups[1:] != groups[:-1]
    odd: Mask = (np.cumsum(changes) % 2 == 1) & (groups >= 0)
    if rows is None:
        return odd
    bands = np.zeros(table.dataset.records, np.bool_)
    bands[rows] = odd
    return bands
