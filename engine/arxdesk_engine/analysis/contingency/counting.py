"""The joint frequencies of two attributes, and the strength of their association."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.cells import VisibleCells, cells_of, in_order, shown_cells
from arxdesk_engine.analysis.statistics.association import Association, associations
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.contingency import contingency_table
from arxdesk_engine.analysis.statistics.descriptive import complete_records
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind

MOST_BINS = 50
CellFigure = Literal["people", "share", "row"]
Figures = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class BinnedValues:
    """The bins of an attribute, each the texts of neighbouring values; `values` are shown in all."""

    texts: tuple[tuple[str, ...], ...]
    values: int

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each bin: its value, or its first and last one."""
        return tuple(
            each[0] if len(each) == 1 else tr("{low} to {high}", low=each[0], high=each[-1]) for each in self.texts
        )

    @property
    def is_binned(self) -> bool:
        """Whether some values share a bin."""
        return len(self.texts) < self.values


@dataclass(frozen=True, slots=True, eq=False)
class Contingency:
    """`counts` int64[rows, columns]: the people of each pair of bins; `left_out` others show no value of one."""

    rows: BinnedValues
    columns: BinnedValues
    counts: NDArray[np.int64]
    left_out: int

    @property
    def people(self) -> int:
        """The people in the table."""
        return int(self.counts.sum())

    def measured(self, by: CellFigure) -> Figures:
        """The figures of all cells, float64[rows, columns]: people, shares of all, or shares of those in the row."""
        counts = self.counts.astype(np.float64)
        if by == "share":
            return counts / max(float(counts.sum()), 1.0)
        return counts / np.maximum(counts.sum(axis=1, keepdims=True), 1.0) if by == "row" else counts


def contingency(
    table: AnalyzedTable, rows: str, columns: str, *, of_input: bool = False, control: Control | None = None
) -> Contingency:
    """The pairs of values of two attributes. `of_input`, of an output: those of its input, in the same order.

    Raises a UserError for an unreadable research subset, or Stopped.
    """
    control = control or Control()
    source: AnalyzedTable = table.input if of_input and isinstance(table, OutputTable) else table
    shown = [shown_cells(source, name) for name in (rows, columns)]
    control.raise_if_stopped()
    first, second = (_ordered(table, each) for each in shown)
    records = shown[0].records & shown[1].records
    control.raise_if_stopped()
    found = contingency_table(first, second, records, MOST_BINS, MOST_BINS)
    counted = first.records_in(shown[0].counted)
    present = complete_records((first, second), records)
    return Contingency(
        _binned(first, found.rows, present),
        _binned(second, found.columns, present),
        found.counts,
        counted - int(found.counts.sum()),
    )


def association(
    table: AnalyzedTable, first: str, second: str, control: Control | None = None
) -> tuple[Association, ...]:
    """The strength of the association of two attributes, before and after; of an input alone the same twice.

    Raises a UserError where the research subset cannot be read, or Stopped.
    """
    return associations({name: _cells(table, name) for name in (first, second)}, control or Control())


def _cells(table: AnalyzedTable, name: str) -> Cells:
    if isinstance(table, OutputTable):
        return cells_of(table, name)
    column = table.dataset[name]
    nobody = np.zeros(column.records, np.bool_)
    hierarchy, weights = bind(Hierarchy.identity(column.values), column), table.dataset.weights
    return Cells(column, column, hierarchy, nobody, table.included, weights=weights)


def _ordered(table: AnalyzedTable, shown: VisibleCells) -> Column:
    return in_order(table, shown.column.name, shown.column) if isinstance(table, OutputTable) else shown.column


def _binned(column: Column, bins: tuple[tuple[str, str], ...], records: NDArray[np.bool_]) -> BinnedValues:
    present = np.flatnonzero(np.bincount(column.codes[records], minlength=len(column.values))).tolist()
    texts = [column.values[code] for code in present]
    place = {text: at for at, text in enumerate(texts)}
    return BinnedValues(tuple(tuple(texts[place[first] : place[last] + 1]) for first, last in bins), len(texts))
