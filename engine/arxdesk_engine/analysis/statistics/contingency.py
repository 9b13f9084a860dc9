"""The contingency table of two columns, of any size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.descriptive import Mask, complete_records
from arxdesk_engine.data.dataset import Column

DEFAULT_CELLS = 50


@dataclass(frozen=True, slots=True)
class ContingencyTable:
    """`counts` int64[rows, columns]: the records of each pair of bins.

    A bin holds neighbouring values of the order of a column, in `rows` and `columns` its first and its last one.
    """

    rows: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]
    counts: NDArray[np.int64]


def contingency_table(
    first: Column,
    second: Column,
    records: Mask | None = None,
    rows: int = DEFAULT_CELLS,
    columns: int = DEFAULT_CELLS,
) -> ContingencyTable:
    """Count the pairs of values of two columns in some records, bool[records], None for all.

    Records without a measurement in one of the columns are left out. With more than `rows` values of the first, or
    `columns` of the second, neighbouring ones share a bin; bins hold equally many values, give or take one.
    """
    counted = complete_records((first, second), records)
    row_of, row_bins = _bins(first, first.codes[counted], rows)
    column_of, column_bins = _bins(second, second.codes[counted], columns)
    size = (len(row_bins), len(column_bins))
    weights = None if first.weights is None else first.weights[counted]
    counts = np.bincount(row_of * size[1] + column_of, weights, size[0] * size[1]).astype(np.int64)
    return ContingencyTable(row_bins, column_bins, counts.reshape(size))


def _bins(column: Column, codes: NDArray[np.int32], most: int) -> tuple[NDArray[np.int64], tuple[tuple[str, str], ...]]:
    """The bin of each cell, int64[cells], and the first and last value of each bin."""
    present = np.unique(codes)
    number = min(len(present), most)
    bin_of_value = np.zeros(len(column.values), np.int64)
    bin_of_value[present] = np.arange(len(present)) * number // max(len(present), 1)
    starts = np.searchsorted(bin_of_value[present], np.arange(number), "left")
    ends = np.searchsorted(bin_of_value[present], np.arange(number), "right") - 1
    texts = [column.values[code] for code in present]
    return bin_of_value[codes], tuple((texts[a], texts[b]) for a, b in zip(starts, ends, strict=True))
