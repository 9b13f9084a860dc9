"""Dates and times in texts, read as `datetime.strptime` reads them, but many times faster where all is numbers."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from functools import lru_cache

Reader = Callable[[str], dt.datetime | None]

_DIRECTIVES = {
    "Y": r"(?P<Y>\d\d\d\d)",
    "y": r"(?P<y>\d\d)",
    "m": r"(?P<m>1[0-2]|0[1-9]|[1-9])",
    "d": r"(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])",
    "H": r"(?P<H>2[0-3]|[0-1]\d|\d)",
    "M": r"(?P<M>[0-5]\d|\d)",
    "S": r"(?P<S>6[0-1]|[0-5]\d|\d)",
}
"""What strptime reads for each; others (names of months, time zones, fractions) are left to itself."""
_PARTS = re.compile(r"%(.)|(\s+)|([^%\s]+)", re.DOTALL)
_CENTURY_TURNS = 69
"""Two digits from here on mean the last century (POSIX, as strptime)."""


@lru_cache(maxsize=256)
def moment_reader(date_format: str) -> Reader:
    """What reads texts in a strptime format; it gives None for a text that is none, without a time zone otherwise."""
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
        part = {name: int(digits) for name, digits in found.groupdict().items()}
        short = part.get("y", 0)
        century = 1900 if short >= _CENTURY_TURNS or "y" not in part else 2000
        year = part.get("Y", century + short)
        try:
            return dt.datetime(  # noqa: DTZ001 - dates in tables carry no time zone
                year, part.get("m", 1), part.get("d", 1), part.get("H", 0), part.get("M", 0), part.get("S", 0)
            )
        except ValueError:  # no such day
            return None

    return read


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
        elif directive in _DIRECTIVES and directive not in seen:
            seen.add(directive)
            text += _DIRECTIVES[directive]
        else:
            return None
    if end != len(date_format) or not seen or {"Y", "y"} <= seen:
        return None
    return re.compile(text, re.IGNORECASE)


def _by_strptime(text: str, date_format: str) -> dt.datetime | None:
    try:
        return dt.datetime.strptime(text, date_format).replace(tzinfo=None)  # noqa: DTZ007
    except (ValueError, re.error):
        return None
