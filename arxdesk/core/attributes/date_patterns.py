"""Date formats as shown on screen ("dd.MM.yyyy") and as stored in a job ("%d.%m.%Y")."""

from __future__ import annotations

import re
from collections.abc import Iterable

from arxdesk_engine.foundation.language import tr_of
from arxdesk_engine.foundation.moments import LETTERS, pattern_of

_CODES = {letters: code for code, letters in LETTERS.items()} | {"d": "%d", "M": "%m", "H": "%H"}
_LETTERS_AT = re.compile("|".join(re.escape(each) for each in sorted(_CODES, key=len, reverse=True)))


def shown(date_format: str) -> str:
    """A format for the screen; codes without letters stay as they are."""
    return pattern_of(date_format)


def shown_all(date_formats: Iterable[str]) -> str:
    """Several formats for the screen."""
    return f" {or_word()} ".join(map(shown, date_formats))


def or_word() -> str:
    """The word between several formats; "or" is understood in every language."""
    return tr_of("between date formats", "or")


def read_all(patterns: str) -> tuple[str, ...] | None:
    """Formats separated by "or", or by what the language has for it; None if one of them is invalid."""
    found = [read(each) for each in re.split(rf"\s+(?:or|{re.escape(or_word())})\s+", patterns.strip())]
    return tuple(dict.fromkeys(each for each in found if each is not None)) if None not in found else None


def read(pattern: str) -> str | None:
    """A format written as letters or as codes; None if it has no day, month or year."""
    written = pattern.strip()
    made = written if re.search("%[a-zA-Z]", written) else _LETTERS_AT.sub(lambda found: _CODES[found[0]], written)
    return made if re.search("%[YymdBbj]", made) else None
