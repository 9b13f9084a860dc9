"""A column of counts: how many records each row of a table stands for."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.raw_table import MAX_RECORDS, RawColumn
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr, whole

_NUMBER = ValueType(DataType.DECIMAL)
_NO_COUNT = 0


def counts_in(column: RawColumn, name: str, spelling: Spelling) -> NDArray[np.int64]:
    """The counts of a column, int64[records], each at least 1; `name` is how messages call it.

    A whole number counts however it is written: formats without whole numbers have 3.0. Raises InvalidData for any
    other cell, and where the counts add up to more than `MAX_RECORDS`.
    """
    of_texts = np.array([_count(text, spelling) for text in column.dictionary], np.int64)
    counts = of_texts[column.codes]
    misfits = np.flatnonzero(counts == _NO_COUNT)
    if len(misfits):
        record = int(misfits[0])
        text = column.dictionary[column.codes[record]]
        found = tr("{text} is not a whole number from 1 on", text=quoted(text)) if text else tr("the cell has no count")
        if len(misfits) > 1:
            found = tr("{fault}; {n} cells do not fit", fault=found, n=whole(len(misfits)))
        remedy = tr("Correct the cells; leave out rows that stand for no record.")
        raise InvalidData(
            Problem(tr("column {column}, record {record}", column=quoted(name), record=record + 1), found, remedy)
        )
    if (total := int(counts.sum())) > MAX_RECORDS:
        remedy = tr("At most {n} can be anonymized together: take a part of the rows.", n=whole(MAX_RECORDS))
        raise InvalidData(
            Problem(
                tr("column {column}", column=quoted(name)),
                tr("the counts add up to {n} records", n=whole(total)),
                remedy,
            )
        )
    return counts


def _count(text: str, spelling: Spelling) -> int:
    """The count that a text says; `_NO_COUNT` where it says none, and one above the largest for all above it."""
    plain = spelling.number(text) if text else None
    if plain is None or _NUMBER.parse(plain) is None:
        return _NO_COUNT
    value = Decimal(plain)
    if value > MAX_RECORDS:
        return MAX_RECORDS + 1
    return int(value) if value >= 1 and value == value.to_integral_value() else _NO_COUNT
