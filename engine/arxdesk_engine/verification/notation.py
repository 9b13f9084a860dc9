"""The values of cells, read a second time: numbers as fractions, dates as moments, in any notation."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

import pandas as pd

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.months import month_number
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.verification.texts import mapped

Value = Fraction | dt.datetime
_NUMBER = ValueType(DataType.DECIMAL)
_EXACT = Context(prec=4_000)
_SHORT_ENOUGH = 40
_BETWEEN_THOUSANDS = {" ": " \u00a0\u2009\u202f", "'": "'\u2019"}


def value_of(text: str, kind: ValueType) -> Value | None:
    """The number or the moment that a text is; None for all else, and for texts of other types."""
    if kind.kind in (DataType.INTEGER, DataType.DECIMAL):
        return None if kind.parse(text) is None else Fraction(text)
    return moment_of(text, kind.format or DEFAULT_DATE_FORMAT, None) if kind.kind is DataType.DATE else None


def moment_of(text: str, form: str, latest: dt.date | None) -> dt.datetime | None:
    """A text in a format of strptime, whose months may have names in several languages; None where it is none."""
    attempts = [(text, form)]
    if "%b" in form or "%B" in form:
        in_numbers = form.replace("%b", "%m").replace("%B", "%m")
        attempts = [(_with_number(text, word), in_numbers) for word in (r"[^\W\d_]+\.?", r"[^\W\d_]+")]
    for attempt, written in attempts:
        try:
            moment = dt.datetime.strptime(attempt, written).replace(tzinfo=None)  # noqa: DTZ007
        except (ValueError, re.error):
            continue
        if latest is None or "%y" not in form:
            return moment
        return _not_after(moment, latest)
    return None


def _not_after(moment: dt.datetime, latest: dt.date) -> dt.datetime | None:
    """The same day of the last year with these two digits in which it is not after a day."""
    for year in range(latest.year, latest.year - 200, -1):
        if year % 100 == moment.year % 100 and (year, moment.month, moment.day) <= latest.timetuple()[:3]:
            try:
                return moment.replace(year=year)
            except ValueError:  # the 29th of February
                return None
    return None


def _with_number(text: str, word: str) -> str:
    """A text with the number of a month in place of its name."""

    def number(found: re.Match[str]) -> str:
        month = month_number(found[0])
        return found[0] if month is None else str(month)

    return re.sub(word, number, text)


@dataclass(frozen=True, slots=True)
class Notation:
    """The notation of a column."""

    decimal: str
    thousands: str
    in_text: bool
    formats: tuple[str, ...]
    latest: dt.date | None

    @classmethod
    def of(cls, settings: AttributeSettings, data: DataSource, *, in_text: bool) -> Notation:
        """The notation by the settings of a column, or those of the table."""
        follows = settings.decimal_mark in (None, data.decimal_mark)
        between = settings.thousands_mark
        thousands: str = (data.thousands_mark if follows else "") if between is None else between
        decimal: str = settings.decimal_mark or {".": ",", ",": "."}.get(thousands, data.decimal_mark)
        latest = settings.two_digit_years_until or data.two_digit_years_until
        wanted = settings.format or DEFAULT_DATE_FORMAT
        formats = tuple(each for each in (wanted, *settings.other_formats) if each != long_format(settings))
        return cls(decimal, thousands, in_text, formats, latest)

    @property
    def is_plain(self) -> bool:
        """Whether numbers stand there as they are compared."""
        return (self.decimal, self.thousands) == (".", "")

    def number(self, text: str) -> str | None:
        """A number with a point and nothing between thousands; None for all else."""
        if text == "" or self.is_plain:
            return text
        if not self.in_text and (_NUMBER.parse(text) is not None or not {self.decimal, self.thousands} & set(text)):
            return text  # formats with numbers of their own have points
        sign, rest = (text[0], text[1:]) if text[0] in "+-" else ("", text)
        whole, mark, decimals = rest.partition(self.decimal)
        between = _BETWEEN_THOUSANDS.get(self.thousands, self.thousands)
        exponent = re.fullmatch(r"(.*?)([eE][+-]?\d{1,3})", whole)
        if exponent is not None and not mark:
            whole, decimals = exponent[1], exponent[2]
        if between and any(each in whole for each in between):
            first, *others = re.split(f"[{re.escape(between)}]", whole)
            if not re.fullmatch(r"[1-9]\d{0,2}", first) or any(not re.fullmatch(r"\d{3}", each) for each in others):
                return None
            whole = first + "".join(others)
        if not re.fullmatch(r"\d*", whole):
            return None
        plain = f"{sign}{whole}{'.' if mark else ''}{decimals}"
        return plain if _NUMBER.parse(plain) is not None else None

    def date(self, text: str, kind: ValueType) -> str:
        """A date in one of the other formats, in that of the column; other texts as they are."""
        wanted = kind.format or DEFAULT_DATE_FORMAT
        if not text or kind.parse(text) is not None:
            return text
        for form in self.formats:
            moment = moment_of(text, form, self.latest)
            if moment is not None:
                written = moment.strftime(wanted)
                return written if kind.parse(written) is not None else text
        return text

    def plain(self, text: str, kind: ValueType) -> str:
        """A text as the column has it after it was read; what does not fit stays."""
        if kind.kind in (DataType.INTEGER, DataType.DECIMAL):
            found = self.number(text)
            return text if found is None else found
        return self.date(text, kind) if kind.kind is DataType.DATE else text


def long_format(settings: AttributeSettings) -> str:
    """The format in which the dates of a column are compared: years have four digits."""
    return (settings.format or DEFAULT_DATE_FORMAT).replace("%%", "\0").replace("%y", "%Y").replace("\0", "%%")


def alike(cells: pd.Categorical, kind: ValueType) -> pd.Categorical:
    """A column in which texts of one number or date are one text.

    It is the number without superfluous characters, or the longest of the dates, of these the first.
    """
    if not (kind.kind.is_numeric or kind.kind is DataType.DATE):
        return cells
    spellings: dict[Value | str, list[str]] = {}
    values = [value_of(text, kind) if text else None for text in cells.categories]
    keys = [text if value is None else value for text, value in zip(cells.categories, values, strict=True)]
    for key, text in zip(keys, cells.categories, strict=True):
        spellings.setdefault(key, []).append(text)
    if len(spellings) == len(keys):
        return cells
    return mapped(cells, [_spelled(key, spellings[key]) for key in keys])


def _spelled(value: Value | str, texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    if not isinstance(value, Fraction):
        longest = max(len(text) for text in texts)
        return min(text for text in texts if len(text) == longest)
    number = f"{Decimal(texts[0]).normalize(_EXACT):f}" if value else "0"
    return number if len(number) <= _SHORT_ENOUGH else min(texts, key=lambda text: (len(text), text))


def respelled(texts: Sequence[str], like: Sequence[str], kind: ValueType) -> list[str]:
    """Texts, those in place of them that say the same number or date."""
    known = {value: text for text in like if text and (value := value_of(text, kind)) is not None}
    values = [value_of(text, kind) if text else None for text in texts]
    return [text if value is None else known.get(value, text) for text, value in zip(texts, values, strict=True)]


def respelled_rows(
    rows: Sequence[tuple[str, ...]], like: Sequence[str], kind: ValueType, notation: Notation
) -> list[tuple[str, ...]]:
    """The rows of a hierarchy with its values as a column has them, each once.

    They are read as they stand, or in the notation of the column where more values of it are listed then.
    """
    firsts = [row[0] for row in rows]
    plain = respelled(firsts, like, kind)
    in_notation = respelled([notation.plain(text, kind) for text in firsts], like, kind)
    known = {text for text in like if value_of(text, kind) is not None}
    found = in_notation if len(known & set(in_notation)) > len(known & set(plain)) else plain
    once: dict[Value | str, tuple[str, ...]] = {}
    for row, read in zip(rows, found, strict=True):
        value = value_of(read, kind)
        text = read if read in known else row[0]
        once.setdefault(row[0] if value is None else value, tuple(text if cell == row[0] else cell for cell in row))
    return list(once.values())
