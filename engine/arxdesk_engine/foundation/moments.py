"""Dates and times in texts, read as `datetime.strptime` reads them, but many times faster.

Names of months are read in several languages, whatever the language of the machine is. Years of two digits can be read
so that no date lies after a day.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from functools import lru_cache

from arxdesk_engine.foundation.months import month_number

Reader = Callable[[str], dt.datetime | None]

_DIRECTIVES = {
    "Y": r"(?P<Y>\d\d\d\d)",
    "y": r"(?P<y>\d\d)",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])",
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "M": r"(?P<M>[0-5]\d|\d)",
    "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
    "b": r"(?P<b>[^\W\d_]+\.?)",
    "B": r"(?P<b>[^\W\d_]+\.?)",
}
"""Patterns of the texts of each; others (days of the week, time zones, fractions) are left to strptime."""
_PARTS = re.compile(r"%(.)|(\s+)|([^%\s]+)", re.DOTALL)
_CENTURY_TURNS = 69
"""Two digits from here on mean the last century (POSIX, as strptime), unless a latest day is known."""


@lru_cache(maxsize=256)
def moment_reader(date_format: str, latest: dt.date | None = None) -> Reader:
    """What reads texts in a strptime format; it gives None for a text that is none, without a time zone otherwise.

    Years of two digits mean the latest year that puts no date after `latest`; None: 1969 to 2068, as for strptime.
    """
    pattern = _pattern(date_format)
    if pattern is None:
        return lambda text: _by_strptime(text, date_format)
    match, names = pattern.match, tuple(pattern.groupindex)
    if names == ("Y", "m", "d"):
        return lambda text: _of_day(match(text), len(text))

    def read(text: str) -> dt.datetime | None:
        found = match(text)
        if found is None or found.end() != len(text):
            return None
        written = found.groupdict()
        name = written.pop("b", None)
        month = 1 if name is None else month_number(name)
        if month is None:
            return None
        part = {directive: int(digits) for directive, digits in written.items()}
        rest = part.get("m", month), part.get("d", 1), part.get("H", 0), part.get("M", 0), part.get("S", 0)
        year = _year_of(part["y"], rest[:2], latest) if "y" in part else part.get("Y", 1900)
        try:
            return dt.datetime(year, *rest)  # noqa: DTZ001 - dates in tables carry no time zone
        except ValueError:  # no such day
            return None

    return read


LETTERS = {
    "%Y": "yyyy",
    "%y": "yy",
    "%m": "MM",
    "%d": "dd",
    "%j": "DDD",
    "%H": "HH",
    "%M": "mm",
    "%S": "ss",
    "%f": "ffffff",
    "%B": "MMMM",
    "%b": "MMM",
    "%%": "%",
}
"""How the parts of a format are shown to people."""


def pattern_of(date_format: str) -> str:
    """A format as it is shown to people, in letters ("dd.MM.yyyy"); what has no letters stays as it is."""
    return re.sub("%.", lambda found: LETTERS.get(found[0], found[0]), date_format, flags=re.DOTALL)


def with_long_year(date_format: str) -> str:
    """A format with years of four digits in place of two."""
    return re.sub(r"%(.)", lambda found: "%Y" if found[1] == "y" else found[0], date_format, flags=re.DOTALL)


def has_short_year(date_format: str) -> bool:
    """Whether a format has years of two digits."""
    return with_long_year(date_format) != date_format


def _year_of(short: int, month_and_day: tuple[int, int], latest: dt.date | None) -> int:
    if latest is None:
        return (1900 if short >= _CENTURY_TURNS else 2000) + short
    year = latest.year - (latest.year - short) % 100
    return year if (year, *month_and_day) <= (latest.year, latest.month, latest.day) else year - 100


def _of_day(found: re.Match[str] | None, length: int) -> dt.datetime | None:
    if found is None or found.end() != length:
        return None
    year, month, day = found.groups()
    try:
        return dt.datetime(int(year), int(month), int(day))  # noqa: DTZ001
    except ValueError:
        return None


def _pattern(date_format: str) -> re.Pattern[str] | None:
    """A format as a regular expression; None where it has other parts than numbers of its own, each once."""
    text, seen = "", set()
    end = 0
    for part in _PARTS.finditer(date_format):
        if part.start() != end:
            return None
        end = part.end()
        directive, blanks, words = part.groups()
        if directive is None:
            text += r"\s+" if blanks else re.escape(words)
        elif directive in _DIRECTIVES and (what := directive.replace("B", "b")) not in seen:
            seen.add(what)
            text += _DIRECTIVES[directive]
        else:
            return None
    if end != len(date_format) or not seen or {"Y", "y"} <= seen or {"m", "b"} <= seen:
        return None
    return re.compile(text, re.IGNORECASE)


def _by_strptime(text: str, date_format: str) -> dt.datetime | None:
    try:
        return dt.datetime.strptime(text, date_format).replace(tzinfo=None)  # noqa: DTZ007
    except (ValueError, re.error):
        return None
