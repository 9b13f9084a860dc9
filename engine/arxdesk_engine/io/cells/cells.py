"""Typed cells, as workbooks, statistical files and databases have them, gathered into columns of texts.

The text of a cell is the one that Parquet files have, too: whole numbers without a decimal point, also those among
floating-point numbers; other numbers with the fewest digits that tell them apart; `true` and `false`; dates and times
in ISO form. A column of moments that are all midnight reads as dates; moments with a time zone read in UTC, with a Z.
A missing value is the empty text.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal

import numpy as np

from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.data.raw_table import RawColumn, folded
from arxdesk_engine.data.schema import ValueType, detect_type

EXACT_WHOLE_NUMBERS = 2**53
"""Up to here every whole number is a floating-point number, so that its digits are meant."""

_NUMBERS = (int, float, Decimal)
_PLAIN = (str, int, float, dt.datetime, dt.date, dt.time, dt.timedelta, type(None))
"""Types whose equal values have equal texts, so that the distinct values can be turned into texts in the end.

Numbers of decimal type are not: 1.0 and 1.00 are equal."""


class CellColumn:
    """A column that grows by pieces. Each distinct value is kept once, with a code for every cell."""

    def __init__(self, name: str, label: str = "", digits: int | None = None) -> None:
        """`digits`: how many digits of floating-point numbers are meant; None: all."""
        self.name, self.label = name, label
        self._digits = digits
        self._codes: list[Codes] = []
        self._values = _Numbering()

    def add(self, cells: Sequence[object]) -> None:
        """Add the next cells below the present ones."""
        if not set(map(type, cells)) <= set(_PLAIN):
            cells = [cell if type(cell) in _PLAIN else _text_of_special(cell) for cell in cells]
        self._codes.append(np.fromiter(map(self._values.__getitem__, cells), np.int32, len(cells)))

    def finished(self, null_values: Collection[str]) -> RawColumn:
        """The column with its texts trimmed and null values folded into the empty text."""
        codes = np.concatenate(self._codes) if self._codes else np.empty(0, np.int32)
        codes, texts = folded(codes, texts_of(list(self._values), self._digits), null_values)
        return RawColumn(self.name, codes, tuple(texts), self._declared(texts), self.label)

    def _declared(self, texts: Iterable[str]) -> ValueType | None:
        """The type of the cells, where all are of one kind."""
        kinds = {type(value) for value in self._values if value is not None and value != ""}
        if kinds and kinds <= {*_NUMBERS, dt.date, dt.datetime}:
            return detect_type([text for text in texts if text])
        return ValueType() if kinds in ({str}, {dt.time}) else None


class _Numbering(dict[object, int]):
    """Numbers values in the order of their first request."""

    def __missing__(self, value: object) -> int:
        self[value] = number = len(self)
        return number


def texts_of(values: Sequence[object], digits: int | None = None) -> list[str]:
    """The texts of the distinct values of a column."""
    moments = [value for value in values if isinstance(value, dt.datetime)]
    is_days = all(moment.time() == dt.time() and moment.tzinfo is None for moment in moments)
    precision = "microseconds" if any(moment.microsecond for moment in moments) else "seconds"

    def text(value: object) -> str:
        match value:
            case str():
                return value
            case None:
                return ""
            case int():
                return str(value)
            case float():
                return _number(value, digits)
            case dt.datetime():
                if is_days:
                    return value.date().isoformat()
                zone = "" if value.tzinfo is None else "Z"
                return _in_utc(value).isoformat(timespec=precision) + zone
            case dt.date() if moments and not is_days:
                return dt.datetime.combine(value, dt.time()).isoformat(timespec=precision)
            case dt.date() | dt.time():
                return value.isoformat()
            case dt.timedelta():
                return _duration(value)
            case _:
                return str(value)

    return [text(value) for value in values]


def _text_of_special(value: object) -> object:
    """The text of a value of a rarer type; other values as they are."""
    match value:
        case bool():
            return "true" if value else "false"
        case Decimal():
            return "" if value.is_nan() else format(value, "f")
        case bytes() | bytearray() | memoryview():
            content = bytes(value)
            try:
                return content.decode()
            except UnicodeDecodeError:
                return content.hex()
        case dict() | list() | tuple():
            return json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
        case _:
            return str(value)


def _number(value: float, digits: int | None) -> str:
    if math.isnan(value):
        return ""
    if digits is not None and math.isfinite(value):
        value = float(f"{value:.{digits}g}")
    if value.is_integer() and abs(value) <= EXACT_WHOLE_NUMBERS:
        return str(int(value))
    return repr(value)


def _in_utc(moment: dt.datetime) -> dt.datetime:
    return moment if moment.tzinfo is None else moment.astimezone(dt.UTC).replace(tzinfo=None)


def _duration(value: dt.timedelta) -> str:
    """Hours, minutes and seconds, as many hours as there are."""
    seconds = abs(value).total_seconds()
    minutes, rest = divmod(int(seconds), 60)
    sign = "-" if value < dt.timedelta() else ""
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{rest:02}"
