"""Where labels begin and end on the scale of their column, as anybody reads them: values, means, intervals, periods."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import DataType, ValueType

Bools = NDArray[np.bool_]
_BRACKETS = re.compile(r"(?P<left>[\[\](])\s*(?P<low>.+?)\s*[,;]\s*(?P<high>.+?)\s*(?P<right>[\[\])])")
_BOUND = re.compile(r"(?P<sign><=|>=|<|>|≤|≥)\s*(?P<bound>.+)")
_OPEN = re.compile(r"(?P<bound>.+?)\s*\+")
_DASH = re.compile(r"\s*[-\u2013]\s*|\s+to\s+")
_YEAR = re.compile(r"(?P<year>\d{4})")
_MONTH = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})|(?P<month_first>\d{1,2})[-/.](?P<year_last>\d{4})")
_QUARTER = re.compile(r"(?P<year>\d{4})[- ]?Q(?P<quarter>[1-4])|Q(?P<quarter_first>[1-4])[- /]?(?P<year_last>\d{4})")
_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - dates in tables carry no time zone


@dataclass(frozen=True, slots=True, eq=False)
class LabelEnds:
    """Where labels begin and end on the scale of their column, float64[labels] each, NaN for what is no place there;
    and whether the ends belong to it, bool[labels] each. A single value begins and ends at itself."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    has_low: Bools
    has_high: Bools

    @classmethod
    def read(cls, labels: Sequence[str], kind: ValueType) -> LabelEnds:
        """Read labels of a column; none has ends without a scale."""
        nothing = (np.nan, np.nan, False, False)
        found = [(ends_of(label, kind) if kind.has_scale else None) or nothing for label in labels]
        low, high, has_low, has_high = np.array(found, np.float64).reshape(-1, 4).T
        return cls(low, high, has_low > 0, has_high > 0)


def ends_of(label: str, kind: ValueType) -> tuple[float, float, bool, bool] | None:
    """The ends of a value or an interval, and whether each belongs to it; None for what is none."""
    if (found := _BRACKETS.fullmatch(label)) is not None:
        low, high = _place(found["low"], kind), _place(found["high"], kind)
        if low is not None and high is not None:
            return low[0], high[0], found["left"] == "[", found["right"] == "]"
    if (found := _BOUND.fullmatch(label)) is not None and (bound := _place(found["bound"], kind)) is not None:
        sign = found["sign"].replace("≤", "<=").replace("≥", ">=")
        if sign.startswith("<"):
            return (-np.inf, bound[1], False, bound[2]) if sign == "<=" else (-np.inf, bound[0], False, False)
        return (bound[0], np.inf, True, False) if sign == ">=" else (bound[1], np.inf, not bound[2], False)
    if (found := _OPEN.fullmatch(label)) is not None and (bound := _place(found["bound"], kind)) is not None:
        return bound[0], np.inf, True, False
    if (place := _place(label, kind)) is not None:
        return place[0], place[1], True, place[2]
    for dash in _DASH.finditer(label):
        low, high = _place(label[: dash.start()], kind), _place(label[dash.end() :], kind)
        if low is not None and high is not None:
            return low[0], high[1], True, high[2]
    return None


def _place(text: str, kind: ValueType) -> tuple[float, float, bool] | None:
    """Where a value or a period begins and ends, and whether the end belongs to it; None for what is none.

    Means of whole numbers need not be whole.
    """
    if kind.kind is DataType.INTEGER:
        kind = ValueType(DataType.DECIMAL)
    if (position := kind.parse(text)) is not None:
        return position, position, True
    return _period(text) if kind.kind is DataType.DATE else None


def _period(text: str) -> tuple[float, float, bool] | None:
    """The beginning of a year, quarter or month, and that of the next one, which does not belong to it."""
    if (found := _YEAR.fullmatch(text)) is not None:
        year, month, months = int(found["year"]), 1, 12
    elif (found := _QUARTER.fullmatch(text)) is not None:
        year = int(found["year"] or found["year_last"])
        month, months = 3 * int(found["quarter"] or found["quarter_first"]) - 2, 3
    elif (found := _MONTH.fullmatch(text)) is not None:
        year, month, months = int(found["year"] or found["year_last"]), int(found["month"] or found["month_first"]), 1
    else:
        return None
    if not 1 <= year < dt.MAXYEAR or not 1 <= month <= 12:
        return None
    after = year * 12 + month - 1 + months
    begin, end = dt.datetime(year, month, 1), dt.datetime(after // 12, after % 12 + 1, 1)  # noqa: DTZ001 - as above
    return (begin - _EPOCH).total_seconds(), (end - _EPOCH).total_seconds(), False
