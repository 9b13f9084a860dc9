"""Summary statistics of a column, by its scale of measure (engine reference 4.16).

Cells that are missing or suppressed are no measurements: they are counted, and left out of everything else. Missing is
the empty text, suppressed is "*", wherever it comes from. Records can be left out by a mask: those outside a research
subset, or with `complete_records` all that lack a measurement in some column (listwise deletion).
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.ranges import GREATEST
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType, ValueType

Mask = NDArray[np.bool_]
_Numbers = NDArray[np.float64]


class MeasurementScale(StrEnum):
    """What can be said of the values of a column; each scale has the statistics of those before it, too."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"
    RATIO = "ratio"


@dataclass(frozen=True, slots=True)
class OrdinalStatistics:
    """Values by their order. The median of an even number of numbers or dates is the mean of the middle two, as a
    position on the scale in `median_position`; of other values `median` is the lower of the middle two."""

    median: str
    median_position: float | None
    minimum: str
    maximum: str


@dataclass(frozen=True, slots=True)
class IntervalStatistics:
    """Differences of numbers; of dates in seconds, the mean since 1970-01-01.

    `sample_variance` divides by n - 1, `population_variance` by n; `standard_deviation` is the root of the former.
    `kurtosis` is the excess kurtosis of a sample (G2; 0 for a normal distribution, negative for a flatter one). What
    needs more records, or a spread, is None.
    """

    arithmetic_mean: float
    sample_variance: float | None
    population_variance: float
    standard_deviation: float | None
    range: float
    kurtosis: float | None


@dataclass(frozen=True, slots=True)
class SummaryStatistics:
    """What is said of one column. `count` are measurements, `distinct` different values among them, `mode` the most
    frequent one, the first in order where several are.

    `ordinal`, `interval` and `geometric_mean` are None where the scale has none or there is no measurement. The
    geometric mean is (Π (v + 1))^(1/n) - 1, for values above -1.
    """

    scale: MeasurementScale
    count: int
    missing: int
    suppressed: int
    distinct: int
    mode: str | None
    ordinal: OrdinalStatistics | None = None
    interval: IntervalStatistics | None = None
    geometric_mean: float | None = None


def scale_of(value_type: ValueType) -> MeasurementScale:
    """The scale of measure of a data type."""
    match value_type.kind:
        case DataType.STRING | DataType.SET:
            return MeasurementScale.NOMINAL
        case DataType.ORDINAL:
            return MeasurementScale.ORDINAL
        case DataType.DATE:
            return MeasurementScale.INTERVAL
        case _:
            return MeasurementScale.RATIO


def is_measured(column: Column) -> Mask:
    """Which values of a column are measurements, bool[len(column.values)]."""
    measured = np.ones(len(column.values), np.bool_)
    for text in (MISSING, SUPPRESSED):
        with contextlib.suppress(ValueError):
            measured[column.values.index(text)] = False
    return measured


def unmeasured_counts(column: Column, measured: Mask, counts: NDArray[np.int64]) -> tuple[int, int]:
    """How often a column has the missing and the suppressed value, of `counts` int64[values]."""
    of_text = {column.values[code]: int(counts[code]) for code in np.flatnonzero(~measured).tolist()}
    return of_text.get(MISSING, 0), of_text.get(SUPPRESSED, 0)


def complete_records(columns: Sequence[Column], records: Mask | None = None) -> Mask:
    """The records (of some records, bool[records]) with a measurement in each of the columns, at least one."""
    complete = np.ones(columns[0].records, np.bool_) if records is None else records.copy()
    for column in columns:
        complete &= is_measured(column)[column.codes]
    return complete


def summary_statistics(column: Column, records: Mask | None = None) -> SummaryStatistics:
    """Summarize a column, or some records of it, bool[records].

    A column whose measurements do not all fit its type (labels among numbers) is taken as nominal, one with numbers
    beyond `analysis.statistics.ranges.GREATEST` as ordinal.
    """
    counts = column.counts_in(records)
    measured = is_measured(column)
    missing, suppressed = unmeasured_counts(column, measured, counts)
    present = np.flatnonzero((counts > 0) & measured)
    texts = [column.values[code] for code in present]
    amounts = counts[present]
    positions = column.type.positions(texts)
    scale = scale_of(column.type)
    if scale is not MeasurementScale.NOMINAL and column.type.has_scale and np.isnan(positions).any():
        scale = MeasurementScale.NOMINAL
    elif len(present) and np.abs(positions).max(initial=0.0) > GREATEST:
        scale = MeasurementScale.ORDINAL
    count = int(amounts.sum())
    mode = texts[int(amounts.argmax())] if count else None
    nominal = SummaryStatistics(scale, count, missing, suppressed, len(texts), mode)
    if scale is MeasurementScale.NOMINAL or not count:
        return nominal
    numeric = scale is not MeasurementScale.ORDINAL
    ordinal = _ordinal(texts, positions if numeric else None, amounts)
    interval = _interval(positions, amounts) if numeric else None
    mean = _geometric_mean(positions, amounts) if scale is MeasurementScale.RATIO else None
    return SummaryStatistics(
        scale, count, missing, suppressed, len(texts), mode, ordinal=ordinal, interval=interval, geometric_mean=mean
    )


def _ordinal(texts: list[str], positions: _Numbers | None, amounts: NDArray[np.int64]) -> OrdinalStatistics:
    """`texts` in their order."""
    ends = np.cumsum(amounts)
    low, high = np.searchsorted(ends, [(ends[-1] - 1) // 2, ends[-1] // 2], "right").tolist()
    middle = None if positions is None else (float(positions[low]) + float(positions[high])) / 2
    return OrdinalStatistics(texts[low], middle, texts[0], texts[-1])


def _interval(values: _Numbers, amounts: NDArray[np.int64]) -> IntervalStatistics:
    n = int(amounts.sum())
    mean = _sum(values * amounts) / n
    centred = values - mean
    squares = _sum(centred**2 * amounts) if len(values) > 1 else 0.0
    sample = squares / (n - 1) if n > 1 else None
    return IntervalStatistics(
        arithmetic_mean=mean,
        sample_variance=sample,
        population_variance=squares / n,
        standard_deviation=None if sample is None else math.sqrt(sample),
        range=float(values.max() - values.min()),
        kurtosis=_kurtosis(centred, amounts, n) if n > 3 and squares > 0.0 else None,
    )


def _kurtosis(centred: _Numbers, amounts: NDArray[np.int64], n: int) -> float | None:
    """G2, after Joanes and Gill 1998."""
    unit = centred / np.abs(centred).max()  # so that small numbers do not vanish in the fourth power
    second, fourth = _sum(unit**2 * amounts) / n, _sum(unit**4 * amounts) / n
    return (n - 1) / ((n - 2) * (n - 3)) * ((n + 1) * (fourth / second**2 - 3) + 6)


def _geometric_mean(values: _Numbers, amounts: NDArray[np.int64]) -> float | None:
    if values.min() <= -1.0:
        return None
    return math.expm1(_sum(np.log1p(values) * amounts) / int(amounts.sum()))


def _sum(terms: _Numbers) -> float:
    return math.fsum(terms.tolist())
