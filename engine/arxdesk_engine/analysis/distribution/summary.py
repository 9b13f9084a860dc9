"""Summary statistics of an attribute; bands and labels of an output count as ordered values."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.cells import VisibleCells, cells_of, shown_cells
from arxdesk_engine.analysis.statistics.bands import Bands, read_bands
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.descriptive import (
    MeasurementScale,
    SummaryStatistics,
    complete_records,
    is_measured,
    scale_of,
    summary_statistics,
)
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control

Mask = NDArray[np.bool_]
Quartiles = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Summary:
    """The summary of one side. `statistics.suppressed` counts cells that read "*" in records that were not removed.

    `middle_half` are the values below which a quarter and three quarters of the people are (the least ones with so
    many at or below), None for values without an order. `is_banded`: the values are bands or other labels by their
    order, and `mean_of_centres` is formed of their middles, None without middles. `is_date`: positions are
    seconds. `left_out` people lack a value in another attribute, if those are left out.
    """

    statistics: SummaryStatistics
    middle_half: Quartiles | None
    is_date: bool
    is_banded: bool
    bands: int
    mean_of_centres: float | None
    removed: int
    left_out: int | None


def summary(
    table: AnalyzedTable, attribute: str, *, only_complete: bool = False, control: Control | None = None
) -> Summary:
    """The summary of one side; with `only_complete`, of the people with a value in each of the attributes.

    Raises a UserError for an unreadable research subset, or Stopped.
    """
    shown = shown_cells(table, attribute)
    records, left_out = shown.records, None
    if only_complete:
        complete = complete_records(table.dataset.columns, shown.records)
        left_out = shown.column.records_in(shown.records & ~complete)
        records = complete
    (control or Control()).raise_if_stopped()
    found = _plain(shown, records, left_out)
    if not isinstance(table, OutputTable) or not _is_labelled(found.statistics, table.input.dataset[attribute]):
        return found
    return _ordered(found, cells_of(table, attribute), shown.column, records)


def _plain(shown: VisibleCells, records: Mask, left_out: int | None) -> Summary:
    column = shown.column
    statistics = summary_statistics(column, records)
    middle = _middle_half(column, records) if statistics.ordinal is not None else None
    is_date = column.type.kind is DataType.DATE
    return Summary(statistics, middle, is_date, False, 0, None, shown.removed, left_out)


def _is_labelled(statistics: SummaryStatistics, before: Column) -> bool:
    """Whether the output shows labels for ordered values of the input."""
    return (
        statistics.scale is MeasurementScale.NOMINAL
        and scale_of(before.type) is not MeasurementScale.NOMINAL
        and statistics.count > 0
    )


def _ordered(found: Summary, cells: Cells, after: Column, records: Mask) -> Summary:
    """The same with the labels in the order of their values."""
    bands = read_bands(cells) if cells.is_numeric else None
    order = _order(cells, after, bands)
    if order is None:
        return found
    texts = tuple(after.values[code] for code in order)
    rest = tuple(value for value in after.values if value not in set(texts))
    kind = ValueType(DataType.ORDINAL, order=(*texts, *rest))
    as_ordinal = replace(Column.encode(after.name, after.codes, after.values, kind), weights=after.weights)
    statistics = summary_statistics(as_ordinal, records)
    several = 0 if bands is None else int((~bands.is_single & bands.is_known)[np.unique(after.codes[records])].sum())
    return replace(
        found,
        statistics=statistics,
        middle_half=_middle_half(as_ordinal, records),
        is_banded=True,
        is_date=cells.before.type.kind is DataType.DATE,
        bands=several,
        mean_of_centres=None if bands is None else _mean_of_centres(bands, after, records),
    )


def _order(cells: Cells, after: Column, bands: Bands | None) -> list[int] | None:
    """The codes of the labels in the order of their values; None where one of them has no place."""
    used = np.flatnonzero(is_measured(after) & (np.bincount(cells.labels, minlength=len(after.values)) > 0))
    if bands is not None:
        low, end = bands.low, bands.end
    else:
        positions = cells.before.type.positions(cells.before.values)
        if np.isnan(positions).all():  # an order that is that of the texts
            positions = np.arange(len(cells.before.values), dtype=np.float64)
        low, end = np.full((2, len(after.values)), math.nan)
        np.fmin.at(low, cells.labels, positions[cells.values])
        np.fmax.at(end, cells.labels, positions[cells.values])
    if np.isnan(low[used]).any():
        return None
    return sorted(used.tolist(), key=lambda code: (low[code], end[code]))


def _middle_half(column: Column, records: Mask) -> Quartiles | None:
    counts = column.counts_in(records)
    counts[~is_measured(column)] = 0
    up_to = np.cumsum(counts)
    total = int(up_to[-1]) if len(up_to) else 0
    if not total:
        return None
    first, last = (column.values[int(np.searchsorted(up_to, math.ceil(total * part)))] for part in (0.25, 0.75))
    return first, last


def _mean_of_centres(bands: Bands, after: Column, records: Mask) -> float | None:
    counts = after.counts_in(records)
    counted = (counts > 0) & bands.is_known
    if not counted.any():
        return None
    return math.fsum((bands.middle[counted] * counts[counted]).tolist()) / int(counts[counted].sum())
