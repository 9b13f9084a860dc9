"""Quality measures of a whole table (engine reference 4.15), from its classes or from all cells of each record."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.measure import Measure
from arxdesk_engine.analysis.statistics.numbers import NumericCells

Sizes = NDArray[np.int64]


def discernibility(before: Sizes, after: Sizes, suppressed: int) -> Measure:
    """The pairs of records that cannot be told apart (Bayardo and Agrawal 2005): Σ f² + records · suppressed.

    `before` and `after` int64[classes]: the class sizes of the input and of the records kept in the output.
    """
    records = int(before.sum())
    raw = sum(size * size for size in after.tolist()) + records * suppressed
    return Measure(float(raw), float(before @ before), float(records**2))


def average_class_size(before: Sizes, after: Sizes) -> Measure:
    """The mean size of the classes that are kept (LeFevre et al. 2006).

    Where everything is suppressed all records are one class that tells nothing: the maximum.
    """
    records = float(before.sum())
    raw = float(after.sum()) / len(after) if len(after) else records
    return Measure(raw, records / max(len(before), 1), records)


def ambiguity(attributes: Sequence[Cells]) -> Measure:
    """How many tuples of values each record of the output can stand for, summed up (Goldberger and Tassa 2010).

    Hidden cells stand for the whole domain. Numbers too large to write are shown as the largest one.
    """
    records, weights = attributes[0].records, attributes[0].weights
    shares, size = np.ones(len(attributes[0].of_record)), 1.0
    for cells in attributes:
        domain = cells.hierarchy.domain_size
        size = min(size * domain, sys.float_info.max)
        shares *= (np.minimum(cells.rows_covered, domain) / domain)[cells.of_record]
    greatest = min(records * size, sys.float_info.max)
    raw = _total_of_products(attributes) if greatest < 2**53 else _total(shares, weights) / max(records, 1) * greatest
    return Measure(raw, float(records), greatest)


def _total_of_products(attributes: Sequence[Cells]) -> float:
    """The exact sum, where whole numbers hold it."""
    products = np.ones(len(attributes[0].of_record), np.int64)
    for cells in attributes:
        products *= np.minimum(cells.rows_covered, cells.hierarchy.domain_size)[cells.of_record]
    return _total(products, attributes[0].weights)


def _total(amounts: NDArray[Any], weights: NDArray[np.int64] | None) -> float:
    """The sum of an amount of each row, as often as the row counts."""
    return float(amounts.sum() if weights is None else amounts @ weights)


def record_level_squared_error(attributes: Sequence[NumericCells]) -> Measure | None:
    """The mean distance of a record from what it may be at most, per attribute; None without numeric attributes.

    √Σ (error / σ)² of a record, σ the standard deviation of the input, averaged over the records and divided by the
    number of attributes (reference 4.15; after Domingo-Ferrer and Mateo-Sanz 2002). A constant attribute has no error.
    """
    if not attributes:
        return None
    squares, greatest = np.zeros((2, len(attributes[0].of_record)))
    for cells in attributes:
        deviation = math.sqrt(_variance(cells))
        if deviation > 0.0:
            squares += ((cells.errors / deviation) ** 2)[cells.of_record]
            greatest += ((cells.greatest_errors / deviation) ** 2)[cells.of_record]
    weights = attributes[0].weights
    number = max(int(attributes[0].counts.sum()), 1) * len(attributes)
    raw, most = (_total(np.sqrt(each), weights) / number for each in (squares, greatest))
    return Measure(raw, 0.0, most)


def explained_variance(attributes: Sequence[NumericCells]) -> Measure | None:
    """SSE / SST: the squared errors of the middles shown, against the variance of the input; None without numbers.

    SSE = Σ (input - middle)², SST = Σ (input - mean of the input)², over all records and attributes (Soria-Comas et
    al. 2014). 0 keeps everything; from SST on the middles tell no more than the mean would.
    """
    if not attributes:
        return None
    present = [(cells, cells.present) for cells in attributes]
    errors = sum(float(((c.values - c.middle)[p] ** 2) @ c.counts[p]) for c, p in present)
    return Measure(errors, 0.0, sum(_variance(cells) * float(cells.counts[p].sum()) for cells, p in present))


def _variance(cells: NumericCells) -> float:
    """Of the input, over the population."""
    present = cells.present
    values, counts = cells.values[present], cells.counts[present].astype(np.float64)
    if not len(values):
        return 0.0
    centred = values - float(values @ counts) / float(counts.sum())
    centred -= float(centred @ counts) / float(counts.sum())
    return float(centred**2 @ counts) / float(counts.sum())
