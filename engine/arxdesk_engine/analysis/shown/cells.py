"""The visible cells of an attribute: those of records that were not removed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.bands import read_bands
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.frequencies import frequency_distribution
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind

Mask = NDArray[np.bool_]
_SCALED = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)


@dataclass(frozen=True, slots=True, eq=False)
class VisibleCells:
    """`records` bool[records] count and show the cells of `column`; `removed` others count, but show nothing of it.

    Cells that removed records still show (attributes that are no quasi-identifiers) are visible, unless left out of
    the file. `counted` bool[records] are both together.
    """

    column: Column
    records: Mask
    counted: Mask

    @property
    def removed(self) -> int:
        """The records that show nothing because they were removed."""
        return self.column.records_in(self.counted & ~self.records)


def shown_cells(table: AnalyzedTable, attribute: str) -> VisibleCells:
    """The visible cells of an attribute. Raises a UserError where the research subset cannot be read."""
    column = table.dataset[attribute]
    included = table.included
    counted = np.ones(column.records, np.bool_) if included is None else included
    if not isinstance(table, OutputTable):
        return VisibleCells(column, counted, counted)
    hidden = table.suppressed & counted
    if table.job.output.suppressed == "keep" and not table.job.tables:
        hidden &= np.array([value == SUPPRESSED for value in column.values], np.bool_)[column.codes]
    return VisibleCells(column, counted & ~hidden, counted)


def hierarchy_of(table: OutputTable, attribute: str) -> BoundHierarchy:
    """The hierarchy of an attribute; without one, or with one of other values, the hierarchy without levels."""
    before = table.input.dataset[attribute]
    return known_hierarchy(table, attribute) or bind(Hierarchy.identity(before.values), before)


def known_hierarchy(table: OutputTable, attribute: str) -> BoundHierarchy | None:
    """The hierarchy of an attribute, None without one of its values."""
    known = table.hierarchies.get(attribute)
    return known if known is not None and known.labels[0] == table.input.dataset[attribute].values else None


def cells_of(table: OutputTable, attribute: str) -> Cells:
    """The cells of an attribute beside those of the input."""
    before, after = table.input.dataset[attribute], table.dataset[attribute]
    weights = table.input.dataset.weights
    return Cells(before, after, hierarchy_of(table, attribute), table.suppressed, table.included, weights=weights)


def in_order(table: OutputTable, attribute: str, column: Column) -> Column:
    """A column of the input or the output with its values in their natural order.

    Bands are ordered by their start, other labels by the hierarchy: code order is that order then.
    """
    texts, before = column.values, table.input.dataset[attribute]
    if before.type.kind in _SCALED:
        if column is before:
            return column
        bands = read_bands(cells_of(table, attribute))
        order = np.lexsort((-bands.end, bands.low))
    else:
        hierarchy = known_hierarchy(table, attribute)
        if hierarchy is None:
            return column
        one_each = Column(attribute, np.arange(len(texts), dtype=np.int32), texts)
        place = {text: at for at, text in enumerate(frequency_distribution(one_each, hierarchy).values)}
        order = np.argsort([place.get(text, len(texts)) for text in texts], kind="stable")
    rank = np.empty(len(texts), np.int32)
    rank[order] = np.arange(len(texts), dtype=np.int32)
    values = tuple(texts[code] for code in order.tolist())
    return Column(column.name, rank[column.codes], values, column.type, weights=column.weights)
