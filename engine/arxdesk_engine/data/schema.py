"""The roles and data types of columns, and their formats."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.moments import moment_reader

SUPPRESSED = "*"
"""What stands in the cells of suppressed records."""

DEFAULT_SEPARATOR = "|"
"""What stands between the items of a cell that holds a set."""

DEFAULT_DATE_FORMAT = "%Y-%m-%d"
DATE_FORMATS = (
    DEFAULT_DATE_FORMAT,
    "%d.%m.%Y",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%Y/%m/%d",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%d %H:%M:%S",
)
KNOWN_DATE_FORMATS = (
    *DATE_FORMATS,
    *("%d-%m-%Y", "%m-%d-%Y", "%Y.%m.%d", "%d.%m.%y", "%m/%d/%y", "%d/%m/%y", "%d-%m-%y", "%Y%m%d"),
    *("%d.%m.%Y %H:%M", "%d.%m.%Y %H:%M:%S", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M", "%m/%d/%Y %H:%M"),
    *("%d. %B %Y", "%d %B %Y", "%B %d, %Y", "%d-%B-%Y", "%d. %B %y", "%d %B %y", "%d-%B-%y", "%d de %B de %Y"),
)
"""The ways of writing dates that columns are tried with."""

_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - dates in tables carry no time zone
_INTEGER = re.compile(r"[+-]?\d{1,18}")
_DECIMAL = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?")
_LEADING_ZERO = re.compile(r"[+-]?0\d")


class Role(StrEnum):
    """The role of an attribute: what it reveals about a person."""

    IDENTIFYING = "identifying"
    QUASI_IDENTIFYING = "quasi-identifying"
    SENSITIVE = "sensitive"
    INSENSITIVE = "insensitive"


class DataType(StrEnum):
    """The type by which the cells of an attribute are read and ordered."""

    STRING = "string"
    INTEGER = "integer"
    DECIMAL = "decimal"
    DATE = "date"
    ORDINAL = "ordinal"
    SET = "set"

    @property
    def is_numeric(self) -> bool:
        """Whether the values are numbers (shown right-aligned, drawn on a number line)."""
        return self in (DataType.INTEGER, DataType.DECIMAL)


@dataclass(frozen=True, slots=True)
class ValueType:
    """A data type with what is needed to read it.

    `format` is a strptime format for dates; `order` lists the values of an ordinal type, lowest first; `separator`
    stands between the items of a set.
    """

    kind: DataType = DataType.STRING
    format: str | None = None
    order: tuple[str, ...] = ()
    separator: str = DEFAULT_SEPARATOR

    def parse(self, value: str) -> float | None:
        """The position of `value` on its scale, or None where it does not fit the type.

        Dates count in seconds since 1970-01-01 without time zone. Strings and sets have no scale: always None.
        """
        match self.kind:
            case DataType.INTEGER:
                return float(value) if _INTEGER.fullmatch(value) else None
            case DataType.DECIMAL:
                number = float(value) if _DECIMAL.fullmatch(value) else math.inf
                return number if math.isfinite(number) else None
            case DataType.DATE:
                return _parse_date(value, self.format or DEFAULT_DATE_FORMAT)
            case DataType.ORDINAL if self.order:
                return float(self.order.index(value)) if value in self.order else None
            case _:
                return None

    @property
    def has_scale(self) -> bool:
        """Whether values are read into positions, so that a value can fail to fit."""
        return self.kind in (DataType.INTEGER, DataType.DECIMAL, DataType.DATE) or bool(self.order)

    def positions(self, values: Sequence[str]) -> NDArray[np.float64]:
        """`parse` of every value, float64[len(values)], NaN where a value does not fit."""
        parsed = map(self.parse, values)
        return np.fromiter((math.nan if number is None else number for number in parsed), np.float64, len(values))

    def sort_order(self, values: Sequence[str], positions: NDArray[np.float64] | None = None) -> NDArray[np.intp]:
        """The permutation that sorts `values`: by scale where there is one, unfit values and strings by text.

        `positions` are those of the values, where they are known already.
        """
        texts = np.array(values, dtype=object)
        by_text = np.argsort(texts, kind="stable") if len(values) else np.empty(0, np.intp)
        if not self.has_scale:
            return by_text
        found = self.positions(values) if positions is None else positions
        return by_text[np.argsort(found[by_text], kind="stable")]


def detect_type(values: Sequence[str]) -> ValueType:
    """The narrowest type that every one of the distinct `values` fits; string when there is none.

    Whole numbers with leading zeros are codes (postal codes, patient numbers) and stay strings.
    """
    if not values or any(_LEADING_ZERO.match(value) for value in values):
        candidates = [ValueType(DataType.DATE, text) for text in DATE_FORMATS] if values else []
    else:
        candidates = [ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL)]
        candidates += [ValueType(DataType.DATE, text) for text in DATE_FORMATS]
    for candidate in candidates:
        if all(candidate.parse(value) is not None for value in values):
            return candidate
    return ValueType()


def _parse_date(value: str, date_format: str) -> float | None:
    moment = moment_reader(date_format)(value)
    return None if moment is None else (moment - _EPOCH).total_seconds()
