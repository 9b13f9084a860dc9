"""The spelling of values: one text for each number and moment, made from the notation of a source."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.moments import moment_reader, with_long_year

_NUMBER = ValueType(DataType.DECIMAL)
_LONGEST_PLAIN = 40
"""A number that has more characters without an exponent keeps the shortest of its spellings."""
_MARKS_ALIKE = {" ": " \u00a0\u2009\u202f", "'": "'\u2019"}
"""Blanks and apostrophes that are meant alike between thousands."""


def exact_value(text: str, kind: ValueType) -> Hashable | None:
    """The exact value of a text, so that texts of one number or moment are equal; None if it does not fit the type.

    Texts of types without numbers or moments have no value but themselves: None.
    """
    if kind.kind.is_numeric:
        return Decimal(text) if kind.parse(text) is not None else None
    if kind.kind is DataType.DATE:
        return moment_reader(kind.format or DEFAULT_DATE_FORMAT)(text)
    return None


def plainest(texts: Sequence[str], kind: ValueType) -> str:
    """The plainest of several spellings of a value in a column.

    A number without a sign "+", an exponent and zeros that say nothing; a date in its longest spelling.
    """
    if not kind.kind.is_numeric:
        return min(texts, key=lambda text: (-len(text), text))
    value = Decimal(texts[0])
    text = format(value, "f") if abs(value.adjusted()) <= _LONGEST_PLAIN or not value else ""
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    text = "0" if not value else text
    return text if 0 < len(text) <= _LONGEST_PLAIN else min(texts, key=lambda each: (len(each), each))


def with_one_spelling(
    texts: Sequence[str], positions: NDArray[np.float64], kind: ValueType
) -> tuple[list[str], NDArray[np.int32]]:
    """Sorted texts with one for each value, and the place of each of the old ones among them, int32[texts].

    `positions` are those of the texts, in ascending order; NaN for texts without one, which stay as they are.
    """
    found: list[str] = []
    place = np.empty(len(texts), np.int32)
    starts = np.flatnonzero(np.concatenate([[True], positions[1:] != positions[:-1]])).tolist()
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True):
        if end - start == 1:
            place[start] = len(found)
            found.append(texts[start])
            continue
        spellings: dict[Hashable | None, list[str]] = {}
        values = [exact_value(text, kind) for text in texts[start:end]]  # 64 bits do not tell all numbers apart
        for text, value in zip(texts[start:end], values, strict=True):
            spellings.setdefault(value, []).append(text)
        chosen = {value: each[0] if len(each) == 1 else plainest(each, kind) for value, each in spellings.items()}
        in_order = {value: len(found) + at for at, value in enumerate(sorted(chosen, key=lambda each: chosen[each]))}
        place[start:end] = [in_order[value] for value in values]
        found += sorted(chosen.values())
    return found, place


@dataclass(frozen=True, slots=True)
class Spelling:
    """The notation of numbers and dates in a column of a source.

    `thousands_mark` stands between groups of three digits; "" for none. `has_numbers`: the format has numbers of its
    own, which read with a point. Dates may be written in `other_formats` as well; those with years of two digits mean
    the latest year that puts no date after `latest` (None: 1969 to 2068).
    """

    decimal_mark: str = "."
    thousands_mark: str = ""
    has_numbers: bool = False
    other_formats: tuple[str, ...] = ()
    latest: dt.date | None = None

    @property
    def has_plain_numbers(self) -> bool:
        """Whether numbers are written as they are held."""
        return self.decimal_mark == "." and not self.thousands_mark

    def number(self, text: str) -> str | None:
        """A number as it is held: with a point and nothing between thousands; None for all else.

        Where numbers are written as they are held, any text is given back. Another mark than that of the decimals is
        none: where no mark between thousands is known, nobody can tell what it means.
        """
        if self.has_plain_numbers:
            return text
        foreign = self.decimal_mark in text or (self.thousands_mark and self.thousands_mark in text)
        if self.has_numbers and (not foreign or _NUMBER.parse(text) is not None):
            return text
        if self.thousands_mark:
            text = _without_thousands(text, self.decimal_mark, self.thousands_mark)
        if self.decimal_mark != ".":
            if "." in text:
                return None
            text = text.replace(self.decimal_mark, ".")
        return text if _NUMBER.parse(text) is not None else None

    def date(self, text: str, kind: ValueType) -> str:
        """A date that is written in one of the other formats, in that of the type; all else as it is."""
        if not text or not self.other_formats or kind.parse(text) is not None:
            return text
        wanted = kind.format or DEFAULT_DATE_FORMAT
        for each in self.other_formats:
            moment = moment_reader(each, self.latest)(text)
            if moment is not None:
                written = moment.strftime(wanted)
                return written if kind.parse(written) is not None else text
        return text

    def held(self, text: str, kind: ValueType) -> str:
        """A text of the source as the column holds it; what does not fit the type stays as it is."""
        if kind.kind.is_numeric and text:
            found = self.number(text)
            return text if found is None else found
        return self.date(text, kind) if kind.kind is DataType.DATE else text


PLAIN = Spelling()
"""Numbers with a point, and dates in the format of their type alone."""


def of_long_years(format_of_dates: str | None, other_formats: Sequence[str]) -> tuple[str | None, tuple[str, ...]]:
    """The format in which dates are held, with years of four digits, and the others in which they are written."""
    long = None if format_of_dates is None else with_long_year(format_of_dates)
    if long == format_of_dates:
        return format_of_dates, tuple(other_formats)
    return long, tuple(dict.fromkeys((format_of_dates or "", *(each for each in other_formats if each != long))))


def marks_alike(mark: str) -> str:
    """All characters that are meant by a mark between thousands."""
    return _MARKS_ALIKE.get(mark, mark)


@lru_cache(maxsize=16)
def _grouped(decimal_mark: str, thousands_mark: str) -> re.Pattern[str]:
    between = f"[{re.escape(marks_alike(thousands_mark))}]"
    decimals = rf"(?:{re.escape(decimal_mark)}\d*)?(?:[eE][+-]?\d{{1,3}})?"
    return re.compile(rf"([+-]?[1-9]\d{{0,2}}(?:{between}\d{{3}})+)({decimals})")


def _without_thousands(text: str, decimal_mark: str, thousands_mark: str) -> str:
    """A text without the marks between thousands, where they stand between groups of three digits and nowhere else."""
    found = _grouped(decimal_mark, thousands_mark).fullmatch(text)
    if found is None:
        # A mark in another place makes no number of it; a point that is none must not become one.
        return "" if any(mark in text for mark in marks_alike(thousands_mark)) else text
    whole = re.sub(rf"[{re.escape(marks_alike(thousands_mark))}]", "", found[1])
    return whole + found[2]
