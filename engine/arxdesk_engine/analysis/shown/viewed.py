"""The view of a table: filter, order, and cells that contain a text."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.reading_order import without_marks
from arxdesk_engine.data.selection import parse, select
from arxdesk_engine.foundation.control import Control

_SLICE = 2048
_BREATH = 0.0005
"""Seconds in which the main thread has the interpreter to itself."""

Records = NDArray[np.intp]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SortKey:
    """An attribute that the table is sorted by."""

    attribute: str
    ascending: bool = True


@dataclass(frozen=True, slots=True)
class FilteredRecords:
    """The visible records: intp[rows] in their order, None for all in file order; those that pass the filter."""

    order: Records | None
    passing: Mask | None
    keys: tuple[SortKey, ...]
    expression: str


@dataclass(frozen=True, slots=True)
class CellMatches:
    """Cells with a text, in the order in which the table shows them.

    `rows` intp[found rows] are the rows with such cells, in ascending order; `before` int64[found rows + 1] counts the
    cells in the rows before each; `values` has a mask of the distinct values of each column that was searched.
    """

    text: str
    rows: Records
    before: NDArray[np.int64]
    values: dict[str, Mask]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return int(self.before[-1])

    def row_after(self, row: int) -> int:
        """The next row with such a cell; behind the last one comes the first."""
        return int(self.rows[int(np.searchsorted(self.rows, row, "right")) % len(self.rows)])

    def row_before(self, row: int) -> int:
        """The row with such a cell before; in front of the first one comes the last."""
        return int(self.rows[int(np.searchsorted(self.rows, row, "left")) - 1])

    def cells_above(self, row: int) -> int:
        """The number of such cells in the rows above one."""
        return int(self.before[int(np.searchsorted(self.rows, row))])


def view(
    dataset: Dataset, expression: str, keys: Sequence[SortKey], passing: Mask | None, control: Control
) -> FilteredRecords:
    """The records that satisfy an expression ("" for all), sorted by some attributes, then in the order of the table.

    Missing cells come last in either direction. `passing` are those that satisfy the expression, if known.
    Raises InvalidSelection.
    """
    mask = passing
    if mask is None and expression:
        mask = select(dataset, parse(expression, "filter"))
    control.raise_if_stopped()
    records = None if mask is None else np.flatnonzero(mask)
    if keys:
        ranks = []
        for key in reversed(keys):  # the last key of a lexicographic sort counts most
            control.raise_if_stopped()
            column = dataset[key.attribute]
            codes = column.codes if records is None else column.codes[records]
            ranks.append(np.take(_ranks(column, ascending=key.ascending), codes))
        order = np.lexsort(ranks)
        records = order if records is None else records[order]
    return FilteredRecords(records, mask, tuple(keys), expression)


def row_of(order: Records, record: int) -> int:
    """The place of a record in an order, intp[rows]; -1 where it is not there."""
    found = np.flatnonzero(order == record)
    return int(found[0]) if len(found) else -1


def _ranks(column: Column, *, ascending: bool) -> NDArray[np.uint32]:
    """The place of every distinct value in an order, missing cells last; as small numbers as sort fastest."""
    number = len(column.values)
    ranks = _places(column)
    if not ascending:
        ranks = number - 1 - ranks
    if "" in column.values[:1]:
        ranks[0] = number
    else:
        ranks[[code for code, value in enumerate(column.values) if not value]] = number
    return ranks.astype(np.uint16 if number < 2**16 else np.uint32)


def _places(column: Column) -> NDArray[np.intp]:
    """The place of every distinct value: code order, but for texts letters with marks beside those without."""
    values = column.values
    if column.type.has_scale or all(map(str.isascii, values)):
        return np.arange(len(values))
    order = sorted(range(len(values)), key=lambda code: without_marks(values[code]))
    places = np.empty(len(values), np.intp)
    places[order] = np.arange(len(values))
    return places


def find(
    columns: Sequence[Column], order: Records | None, text: str, control: Control, before: CellMatches | None = None
) -> CellMatches:
    """The cells of some columns that contain a text, whatever its case, in the visible records.

    `before` was found for the same text in the same columns or others: their values are not searched again.
    """
    known = before.values if before is not None and before.text == text else {}
    records = columns[0].records if columns else 0
    counts = np.zeros(records if order is None else len(order), np.int32)
    values: dict[str, Mask] = {}
    for column in columns:
        control.raise_if_stopped()
        matching = known.get(column.name)
        if matching is None or len(matching) != len(column.values):
            matching = _containing(column.values, text.casefold(), control)
        values[column.name] = matching
        if matching.any():
            counts += matching[column.codes if order is None else column.codes[order]]
    rows = np.flatnonzero(counts)
    return CellMatches(text, rows, np.concatenate([[0], np.cumsum(counts[rows], dtype=np.int64)]), values)


def _containing(values: Sequence[str], wanted: str, control: Control) -> Mask:
    """A mask of the values that contain a text, made a slice at a time so that the main thread may paint."""
    found = np.empty(len(values), np.bool_)
    for first in range(0, len(values), _SLICE):
        part = values[first : first + _SLICE]
        found[first : first + len(part)] = [wanted in value.casefold() for value in part]
        control.raise_if_stopped()
        time.sleep(_BREATH)
    return found
