"""Top and bottom coding: values beyond a bound are replaced by the bound (engine reference 1.5, step 2)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType


def coded_column(column: Column, bottom: str | None, top: str | None) -> Column:
    """The column with "<bottom" for values below `bottom` and ">=top" for those from `top` on.

    Order is kept: values below come first, those above last, then missing cells, which stay missing. Bounds and
    values have positions on the scale of the column's type.
    """
    labels = coded_labels(column.values, column.type, bottom, top)
    low, high = f"<{bottom}", f">={top}"
    changed = {label for label, value in zip(labels, column.values, strict=True) if label != value}
    middle = [value for label, value in zip(labels, column.values, strict=True) if value and label == value]
    values = [*([low] if low in changed else ()), *middle, *([high] if high in changed else ())]
    values += [""] if "" in column.values else []
    place = {value: code for code, value in enumerate(values)}
    of_code = np.array([place[label] for label in labels], np.int32)
    return Column(column.name, of_code[column.codes], tuple(values), ValueType() if changed else column.type)


def coded_labels(values: Sequence[str], kind: ValueType, bottom: str | None, top: str | None) -> list[str]:
    """The label of each value."""
    low = None if bottom is None else kind.parse(bottom)
    high = None if top is None else kind.parse(top)

    def label(value: str) -> str:
        position = kind.parse(value)
        if position is not None and low is not None and position < low:
            return f"<{bottom}"
        if position is not None and high is not None and position >= high:
            return f">={top}"
        return value

    return [label(value) for value in values]
