"""Quality measures of single attributes (engine reference 4.15): the mean loss of the cells.

Only records that are suppressed count as suppressed; a record whose cells happen to read alike does not.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.measure import Measure
from arxdesk_engine.analysis.statistics.numbers import NumericCells
from arxdesk_engine.data.schema import SUPPRESSED

MISSING = ""
"""The text of a missing cell."""


def granularity(cells: Cells) -> Measure:
    """The mean share of the domain that a cell covers (Iyengar 2002), 1 where it is hidden; at least 1/|D|."""
    size = cells.hierarchy.domain_size
    rows = int(cells.counts @ np.minimum(cells.rows_covered, size))
    return Measure(_mean(rows, size * cells.records, 1 / size), 1 / size, 1.0)


def generalization_intensity(cells: Cells) -> Measure:
    """The mean share of the steps of the hierarchy that were taken (Sweeney 2002), 1 where the cell is hidden."""
    top = cells.hierarchy.maximum_level
    hidden = cells.levels == cells.hierarchy.levels
    steps = np.where(hidden, max(top, 1), cells.levels)
    return Measure(_mean(int(cells.counts @ steps), max(top, 1) * cells.records, 0.0), 0.0, 1.0)


def missings(cells: Cells) -> Measure:
    """The share of cells without information: suppressed, missing, or generalized to a label of the whole domain."""
    is_empty = np.array([text in (SUPPRESSED, MISSING) for text in cells.after.values], np.bool_)[cells.labels]
    size = cells.hierarchy.domain_size
    is_root = (cells.levels > 0) & (cells.rows_covered == size) & (size > 1) & ~cells.aggregated
    empty = int(cells.counts[is_empty | is_root | cells.hidden].sum())
    return Measure(_mean(empty, cells.records, 0.0), 0.0, 1.0)


def non_uniform_entropy(cells: Cells) -> Measure:
    """The bits needed to recover the values from the output (Gionis and Tassa 2009), summed up over records.

    The levels that occur are taken one after the other; every record at a level or above it pays
    -log2(records with its label at the level that occurs before / records with its label at this one), both among the
    records at this level or above. Hidden cells are above the top and all alike. Where all records have one level
    this is the non-uniform entropy of the quality model. The maximum is that of a column with one label.
    """
    paid = []
    before = 0
    for level in np.unique(cells.levels).tolist():
        there = cells.levels >= level
        paid.append(_spread(cells.labels_at(before)[there], cells.counts[there], -1.0))
        paid.append(_spread(cells.labels_at(level)[there], cells.counts[there], 1.0))
        before = level
    whole = [_spread(cells.labels_at(0), cells.counts, -1.0), _spread(np.zeros(1, np.int32), [cells.records], 1.0)]
    return Measure(max(_sum(paid), 0.0), 0.0, max(_sum(whole), 0.0))


def squared_error(cells: NumericCells) -> Measure:
    """The sum of the squares of the greatest possible errors, when each value may be anywhere in the range shown.

    An error is no larger than without any information, which is the maximum, and that of hidden cells. Missing
    values have no error.
    """
    counts = cells.counts.astype(np.float64)
    raw = math.fsum((cells.errors**2 * counts).tolist())
    return Measure(raw, 0.0, math.fsum((cells.greatest_errors**2 * counts).tolist()))


def _mean(total: int, number: int, of_nothing: float) -> float:
    return total / number if number else of_nothing


def _spread(groups: NDArray[np.generic], counts: NDArray[np.int64] | list[int], sign: float) -> list[float]:
    """± f log2(f) for the records f of each group: their sum over the groups is that of log2(f) over the records."""
    sizes = np.bincount(groups, counts).astype(np.float64)
    sizes = sizes[sizes > 0]
    terms: list[float] = (sign * sizes * np.log2(sizes)).tolist()
    return terms


def _sum(parts: list[list[float]]) -> float:
    """Without rounding in between: cells that were not generalized lose exactly 0."""
    return math.fsum(term for part in parts for term in part)
