"""Numbers that stand for a missing value: -9, 99, 999 and the like, where no value can be meant."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType

CODES = (
    *("-1", "-7", "-8", "-9", "-77", "-88", "-99", "-777", "-888", "-999", "-7777", "-8888", "-9999", "-99999"),
    *("77", "88", "99", "777", "888", "999", "7777", "8888", "9999", "99999", "999999"),
)
_UNLIKELY_VALUES = frozenset(code for code in CODES if code.startswith("-") and len(code) > 2)
"""-77 and beyond: one column in which they stand out is enough."""
_FEWEST = 3
"""A column that has fewer different values has no range that something could be outside of."""
_NUMBER = ValueType(DataType.DECIMAL)


def outstanding_codes(columns: Sequence[RawColumn]) -> tuple[dict[str, int], tuple[str, ...]]:
    """The codes that stand out in some column, with their cells in the table, and those that are proposed.

    They are proposed where they stand out in several columns and are a value in none.
    """
    outside = dict.fromkeys(CODES, 0)
    inside = dict.fromkeys(CODES, 0)
    cells = dict.fromkeys(CODES, 0)
    for column in columns:
        present = [code for code in CODES if code in column.dictionary]
        if not present:
            continue
        counts = np.bincount(column.codes, minlength=len(column.dictionary))
        verdicts = _stand_out(present, column)
        for code in present:
            cells[code] += int(counts[column.dictionary.index(code)])
            outside[code] += verdicts[code] is True
            inside[code] += verdicts[code] is False
    found = {code: cells[code] for code in CODES if outside[code]}
    proposed = [code for code in found if not inside[code] and (outside[code] > 1 or code in _UNLIKELY_VALUES)]
    return found, tuple(proposed)


def _stand_out(present: Sequence[str], column: RawColumn) -> dict[str, bool | None]:
    """Whether codes are outside of what else is in a column; None where that cannot be told."""
    others = [text for text in column.dictionary if text and text not in CODES]
    positions = _NUMBER.positions([text.replace(",", ".") for text in others])
    numbers = positions[~np.isnan(positions)]
    if len(others) < _FEWEST:
        return dict.fromkeys(present, None)
    if not len(numbers):
        return dict.fromkeys(present, True)
    if 2 * len(numbers) < len(others):
        return dict.fromkeys(present, None)
    low, high = float(numbers.min()), float(numbers.max())
    return {code: _is_outside(float(code), low, high) for code in present}


def _is_outside(code: float, low: float, high: float) -> bool:
    """Whether a code is apart from the range: a negative one where all else is positive, or far beyond the ends."""
    if code < 0 <= low:
        return True
    return low - code > high - low or code - high > high - low
