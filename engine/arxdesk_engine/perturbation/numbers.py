"""Columns of numbers as float64 values, and back as texts with as many decimals as the column has."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.perturbation.method import PerturbedRecords, Unfit

Numbers = NDArray[np.float64]


def numbers_of(column: Column) -> Numbers:
    """The number in each cell, float64[records]; NaN where it is missing."""
    return column.type.positions(list(column.values))[column.codes]


def column_of(column: Column, numbers: Numbers) -> Column:
    """The column with other numbers (float64[records]), NaN for a missing cell, as precise as its values are.

    Whole numbers are rounded to whole ones, halves to the even one.
    """
    decimals = _decimals(column)
    rounded = np.round(numbers, decimals) + 0.0  # no negative zero
    distinct, codes = np.unique(rounded, return_inverse=True)
    texts = ["" if np.isnan(number) else _text(number, decimals) for number in distinct.tolist()]
    return Column.encode(column.name, codes.reshape(-1).astype(np.int32), texts, column.type)


def without_numbers(records: PerturbedRecords, names: tuple[str, ...], field: str) -> Iterator[Unfit]:
    """The columns that hold other values than numbers."""
    for name in names:
        kind = records.columns[name].type.kind
        if not kind.is_numeric:
            found = tr("{name} is of the type {kind}, and numbers are needed", name=quoted(name), kind=tr(kind.value))
            yield Unfit(field, found, tr('Name columns of whole numbers or decimals, or choose "pram".'))


def complete_records(columns: list[Numbers]) -> NDArray[np.bool_]:
    """The records that have a number in every column, bool[records]."""
    return np.asarray(~np.isnan(np.stack(columns)).any(axis=0), np.bool_)


def _decimals(column: Column) -> int:
    if column.type.kind is DataType.INTEGER:
        return 0
    exponents = (int(Decimal(value).as_tuple().exponent) for value in column.values if value)
    return max(0, -min(exponents, default=0))


def _text(number: float, decimals: int) -> str:
    text = f"{number:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
