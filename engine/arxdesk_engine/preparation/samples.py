"""The sampling weight of every record of a table, and its household."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.job.data_source import DataSource

_NUMBER = ValueType(DataType.DECIMAL)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """What a table says of its records as a sample.

    `weights` float64[records]: how many people of the population each record stands for, above 0; 1 each where the
    table has no weights. `households` int32[records]: the number of the household of each, from 0 without gaps; None
    without a household column.
    """

    weights: NDArray[np.float64]
    households: Codes | None


def sample_of(dataset: Dataset, data: DataSource) -> Sample | None:
    """The sample that a job declares; None where it names neither weights nor households.

    Its columns exist and every cell says something (`release.sample_faults`).
    """
    if data.weight is None and data.household is None:
        return None
    weights, households = np.ones(dataset.records), None
    if data.weight is not None:
        column = dataset[data.weight]
        weights = _numbers(column)[column.codes]
    if data.household is not None:
        _values, numbers = np.unique(dataset[data.household].codes, return_inverse=True)
        households = numbers.astype(np.int32)
    return Sample(weights, households)


def records_without_weight(column: Column) -> NDArray[np.intp]:
    """The records whose cell is no positive number, intp[n]."""
    return np.flatnonzero(np.isnan(_numbers(column))[column.codes])


def records_without_household(column: Column) -> int:
    """The number of records of which no household is named."""
    missing = np.array([not value.strip() for value in column.values], np.bool_)
    return int(missing[column.codes].sum()) if len(missing) else 0


def _numbers(column: Column) -> NDArray[np.float64]:
    """The weight that each value says, float64[values]; NaN where it says none."""
    return np.array([_number(value) for value in column.values], np.float64)


def _number(text: str) -> float:
    number = float(text) if text and _NUMBER.parse(text) is not None else math.nan
    return number if 0.0 < number < math.inf else math.nan
