"""The association of two attributes, in the input and in the output."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.cells import Cells, combinations
from arxdesk_engine.analysis.statistics.numbers import NumericCells, numeric_cells
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr

_Numbers = NDArray[np.float64]
_Codes = NDArray[np.int64]
_Column = _Numbers | _Codes


class AssociationKind(StrEnum):
    """PEARSON (linear) and SPEARMAN (by ranks), -1 to 1, of two numbers; CRAMERS_V, 0 to 1, of two categories;
    CORRELATION_RATIO, 0 to 1, of a number and a category."""

    PEARSON = "pearson"
    SPEARMAN = "spearman"
    CRAMERS_V = "cramers-v"
    CORRELATION_RATIO = "correlation-ratio"


@dataclass(frozen=True, slots=True)
class Association:
    """One measure of a pair of attributes; None where one of them is constant or has no cells to compare."""

    first: str
    second: str
    kind: AssociationKind
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        """After minus before."""
        return None if self.before is None or self.after is None else self.after - self.before


def associations(attributes: Mapping[str, Cells], control: Control | None = None) -> tuple[Association, ...]:
    """Every pair of attributes, which count the same records. Ends early when `control` is stopped.

    Cells that are missing, suppressed or tell nothing are left out, pair by pair. A number of the output is the middle
    of the range that the cell shows.
    """
    control = control or Control()
    numbers = {name: numeric_cells(cells) for name, cells in attributes.items()}
    pairs = list(itertools.combinations(attributes, 2))
    found: list[Association] = []
    for index, (first, second) in enumerate(pairs):
        if control.stopped:
            break
        control.report(Progress(tr("Comparing pairs of attributes"), index / len(pairs)))
        cells = [attributes[first], attributes[second]]
        joint = combinations([(each.of_record, len(each.counts)) for each in cells], cells[0].weights)
        sides = [
            (
                _column(cells[0], numbers[first], after=after)[joint.codes[0]],
                _column(cells[1], numbers[second], after=after)[joint.codes[1]],
            )
            for after in (False, True)
        ]
        for kind in _kinds(numbers[first], numbers[second]):
            before, after = (_measure(kind, one, two, joint.counts) for one, two in sides)
            found.append(Association(first, second, kind, before, after))
    return tuple(found)


def _kinds(one: NumericCells | None, two: NumericCells | None) -> tuple[AssociationKind, ...]:
    if one is not None and two is not None:
        return AssociationKind.PEARSON, AssociationKind.SPEARMAN
    if one is None and two is None:
        return (AssociationKind.CRAMERS_V,)
    return (AssociationKind.CORRELATION_RATIO,)


def _column(cells: Cells, numbers: NumericCells | None, *, after: bool) -> _Column:
    """The meaning of each combination in input or output: a number, NaN if none, or a code, -1 if none."""
    if numbers is not None:
        return np.where(numbers.hidden, np.nan, numbers.middle) if after else numbers.values
    column, codes = (cells.after, cells.labels) if after else (cells.before, cells.values)
    nothing = np.array([text in (MISSING, SUPPRESSED) for text in column.values], np.bool_)[codes]
    return np.where(nothing | (cells.hidden & after), -1, codes)


def _measure(kind: AssociationKind, one: _Column, two: _Column, counts: NDArray[np.int64]) -> float | None:
    known = _is_known(one) & _is_known(two)
    one, two, weights = one[known], two[known], counts[known].astype(np.float64)
    if not len(weights):
        return None
    match kind:
        case AssociationKind.PEARSON:
            return pearson(one, two, weights)
        case AssociationKind.SPEARMAN:
            return pearson(_ranks(one, weights), _ranks(two, weights), weights)
        case AssociationKind.CRAMERS_V:
            return cramers_v(one.astype(np.int64), two.astype(np.int64), weights)
        case _:
            number, category = (one, two) if one.dtype.kind == "f" else (two, one)
            return correlation_ratio(number, category.astype(np.int64), weights)


def _is_known(column: _Column) -> NDArray[np.bool_]:
    known: NDArray[np.bool_] = np.isfinite(column) if column.dtype.kind == "f" else column >= 0
    return known


def pearson(one: _Column, two: _Column, weights: _Numbers) -> float | None:
    """The correlation coefficient of weighted pairs; None where one of the two is constant."""
    if one.min() == one.max() or two.min() == two.max():
        return None
    first, second = (each - float(each @ weights) / float(weights.sum()) for each in (one, two))
    scale = math.sqrt(float(first**2 @ weights)) * math.sqrt(float(second**2 @ weights))
    return min(max(float((first * second) @ weights) / scale, -1.0), 1.0) if scale else None


def _ranks(numbers: _Column, weights: _Numbers) -> _Numbers:
    """The mean rank of equal numbers."""
    _distinct, place = np.unique(numbers, return_inverse=True)
    amounts = np.bincount(place, weights)
    ranks: _Numbers = (np.cumsum(amounts) - (amounts - 1) / 2)[place]
    return ranks


def cramers_v(one: _Codes, two: _Codes, weights: _Numbers) -> float | None:
    """√(χ² / (n · (min(rows, columns) - 1))) (Cramér 1946), without correction for bias; None for one category."""
    rows, first = np.unique(one, return_inverse=True)
    columns, second = np.unique(two, return_inverse=True)
    least = min(len(rows), len(columns))
    if least < 2:
        return None
    _cells, cell = np.unique(first * len(columns) + second, return_inverse=True)
    observed = np.bincount(cell, weights)
    of_row, of_column = np.bincount(first, weights), np.bincount(second, weights)
    expected = of_row[_cells // len(columns)] * of_column[_cells % len(columns)]
    chi_square_by_n = float((observed**2 / expected).sum()) - 1.0
    return math.sqrt(min(max(chi_square_by_n / (least - 1), 0.0), 1.0))


def correlation_ratio(numbers: _Column, categories: _Codes, weights: _Numbers) -> float | None:
    """η, the root of the share of the variance that is between the categories; None where something is constant."""
    _distinct, group = np.unique(categories, return_inverse=True)
    if len(_distinct) < 2 or numbers.min() == numbers.max():
        return None
    centred = numbers - float(numbers @ weights) / float(weights.sum())
    sums, amounts = np.bincount(group, centred * weights), np.bincount(group, weights)
    total = float(centred**2 @ weights)
    return math.sqrt(min(float((sums**2 / amounts).sum()) / total, 1.0)) if total else None
