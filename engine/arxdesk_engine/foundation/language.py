"""Texts, numbers and times in the languages of window and report; English wherever no other language is set.

Texts are written in English where they are used: `tr` marks a whole sentence and translates it, by the catalogues of
`arxdesk_resources/languages`. A language holds for the process (`set_language`), or for a thread or task and for what
is called in it (`in_language`), which comes first.
"""

from __future__ import annotations

import datetime as dt
import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Literal, get_args

from arxdesk_engine.foundation import catalogue as catalogues

LanguageCode = Literal["en", "de", "fr", "es"]
LANGUAGES: tuple[LanguageCode, ...] = get_args(LanguageCode)
"""The languages by their ISO 639-1 codes, English first."""
NAMES: dict[LanguageCode, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""What each language calls itself."""
ENGLISH: LanguageCode = "en"

_THOUSAND = 1000
_SEPARATE_FROM: dict[LanguageCode, int] = {"es": 10_000}
"""The least number with separated thousands, where it is not 1,000 (minimumGroupingDigits in CLDR)."""
_FOUR_DIGITS = re.compile(r"(?<![\d,])(\d),(\d{3})(?![\d,])")

_CURRENT: ContextVar[LanguageCode | None] = ContextVar("language", default=None)


class _WholeProcess:
    """What holds wherever no language is set for the thread or task."""

    code: LanguageCode = ENGLISH
    signs: dict[int, str] | None = None
    """The separators of thousands and of decimals, by those of English; None: those of the language."""
    separates_from: int = _THOUSAND
    """The least number with separated thousands; the signs hold for it."""


def language() -> LanguageCode:
    """The language that is set."""
    return _CURRENT.get() or _WholeProcess.code


def set_language(code: LanguageCode, thousands: str = "", decimals: str = "", separates_from: int = _THOUSAND) -> None:
    """Put the whole process into a language: every thread and task in which no other is set. Raises ValueError.

    `thousands` and `decimals` separate numbers where these follow a region: 1’234.5 in German of Switzerland.
    `separates_from` is the least number with separated thousands: 10,000 in Spanish.
    """
    _check(code)
    _WholeProcess.code = code
    _WholeProcess.signs = {ord(","): thousands, ord("."): decimals} if decimals else None
    _WholeProcess.separates_from = separates_from


@contextmanager
def in_language(code: LanguageCode) -> Iterator[None]:
    """Put texts, numbers and times into a language while this lasts, in this thread or task. Raises ValueError."""
    _check(code)
    token = _CURRENT.set(code)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def _check(code: str) -> None:
    if code not in LANGUAGES:
        raise ValueError(f"there are no texts in {code!r}; known: {', '.join(LANGUAGES)}")


def marked(text: str) -> str:
    """The same text: a constant for the catalogues, which `tr` translates where it is used."""
    return text


def tr(text: str, /, **values: object) -> str:
    """A text in the current language, with its {placeholders} filled. One that has no translation stays English."""
    code = language()
    found = text if code == ENGLISH or not text else catalogue(code).gettext(text)
    return found.format(**values) if values else found


def tr_of(context: str, text: str, /, **values: object) -> str:
    """The same for a short text that means different things in different places: `context` tells them apart."""
    code = language()
    found = text if code == ENGLISH or not text else catalogue(code).pgettext(context, text)
    return found.format(**values) if values else found


def tr_n(number: int, one: str, many: str, /, **values: object) -> str:
    """A text by a number: `one` for one in English, otherwise `many`, or the form that the language has for it.

    Where `values` do not say what {n} is, it is the number with its thousands separated.
    """
    code = language()
    found = (one if number == 1 else many) if code == ENGLISH else catalogue(code).ngettext(one, many, number)
    return found.format(**{"n": whole(number), **values})


def whole(number: int) -> str:
    """A whole number with its thousands separated: 30,162 and 30.162."""
    return localized(f"{number:,}")


def fixed(value: float, decimals: int) -> str:
    """A number with that many decimals: 4.50 and 4,50."""
    return localized(f"{value:,.{decimals}f}")


def short(value: float, digits: int = 6) -> str:
    """A number with the digits that it needs, so many at most: 0.5 and 0,5."""
    return localized(f"{value:.{digits}g}")


def localized(number: str) -> str:
    """A number as English writes it, with the signs of the current language."""
    signs, separates_from = _WholeProcess.signs, _WholeProcess.separates_from
    if _CURRENT.get() or signs is None:
        signs, separates_from = _signs(language()), _SEPARATE_FROM.get(language(), _THOUSAND)
    if separates_from > _THOUSAND:
        number = _FOUR_DIGITS.sub(r"\1\2", number)
    return number.translate(signs) if signs else number


def moment(when: dt.datetime) -> str:
    """A moment in UTC to the second, as the language writes dates; ISO 8601 in English, which is read everywhere."""
    code, utc = language(), when.astimezone(dt.UTC)
    if code == ENGLISH:
        return f"{utc:%Y-%m-%d %H:%M:%S} UTC"
    from babel.dates import format_datetime  # noqa: PLC0415 - not needed in English

    return f"{format_datetime(utc, 'medium', locale=code)} UTC"


@cache
def catalogue(code: LanguageCode) -> gettext.GNUTranslations:
    """The translations into a language, read once; a text without one comes back as it is."""
    return catalogues.read(code)


@cache
def _signs(code: LanguageCode) -> dict[int, str]:
    """The separators of thousands and of decimals, by those of English; none for English itself."""
    if code == ENGLISH:
        return {}
    from babel import Locale  # noqa: PLC0415 - not needed in English

    symbols = Locale.parse(code).number_symbols["latn"]
    return {ord(","): symbols["group"], ord("."): symbols["decimal"]}
