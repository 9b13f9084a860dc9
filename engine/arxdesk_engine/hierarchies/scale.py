"""Exact positions of numbers and dates on their scales, for values and bounds of builders."""

from __future__ import annotations

import datetime as dt
import decimal
import re
from contextlib import AbstractContextManager
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator, PlainSerializer

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.moments import moment_reader, pattern_of, with_long_year

_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - dates in tables carry no time zone
_MICROSECOND = dt.timedelta(microseconds=1)
_ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d)?", re.ASCII)
_PLAIN_NUMBER = re.compile(r"[+-]?\d{1,40}(?:\.\d{1,40})?", re.ASCII)
"""Most numbers; the others take longer to parse."""
_LONGEST = 1000
"""The largest number of characters of a number."""
_DIGITS = 2500
"""More digits than any sum or quotient of such numbers has that fit a float, so that all arithmetic is exact."""

Bound = Decimal | dt.datetime


def exact() -> AbstractContextManager[object]:
    """A context in which decimal arithmetic on the numbers of a table does not round."""
    return decimal.localcontext(decimal.Context(prec=_DIGITS, rounding=decimal.ROUND_HALF_UP))


def number(text: str) -> Decimal | None:
    """The number that a text is, without rounding; None where it is none.

    "NaN", "0x1p3" and "1_000" are none, and neither are more than 1,000 digits.
    """
    if _PLAIN_NUMBER.fullmatch(text):
        return Decimal(text)
    return None if len(text) > _LONGEST or ValueType(DataType.DECIMAL).parse(text) is None else Decimal(text)


def number_text(value: Decimal) -> str:
    """A number without exponent, without trailing zeros, and without the sign of zero."""
    if value == 0:
        return "0"
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def moment(text: str, date_format: str) -> dt.datetime | None:
    """The date that a text is in a strptime format; None where it is none.

    Columns hold years of four digits: dates with them are read by formats with two as well.
    """
    found = moment_reader(date_format)(text)
    if found is None and "%y" in date_format:
        return moment_reader(with_long_year(date_format))(text)
    return found


def _iso_moment(text: str) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(text)
    except ValueError:
        return None


def seconds(when: dt.datetime) -> Decimal:
    """The seconds from 1970-01-01 to a date."""
    return Decimal((when - _EPOCH) // _MICROSECOND).scaleb(-6)


def instant(position: Decimal) -> dt.datetime:
    """The date at a number of seconds after 1970-01-01. Raises OverflowError before the year 1 and after 9999."""
    return _EPOCH + dt.timedelta(microseconds=int(position.scaleb(6)))


@dataclass(frozen=True, slots=True)
class Scale:
    """A number line, or the line of time with a `date_format` (strptime)."""

    date_format: str | None = None

    @classmethod
    def of(cls, column: Column) -> Scale | None:
        """The scale of the type of a column; None for texts."""
        if column.type.kind.is_numeric:
            return cls()
        return cls(column.type.format or DEFAULT_DATE_FORMAT) if column.type.kind is DataType.DATE else None

    @property
    def kind(self) -> str:
        """The kind of its values, in the words of a message."""
        if self.date_format is None:
            return tr("number")
        return tr("date ({format})", format=pattern_of(self.date_format))

    def parse(self, text: str) -> Decimal | None:
        """The position of a value, in seconds since 1970-01-01 for dates; None where it has none."""
        if self.date_format is None:
            return number(text)
        when = moment(text, self.date_format)
        return None if when is None else seconds(when)

    def place(self, bound: Bound) -> Decimal:
        """The position of a bound."""
        return seconds(bound) if isinstance(bound, dt.datetime) else bound

    def text(self, position: Decimal) -> str:
        """The text of a position: a date in the format of the scale if that is exact, else in ISO 8601.

        Raises ValueError for a time before the year 1 or after the year 9999.
        """
        if self.date_format is None:
            return number_text(position)
        try:
            when = instant(position)
        except OverflowError as error:
            raise UnfitValue(
                tr("dates lie in the years 1 to 9999"),
                tr("Choose fewer or shorter intervals, or code the ends of the range."),
            ) from error
        text = when.strftime(self.date_format)
        return text if moment(text, self.date_format) == when else iso_text(when)


def iso_text(when: dt.datetime) -> str:
    """A date in ISO 8601, without the time at midnight."""
    return when.date().isoformat() if when.time() == dt.time() else when.isoformat()


def _bound(value: object) -> Bound:
    found: Bound | None = None
    match value:
        case bool():
            pass
        case Decimal():
            found = value if value.is_finite() else None
        case int() | float():
            found = number(repr(value))
        case dt.datetime():
            found = value if value.tzinfo is None else None
        case dt.date():
            found = dt.datetime(value.year, value.month, value.day)  # noqa: DTZ001
        case str():
            found = _iso_moment(value) if _ISO_DATE.fullmatch(value) else number(value)
    if found is None:
        shown = quoted(value) if isinstance(value, str) else f"{value}"[:80]
        raise UnfitValue(
            tr("{shown} is not allowed", shown=shown), tr('Write a number, or a date such as "2024-01-31".')
        )
    return found


def _plain(bound: Bound) -> int | float | str:
    """A bound as it stands in TOML or JSON: a number where it survives that, else a text."""
    if isinstance(bound, dt.datetime):
        return iso_text(bound)
    text = number_text(bound)
    if "." not in text and len(text) <= 18:
        return int(text)
    return float(text) if number(repr(float(text))) == bound else text


BoundField = Annotated[Bound, BeforeValidator(_bound), PlainSerializer(_plain, return_type=int | float | str)]
"""A bound in a specification: a number, exact in its decimal places, or a date."""
